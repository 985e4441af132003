/** Lint rules for components (.oxlintrc.json). */

const words = /\p{L}{2,}/u
const saidAttributes = new Set(['aria-label', 'title', 'placeholder', 'alt', 'label'])
const leftOut = new Set(['link', 'meta', 'style', 'script', 'ViewTransition', 'Activity', 'SuspenseList'])

const noLiterals = {
  create: (context) => {
    const report = (node) =>
      context.report({ node, message: 'No literal in a component: use a key of the dictionaries (t(...)).' })
    return {
      JSXText(node) {
        if (words.test(node.value)) report(node)
      },
      JSXAttribute({ name, value }) {
        if (saidAttributes.has(name.name) && value?.type === 'Literal' && words.test(value.value))
          report(value)
      },
    }
  },
}

const noLeftOutElements = {
  create: (context) => ({
    JSXOpeningElement({ name }) {
      if (name.type === 'JSXIdentifier' && leftOut.has(name.name))
        context.report({
          node: name,
          message: "The build leaves out React's code for it: scripts/smallerLibraries.ts.",
        })
    },
  }),
}

export default {
  meta: { name: 'palpite' },
  rules: { 'no-literals': noLiterals, 'no-left-out-elements': noLeftOutElements },
}
