import { defineConfig } from 'vitest/config'

/** `unit` needs nothing but Node; `server` starts one embedded PostgreSQL for the whole run. */
export default defineConfig({
  test: {
    projects: [
      {
        define: { __HOST__: JSON.stringify('web') },
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          environment: 'node',
          // Draws by the ten thousand: a second on a quiet machine, several on one that does more.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['tests/server/**/*.test.ts', 'tests/ledger/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/server/postgres.setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
