import type { Plugin } from 'vite'

/**
 * React Router is one file of 370 KB. It creates its contexts and components without saying that this has no effect, and
 * names them for debugging: the bundler must then keep all of them, with the forms, loaders and server pages that we do
 * not have.
 */
export function pureReactRouter(): Plugin {
  return {
    name: 'pure-react-router',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/react-router\/dist\/.*\.mjs$/ },
      handler: (code) => ({
        code: code
          .replaceAll(/^\w+\.displayName = ".*";$/gm, '')
          // The context of React's server components, which the error boundary of a route reads.
          .replaceAll(/^RenderErrorBoundary\.contextType = .*;$/gm, '')
          .replaceAll(
            /^(var \w+ = )(React\d*\.(?:createContext|forwardRef|memo)\()/gm,
            '$1/* @__PURE__ */ $2',
          ),
        map: null,
      }),
    },
  }
}
