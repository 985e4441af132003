import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { brand } from './scripts/brand/brand.ts'
import { rendererDefine } from './scripts/rendererDefine.ts'
import { screenMedia } from './scripts/screenMedia.ts'
import { olderBrowsers } from './scripts/olderBrowsers.ts'
import { verifierPage } from './scripts/verifierPage.ts'

/** The oldest runtime the bundles must work in: Electron 33 (Node 20, Chrome 130). */
const node = 'node20.18'

/** Under Node's condition these packages resolve to builds with debug output, a tenth of what main consists of. */
const withoutDebugOutput = ['socket.io-client', 'engine.io-client', 'socket.io-parser'].map((name) => ({
  find: new RegExp(`^${name}$`),
  replacement: resolve(import.meta.dirname, 'node_modules', name, 'build/esm/index.js'),
}))

/** Under Node's condition axios brings an adapter of its own for HTTP; main uses the one for fetch, over Electron's net. */
const axiosWithFetch = {
  find: /^axios$/,
  replacement: resolve(import.meta.dirname, 'node_modules/axios/dist/browser/axios.cjs'),
}

/** The application, its home screen, the default language, each with its imports. */
const firstScreen =
  /src\/renderer\/(app\/main\.tsx|screens\/home\/(HomeScreen\.tsx|belowFold\.ts)|i18n\/locales\/pt_BR\/initial\.ts)$/

export default defineConfig({
  main: {
    plugins: [brand()],
    resolve: { alias: [...withoutDebugOutput, axiosWithFetch] },
    build: {
      outDir: 'out/main',
      target: node,
      minify: true,
      // For the size budget.
      manifest: true,
      externalizeDeps: false,
      rolldownOptions: {
        input: resolve(import.meta.dirname, 'src/main/index.ts'),
        // Optional speed-ups of ws that are not installed; it catches their absence.
        external: ['bufferutil', 'utf-8-validate'],
        // CommonJS runs at once. An ES module is loaded asynchronously, and a launcher that imports it
        // (`electron .` with some runtimes) would then run it after `ready`, too late to register the scheme.
        output: { format: 'cjs', entryFileNames: 'index.cjs', chunkFileNames: 'chunks/[name]-[hash].cjs' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      target: node,
      minify: true,
      externalizeDeps: false,
      // A sandboxed preload must be CommonJS.
      rolldownOptions: {
        input: {
          index: resolve(import.meta.dirname, 'src/preload/index.ts'),
          staff: resolve(import.meta.dirname, 'src/preload/staff.ts'),
          paymentBar: resolve(import.meta.dirname, 'src/preload/paymentBar.ts'),
        },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: resolve(import.meta.dirname, 'src/renderer'),
    define: rendererDefine('electron'),
    plugins: [
      brand({ isClient: true }),
      react(),
      screenMedia('electron'),
      verifierPage(),
      olderBrowsers({ hasScript: false }),
      {
        // electron-vite sets './' for file:// pages; ours has an origin and routes, so addresses are absolute.
        name: 'absolute-base',
        enforce: 'post',
        config: (config) => {
          config.base = '/'
        },
      },
    ],
    build: {
      outDir: resolve(import.meta.dirname, 'out/renderer'),
      minify: true,
      target: 'es2022',
      assetsInlineLimit: 2048,
      rolldownOptions: {
        input: resolve(import.meta.dirname, 'src/renderer/index.html'),
        // Nothing is downloaded here, but every file is one more request to main: what the first screen needs
        // is one chunk. The web build stays split by route.
        output: { codeSplitting: { groups: [{ name: 'first', test: firstScreen }] } },
      },
    },
  },
})
