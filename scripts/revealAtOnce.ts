import type { Plugin } from 'vite'

const throttle = 'globalMostRecentFallbackTime + 300 - now()'

/**
 * React holds back what has loaded until 300 ms after a placeholder came, so that placeholders do not flash: with the code
 * already there, every screen and sheet came that much late. Ours are invisible at first (ScreenBoundary.module.css,
 * LoadingBox.module.css), so nothing flashes, and what has loaded shows at once. React has no option for it. A version
 * without that expression fails the build.
 */
export function revealAtOnce(): Plugin {
  return {
    name: 'reveal-at-once',
    apply: 'build',
    transform: {
      filter: { id: /node_modules\/react-dom\/cjs\/react-dom-client\.production\.js$/ },
      handler: (code) => {
        const parts = code.split(throttle)
        if (parts.length !== 2) throw new Error('scripts/revealAtOnce.ts: no such expression in React DOM')
        return { code: parts.join('0'), map: null }
      },
    },
  }
}
