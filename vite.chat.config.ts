import { resolve } from 'node:path'
import { defineConfig } from 'vite'

/** The page of the support chat, `dist-web/chat/`: framed by the client, and no part of its bundle. */
export default defineConfig({
  root: resolve(import.meta.dirname, 'src/chat'),
  base: '/chat/',
  build: {
    outDir: resolve(import.meta.dirname, 'dist-web/chat'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    assetsInlineLimit: 0,
  },
})
