import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { brand } from './scripts/brand/brand.ts'
import { browserTargets } from './scripts/floor/browserFloor.ts'
import { olderBrowsers } from './scripts/olderBrowsers.ts'
import { rendererDefine } from './scripts/rendererDefine.ts'
import { scopedName } from './scripts/scopedName.ts'
import { screenMedia } from './scripts/screenMedia.ts'
import { verifierPage } from './scripts/verifierPage.ts'

type Chunking = Pick<Rolldown.PluginContext, 'getModuleInfo'>

/** What several screens and overlays share. */
const sharedParts = {
  test: /src\/(renderer|contract)\/|node_modules\/(lucide-react|@radix-ui)\//,
  minShareCount: 2,
}

/** What these screens and others share: the modules that they import, with all that those import. */
function sharedBy(name: string, screens: RegExp) {
  const known = new Map<string, boolean>()
  const isPart = (id: string, chunking: Chunking): boolean => {
    const result =
      known.get(id) ??
      (screens.test(id) ||
        (chunking.getModuleInfo(id)?.importers.some((importer) => isPart(importer, chunking)) ?? false))
    known.set(id, result)
    return result
  }
  return {
    ...sharedParts,
    name: (id: string, chunking: Chunking) => (isPart(id, chunking) ? name : null),
    debugName: name,
  }
}

/**
 * What is loaded together is one file, not a dozen requests of a kilobyte each; a module belongs to the first group that it
 * matches. Screens, overlays and dictionaries stay files of their own.
 */
const chunkGroups = [
  // The program in three parts: a browser runs each as a task of its own.
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'libraries', tags: ['$initial' as const], test: /node_modules\// },
  { name: 'initial', tags: ['$initial' as const] },
  // Loaded after the first paint: HTTP, socket and device id; the games' pictures.
  {
    name: 'calls',
    test: /node_modules\/(axios|@fingerprintjs)\/|src\/(renderer\/platform\/(webCalls|fingerprint)\.|realtime\/|http\/)/,
  },
  // Where everything beyond the first view is.
  { name: 'places', test: /renderer\/(app\/(screens|overlayRegistry|lazyHosts)|i18n\/lazyTexts)\.ts$/ },
  { name: 'games', test: /renderer\/assets\/(games\/|gameArt)/ },
  // The pages where visitors arrive have the style of their files in them, so what they do not need is in other files.
  sharedBy(
    'pages',
    /renderer\/(app\/lazyHosts|screens\/(home\/belowFold|vip\/VipScreen|conta\/ContaScreen))\./,
  ),
  sharedBy('access', /renderer\/overlays\/access\/AccessOverlay\./),
  sharedBy('sports', /renderer\/screens\/footballPage\/FootballPageScreen\./),
  sharedBy('originals', /renderer\/games\/\w+\/\w+Game\./),
  { name: 'shared', ...sharedParts },
]

/** The renderer as a plain web bundle in `dist-web/`; the server serves it at `/`. */
export default defineConfig({
  root: resolve(import.meta.dirname, 'src/renderer'),
  base: '/',
  define: rendererDefine('web'),
  plugins: [
    brand({ isClient: true }),
    react(),
    screenMedia('web'),
    verifierPage(),
    olderBrowsers({ hasScript: true }),
  ],
  css: { modules: { generateScopedName: scopedName } },
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
    target: browserTargets,
    manifest: true,
    // Without the polyfill, browsers that ignore the hint load the same chunks a little later.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 2048,
    rolldownOptions: {
      output: { codeSplitting: { groups: chunkGroups } },
    },
  },
})
