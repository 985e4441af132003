import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { rendererDefine } from './scripts/rendererDefine.ts'
import { verifierPage } from './scripts/verifierPage.ts'

/** The renderer as a plain web bundle in `dist-web/`; the server serves it at `/`. */
export default defineConfig({
  root: resolve(import.meta.dirname, 'src/renderer'),
  base: '/',
  define: rendererDefine('web'),
  plugins: [react(), verifierPage()],
  // `npm run dev`: pages come from Vite, calls go to the server beside it.
  server: {
    port: 5251,
    proxy: Object.fromEntries(
      ['/api', '/gamecenter-siop', '/provider', '/sandbox', '/chat'].map((path) => [
        path,
        { target: `http://127.0.0.1:${process.env['PORT'] ?? '5250'}`, ws: path === '/gamecenter-siop' },
      ]),
    ),
  },
  build: {
    outDir: resolve(import.meta.dirname, 'dist-web'),
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    // Without the polyfill, browsers that ignore the hint load the same chunks a little later.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 2048,
    // What the first view needs is one file, not a dozen requests of the same handful of kilobytes.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } } },
  },
})
