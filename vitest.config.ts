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

/** What `npm test` leaves out: half a minute each, or about an operator's installation and started a dozen times. */
const longTests = [
  'deployments',
  'dump',
  'flood',
  'floodSockets',
  'image',
  'liveAlerts',
  'movingPages',
  'optionalSchemas',
  'originalsKilled',
  'statementInCalc',
  'tracing',
].map((name) => `tests/server/${name}.test.ts`)
/** `main`: npm test. `rest`: what it leaves out. `full`: both. */
const scope = process.env['TEST_SCOPE'] ?? 'main'

/** `unit` needs nothing but Node; each other project starts one embedded PostgreSQL for the whole run. */
export default defineConfig({
  test: {
    // One more than the cores: tests with a database often wait for it. Four databases are enough for PostgreSQL.
    maxWorkers: Math.min(4, availableParallelism() + 1),
    projects: [
      {
        // Vitest replaces a global of the whole process, which Node itself needs.
        plugins,
        define: { ...rendererDefine('web'), FinalizationRegistry: 'FinalizationRegistry' },
        test: {
          name: 'unit',
          // A device in the house's time zone, wherever the tests run.
          env: { TZ: 'America/Sao_Paulo' },
          include: ['tests/unit/**/*.test.{ts,tsx}'],
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
          include:
            scope === 'rest'
              ? longTests
              : ['tests/server/**/*.test.ts', 'tests/ledger/**/*.test.ts', 'tests/economy/**/*.test.ts'],
          exclude: scope === 'main' ? longTests : [],
        },
      },
      {
        plugins,
        test: {
          ...withDatabase('security'),
          include: ['tests/security/**/*.test.ts'],
          // Thousands of calls: seconds on an idle machine.
          testTimeout: 120_000,
        },
      },
      {
        plugins,
        test: {
          ...withDatabase('reliability'),
          include: ['tests/reliability/**/*.test.ts'],
          // Servers and databases are killed and started in every test.
          testTimeout: 300_000,
        },
      },
    ],
  },
})
