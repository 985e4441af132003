import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/**
 * The files of a worker share its process and what it loaded of node_modules; starting a process for each file took
 * longer than its tests. Modules of the project are loaded again for each file.
 */
const oneProcess = { isolate: false, setupFiles: ['tests/fresh.setup.ts'] }

/** What is waited for comes in milliseconds; a machine with other things to do may need seconds. */
const patience = { poll: { timeout: 15_000 } }

/** `unit` needs nothing but Node; `server` starts one embedded PostgreSQL for the whole run. */
export default defineConfig({
  test: {
    // All cores: Vitest leaves one idle, which is half of a small machine. Four databases are enough for PostgreSQL.
    maxWorkers: Math.min(4, availableParallelism()),
    projects: [
      {
        define: { __HOST__: JSON.stringify('web') },
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          environment: 'node',
          ...oneProcess,
          expect: patience,
          // Draws by the ten thousand: a second on a quiet machine, several on one that does more.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts', 'tests/ledger/**/*.test.ts'],
          environment: 'node',
          ...oneProcess,
          expect: patience,
          globalSetup: ['tests/server/postgres.setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
