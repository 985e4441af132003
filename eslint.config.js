import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

/** Words that only exist on the wire; the rest of the code uses the field's own terms. */
const wireOnly = ['curreny', 'bouns', 'czflag', 'yqm', 'isapp', 'freeBalance']

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
  {
    // Log lines go through deps.log, which removes secrets.
    files: ['src/server/**/*.ts'],
    ignores: ['src/server/server.ts'],
    rules: { 'no-console': 'error' },
  },
  {
    files: ['src/{renderer,frames}/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
    },
  },
  {
    files: ['src/{renderer,frames}/**/*.tsx'],
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
        {
          selector:
            'JSXOpeningElement > JSXIdentifier.name[name=/^(link|meta|style|script|ViewTransition|Activity|SuspenseList)$/]',
          message: "The build leaves out React's code for it: scripts/smallerLibraries.ts.",
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
      'src/{server,contract}/**/*.ts',
      'src/frames/**/*.{ts,tsx}',
      'src/renderer/games/**/*.{ts,tsx}',
      'src/renderer/{screens,overlays,features,stores}/**/*.{ts,tsx}',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'Use the fair generator or node:crypto.' },
      ],
    },
  },
  {
    // The wallets are `cash` and `bonus` everywhere; contract/http/wallet.ts has the mappers.
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/contract/**'],
    rules: { 'id-denylist': ['error', 'freeBalance'] },
  },
  {
    files: [
      'src/renderer/{screens,overlays,features,stores,games,ui}/**/*.{ts,tsx}',
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
