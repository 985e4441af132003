import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { brand } from './scripts/brand/brand.ts'
import { minifiedTwice } from './scripts/minifiedTwice.ts'
import { rendererDefine } from './scripts/rendererDefine.ts'
import { runtimeWithReact } from './scripts/runtimeWithReact.ts'
import { scopedName } from './scripts/scopedName.ts'
import { revealAtOnce } from './scripts/revealAtOnce.ts'
import { screenMedia } from './scripts/screenMedia.ts'
import { smallerLibraries } from './scripts/smallerLibraries.ts'
import { verifierPage } from './scripts/verifierPage.ts'

/** What is over every page, and what the rest of /home shares with other screens, which need no /home. */
const sharedWithHome = new RegExp(
  [
    String.raw`renderer\/app\/(laterHosts|PromptHost|ServerNotice|ToastHost)\b`,
    String.raw`renderer\/ui\/(Badge|LinkButton|EmptyState|Progress|LevelEmblem|levelPalettes|PaymentLogo|paymentPaths)\b`,
    String.raw`renderer\/(assets\/empty|features\/vip\/levelProgress|i18n\/dates)`,
    String.raw`contract\/(games\/gameCodes|rules\/(vip|search))\b`,
    String.raw`lucide-react\/dist\/esm\/icons\/(chevron-right|star|circle-pause)\b`,
  ].join('|'),
)

/**
 * What is loaded together is one file, not a dozen requests of a kilobyte each: the first view, what the first call
 * needs, the games' pictures, the rest of /home, and code that several screens share. Screens and overlays stay files
 * of their own.
 */
const chunkGroups = [
  // Three parts of the client: a browser runs each as a task of its own (scripts/prerender.ts).
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 8 },
  { name: 'libraries', tags: ['$initial' as const], test: /node_modules\//, priority: 7 },
  { name: 'first', tags: ['$initial' as const], priority: 6 },
  // Everything beyond the first view needs it first: i18next, and where screens, overlays and texts are.
  {
    name: 'later',
    test: /renderer\/(app\/overlayRegistry|i18n\/(laterTexts|i18next))\.|node_modules\/(i18next|react-i18next|html-parse-stringify|void-elements)\//,
    priority: 5.5,
  },
  {
    name: 'calls',
    test: /node_modules\/(axios|@fingerprintjs)\/|src\/(renderer\/platform\/(webCalls|fingerprint)\.|realtime\/|http\/)/,
    priority: 5,
  },
  { name: 'games', test: /renderer\/assets\/(games\/|gameArt)/, priority: 4 },
  { name: 'common', test: sharedWithHome, priority: 3.5 },
  { name: 'home', test: /renderer\/screens\/home\/belowFold/, priority: 3 },
  {
    name: 'ui',
    test: /renderer\/(ui|assets|services)\/|node_modules\/(lucide-react|@radix-ui)\//,
    minShareCount: 2,
    priority: 2,
  },
  // Of /conta, the account menu and the records.
  {
    name: 'account',
    test: /renderer\/features\/(records\/(record(Texts|Lines)|RecordIcon|RecordAmount)|balance\/HideBalanceButton)|contract\/(http\/(order|withdraw|recordSums)|rules\/withdraw)\./,
    minShareCount: 2,
    includeDependenciesRecursively: false,
    priority: 2.5,
  },
  // Rules of all originals, and what mines and the tower share: a request less for these two.
  {
    name: 'originals',
    test: /contract\/games\/(dice|limbo|luckyColor|double|rowDouble|mines)\.|renderer\/games\/shared\/(Reveal|FieldRows|formatStep)/,
    minShareCount: 2,
    includeDependenciesRecursively: false,
    priority: 1.7,
  },
  {
    name: 'sports',
    test: /renderer\/features\/(tickets|betSlip|odds)\/|contract\/rules\/(sports|settlement|combination|cashOut)\./,
    minShareCount: 2,
    // What sports only share with other parts is in `shared`.
    includeDependenciesRecursively: false,
    priority: 1.5,
  },
  { name: 'shared', test: /src\/(contract|renderer)\//, minShareCount: 4, priority: 1 },
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
    smallerLibraries(),
    revealAtOnce(),
    runtimeWithReact(),
    minifiedTwice(),
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
    target: 'es2022',
    manifest: true,
    // Without the polyfill, browsers that ignore the hint load the same chunks a little later.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 2048,
    rolldownOptions: {
      output: { codeSplitting: { groups: chunkGroups } },
    },
  },
})
