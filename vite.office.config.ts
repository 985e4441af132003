import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { brand } from './scripts/brand/brand.ts'
import { scopedName } from './scripts/scopedName.ts'
import { screenMedia } from './scripts/screenMedia.ts'

/** Libraries of the first view change seldom: they are files of their own, and a release leaves them in the cache. */
const chunkGroups = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'libraries', tags: ['$initial' as const], test: /node_modules\// },
  { name: 'initial', tags: ['$initial' as const] },
]

/** The back office as a bundle of its own in `dist-office/`; the office's origin serves it at `/`. */
export default defineConfig({
  root: resolve(import.meta.dirname, 'src/office'),
  base: '/',
  plugins: [brand({ isClient: true }), react(), screenMedia('web')],
  css: { modules: { generateScopedName: scopedName } },
  // `npx vite --config vite.office.config.ts`: pages come from Vite, calls go to the office of a running server.
  server: {
    port: 5254,
    proxy: { '/api': { target: `http://127.0.0.1:${process.env['OFFICE_PORT'] ?? '5252'}` } },
  },
  build: {
    outDir: resolve(import.meta.dirname, 'dist-office'),
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    // WebKit keeps the failure of a module that is named ahead, even when the page is loaded again; one round trip is no matter here.
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
})
