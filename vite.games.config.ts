import { resolve } from 'node:path'
import { defineConfig } from 'vite'

/** Our own games as pages for /play's frame, in `dist-games/`; the server serves them from an origin of their own. */
export default defineConfig({
  root: resolve(import.meta.dirname, 'src/games/slots'),
  base: '/slots/',
  build: {
    outDir: resolve(import.meta.dirname, 'dist-games/slots'),
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    // A polyfill would be an inline script.
    modulePreload: { polyfill: false },
  },
})
