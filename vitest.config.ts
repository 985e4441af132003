import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { brand } from './scripts/brand/brand.ts'
import { useMemoryFolder } from './scripts/memoryFolder.ts'
import { rendererDefine } from './scripts/rendererDefine.ts'

useMemoryFolder()

/**
 * The files of a worker share its process and its loaded node_modules; starting a process for each file took
 * longer than its tests. Modules of the project are loaded again for each file.
 */
const oneProcess = { isolate: false, setupFiles: ['tests/fresh.setup.ts'] }

/** Waits take milliseconds; a busy machine may need seconds. */
const plugins = [brand()]

/** Where the parts of an `npm test` keep the modules that one of them has compiled (scripts/test.ts). */
const compiledModules = process.env['COMPILED_MODULES']

const patience = { poll: { timeout: 15_000 } }

const withDatabase = (name: string) => ({
  name,
  environment: 'node' as const,
  ...oneProcess,
  expect: patience,
  globalSetup: ['tests/server/postgres.setup.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
})

/** `main`: npm test. `rest`: what it leaves out. `full`: both. */
const scope = process.env['TEST_SCOPE'] ?? 'main'

/**
 * What `npm test` leaves out: half a minute each, about an operator's installation and started a dozen times, or how real the
 * simulated matches are.
 */
const longTests = [
  ...['scripts/debianInstallation', 'scripts/debianPackage', 'server/feed/simulatedWorld'].map(
    (name) => `tests/unit/${name}.test.ts`,
  ),
  ...[
    'deployments',
    'doctor',
    'dump',
    'flood',
    'floodSockets',
    'image',
    'liveAlerts',
    'migrationLocks',
    'movingPages',
    'officeCommand',
    'optionalSchemas',
    'originalsKilled',
    'partitions',
    'serve',
    'statementInCalc',
    'stopping',
    'tracing',
  ].map((name) => `tests/server/${name}.test.ts`),
  'tests/reliability/history.test.ts',
]

/** The files of a project. In `rest` those that `npm test` leaves out, and those of which it runs a part (tests/scope.ts). */
function filesOf(...folders: string[]): { include: string[]; exclude: string[] } {
  const include = folders.map((folder) => `tests/${folder}/**/*.test.{ts,tsx}`)
  if (scope === 'full') return { include, exclude: [] }
  if (scope === 'main') return { include, exclude: longTests }
  const partly = folders.flatMap((folder) =>
    readdirSync(`tests/${folder}`, { recursive: true, encoding: 'utf8' })
      .map((name) => `tests/${folder}/${name}`)
      .filter((path) => /\.test\.tsx?$/.test(path) && readFileSync(path, 'utf8').includes("scope.ts'")),
  )
  const left = longTests.filter((path) => folders.some((folder) => path.startsWith(`tests/${folder}/`)))
  return { include: [...left, ...partly], exclude: [] }
}

/** `unit` needs nothing but Node; each other project starts one embedded PostgreSQL for the whole run. */
export default defineConfig({
  test: {
    // One more than the cores: tests with a database often wait for it. Four databases are enough for PostgreSQL.
    maxWorkers: Math.min(4, availableParallelism() + 1),
    ...(compiledModules !== undefined && {
      experimental: { fsModuleCache: true, fsModuleCachePath: compiledModules },
    }),
    projects: [
      {
        // Vitest replaces a global of the whole process, which Node itself needs.
        plugins,
        define: { ...rendererDefine('web'), FinalizationRegistry: 'FinalizationRegistry' },
        test: {
          name: 'unit',
          // A device in the house's time zone, wherever the tests run.
          env: { TZ: 'America/Sao_Paulo' },
          ...filesOf('unit'),
          environment: 'node',
          ...oneProcess,
          // So that a test that mocks Electron mocks it there too.
          server: { deps: { inline: ['electron-store'] } },
          expect: patience,
          // Tens of thousands of draws: a second on an idle machine, several on a busy one.
          testTimeout: 30_000,
        },
      },
      {
        plugins,
        test: {
          ...withDatabase('server'),
          ...filesOf('server', 'ledger', 'economy'),
        },
      },
      {
        plugins,
        test: {
          ...withDatabase('security'),
          ...filesOf('security'),
          // Thousands of calls: seconds on an idle machine.
          testTimeout: 120_000,
        },
      },
      {
        plugins,
        test: {
          ...withDatabase('reliability'),
          ...filesOf('reliability'),
          // Servers and databases are killed and started in every test.
          testTimeout: 300_000,
        },
      },
    ],
  },
})
