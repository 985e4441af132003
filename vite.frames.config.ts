import { resolve } from 'node:path'
import { defineConfig, type UserConfig } from 'vite'
import { brand } from './scripts/brand/brand.ts'
import { browserTargets } from './scripts/floor/browserFloor.ts'
import { screenMedia } from './scripts/screenMedia.ts'
import { noFinalizationRegistry } from './scripts/rendererDefine.ts'

const at = (path: string) => resolve(import.meta.dirname, path)

/** React's API by Preact: React itself is larger than everything else in these pages together. */
const preact: UserConfig = {
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  resolve: {
    alias: [
      { find: /^react-dom\/client$/, replacement: at('src/frames/client.ts') },
      { find: /^react$/, replacement: 'preact/compat' },
    ],
  },
}

const common: UserConfig['build'] = {
  emptyOutDir: true,
  target: browserTargets,
  // WebKit keeps the failure of a module that is named ahead, even when the page is loaded again.
  modulePreload: false,
}

/** Pages that are not part of the client's bundle: it frames two, two are windows of the application, one is QA's. */
const frames: Record<string, UserConfig> = {
  /** The support chat, in `dist-web/chat/`; the server serves it at `/chat`. */
  chat: {
    ...preact,
    root: at('src/frames/chat'),
    base: '/chat/',
    build: { ...common, outDir: at('dist-web/chat'), assetsInlineLimit: 0 },
  },
  /** The staff panel of a terminal, in `out/staff/`. */
  staff: {
    ...preact,
    root: at('src/frames/staff'),
    base: '/',
    define: noFinalizationRegistry,
    build: { ...common, outDir: at('out/staff'), assetsInlineLimit: 0 },
  },
  /** The bar of the payment window, in `out/payment/`. */
  payment: {
    ...preact,
    root: at('src/frames/payment'),
    base: '/',
    define: noFinalizationRegistry,
    build: { ...common, outDir: at('out/payment'), assetsInlineLimit: 0 },
  },
  /** QA's controls, in `dist-sandbox/`; the server of a sandbox serves them at `/sandbox`. */
  sandbox: {
    ...preact,
    root: at('src/frames/sandbox'),
    base: '/sandbox/',
    build: { ...common, outDir: at('dist-sandbox'), assetsInlineLimit: 0 },
  },
  /** The slots, in `dist-games/slots/`; the server serves them from an origin of their own. */
  slots: {
    ...preact,
    root: at('src/frames/slots'),
    base: '/slots/',
    define: noFinalizationRegistry,
    build: {
      ...common,
      outDir: at('dist-games/slots'),
      manifest: true,
    },
  },
}

/** One frame per run: `vite build --config vite.frames.config.ts --mode chat` (or `slots`). */
export default defineConfig(({ mode }) => {
  const frame = frames[mode]
  if (!frame) throw new Error(`--mode must be one of: ${Object.keys(frames).join(', ')}`)
  // Some import styles of the renderer; a frame is as narrow as a phone.
  return { ...frame, plugins: [brand(), screenMedia('electron')] }
})
