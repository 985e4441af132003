import { existsSync } from 'node:fs'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

/** Which room may not import which: one list for the whole house (ARCHITECTURE.md draws it). */
const zones = [
  { room: 'contract', not: ['main', 'preload', 'renderer', 'server', 'games/slots'] },
  // Our games live in a frame, on an origin of their own: they share the contract and nothing else.
  { room: 'games', not: ['main', 'preload', 'renderer', 'server'] },
  { room: 'main', not: ['renderer', 'preload', 'server'], except: ['src/main/embeddedServer.ts'] },
  { room: 'preload', not: ['renderer', 'main', 'server'] },
  { room: 'server', not: ['renderer', 'main', 'preload'] },
  {
    room: 'server/ledger',
    not: ['renderer', 'main', 'preload', 'server/domain', 'server/routes', 'server/games', 'server/sandbox'],
  },
  {
    room: 'server/db',
    not: ['renderer', 'main', 'preload', 'server/domain', 'server/routes', 'server/games', 'server/ledger'],
  },
  {
    room: 'server/domain',
    not: ['renderer', 'main', 'preload', 'server/routes', 'server/realtime', 'server/sandbox'],
  },
  {
    room: 'server/games',
    not: ['renderer', 'main', 'preload', 'server/routes', 'server/realtime', 'server/sandbox'],
  },
  {
    room: 'server/feed',
    not: [
      'renderer',
      'main',
      'preload',
      'server/routes',
      'server/realtime',
      'server/sandbox',
      'server/domain',
      'server/games',
      'server/sports',
      'server/ledger',
    ],
  },
  {
    room: 'server/sports',
    not: ['renderer', 'main', 'preload', 'server/routes', 'server/realtime', 'server/sandbox'],
  },
  { room: 'renderer', not: ['main', 'preload', 'server', 'chat'] },
  // A page of its own, framed by the client: it shares the contract and the design tokens, no code.
  { room: 'chat', not: ['main', 'preload', 'server', 'renderer(?!/ui/tokens)'] },
  {
    room: 'renderer/screens',
    not: [
      'main',
      'preload',
      'server',
      'renderer/overlays',
      'renderer/games',
      'renderer/app',
      'renderer/services',
      'renderer/platform',
    ],
  },
  {
    room: 'renderer/overlays',
    not: [
      'main',
      'preload',
      'server',
      'renderer/screens',
      'renderer/games',
      'renderer/app',
      'renderer/services',
      'renderer/platform',
    ],
  },
  {
    room: 'renderer/games',
    not: [
      'main',
      'preload',
      'server',
      'renderer/screens',
      'renderer/overlays',
      'renderer/app',
      'renderer/services',
      'renderer/platform',
    ],
  },
  {
    // Pieces with a store behind them that several screens, overlays or games share.
    room: 'renderer/parts',
    not: [
      'main',
      'preload',
      'server',
      'renderer/screens',
      'renderer/overlays',
      'renderer/games',
      'renderer/app',
      'renderer/services',
      'renderer/platform',
    ],
  },
  {
    room: 'renderer/stores',
    not: [
      'main',
      'preload',
      'server',
      'renderer/screens',
      'renderer/overlays',
      'renderer/games',
      'renderer/app',
      'renderer/ui',
    ],
  },
  {
    room: 'renderer/services',
    not: [
      'main',
      'preload',
      'server',
      'renderer/screens',
      'renderer/overlays',
      'renderer/games',
      'renderer/app',
      'renderer/ui',
      'renderer/stores',
    ],
  },
  {
    room: 'renderer/platform',
    not: [
      'main',
      'preload',
      'server',
      'renderer/screens',
      'renderer/overlays',
      'renderer/games',
      'renderer/app',
      'renderer/ui',
      'renderer/stores',
      'renderer/services',
    ],
  },
  {
    room: 'renderer/ui',
    not: [
      'main',
      'preload',
      'server',
      'renderer/screens',
      'renderer/overlays',
      'renderer/games',
      'renderer/app',
      'renderer/stores',
      'renderer/services',
      'renderer/platform',
    ],
  },
]

/** Words that only exist on the wire; the rest of the code uses the field's own terms. */
const wireOnly = ['curreny', 'bouns', 'czflag', 'yqm', 'isapp']

const always = [
  {
    regex: '(\\.schema\\.ts)$',
    message:
      'Schemas (zod) stay out of the renderer bundle: import types and mappers, or load a form schema lazily.',
    rooms: ['renderer', 'games'],
  },
]

/** How a file of `room` may write a path to `other`: by its alias, or by ../ up to what they have in common. */
function pathsTo(room, other) {
  const [house] = room.split('/')
  const beside = other.startsWith(`${house}/`) ? other.slice(house.length + 1) : other
  // A room may have a folder of the other's name (contract/games): then ../ leads to its own.
  return existsSync(`src/${room}/${beside}`) ? `^#${other}/` : `^#${other}/|^(\\.\\./)+${beside}/`
}

const zoneRules = zones.map(({ room, not, except = [] }) => ({
  files: [`src/${room}/**/*.{ts,tsx}`],
  ignores: except,
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          ...not.map((other) => ({
            regex: pathsTo(room, other),
            message: `${room} may not import ${other}: see ARCHITECTURE.md, "Who may import whom".`,
          })),
          ...always
            .filter((rule) => rule.rooms.some((r) => room.startsWith(r)))
            .map(({ regex, message }) => ({ regex, message })),
        ],
      },
    ],
  },
}))

export default tseslint.config(
  {
    ignores: [
      'node_modules',
      'out',
      'dist*',
      'release',
      '.data*',
      '.cache',
      'bench/results',
      'artifacts',
      'playwright-report',
      'test-results',
    ],
  },
  ...tseslint.configs.recommended,
  {
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-empty': ['error', { allowEmptyCatch: false }],
      'no-console': 'off',
      eqeqeq: ['error', 'always'],
    },
  },
  ...zoneRules,
  {
    files: ['src/renderer/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
    },
  },
  {
    files: ['src/renderer/**/*.tsx'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'JSXText[value=/[\\p{L}]{2,}/u]',
          message: 'No literal in a component: use a key of the dictionaries (t(...)).',
        },
        {
          selector:
            'JSXAttribute[name.name=/^(aria-label|title|placeholder|alt|label)$/] > Literal[value=/[\\p{L}]{2,}/u]',
          message: 'No literal in a component: use a key of the dictionaries (t(...)).',
        },
      ],
    },
  },
  {
    // The style page is a development tool and shows raw names on purpose.
    files: ['src/renderer/screens/ui/**/*.tsx'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: [
      'src/{server,contract,games}/**/*.ts',
      'src/renderer/games/**/*.{ts,tsx}',
      'src/renderer/{screens,overlays,stores}/**/*.{ts,tsx}',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'Use the fair generator or node:crypto.' },
      ],
    },
  },
  {
    files: [
      'src/renderer/{screens,overlays,parts,stores,games,ui}/**/*.{ts,tsx}',
      'src/server/{domain,ledger,games}/**/*.ts',
    ],
    rules: {
      'id-denylist': ['error', ...wireOnly],
      'no-restricted-globals': [
        'error',
        { name: 'localStorage', message: 'Use services/storage.ts.' },
        { name: 'sessionStorage', message: 'Use services/storage.ts.' },
        { name: 'fetch', message: 'Use the stores; only services talk to the server.' },
      ],
    },
  },
  {
    files: ['src/main/**/*.ts'],
    ignores: ['src/main/ipc.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "ImportSpecifier[imported.name='ipcMain']",
          message: 'Use handle() of main/ipc.ts: it checks sender and schema.',
        },
      ],
    },
  },
)
