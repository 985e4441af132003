import { defineConfig } from '@playwright/test'
import { findChromium, findElectron } from './scripts/runtimes.ts'
import type { HostOptions } from './tests/e2e/hostOptions.ts'

const port = Number(process.env['E2E_PORT'] ?? 5277)
// Not the next one: that is the games' origin.
const brazilPort = port + 2
const dataDir = process.env['E2E_DATA_DIR'] ?? '.data-e2e'
const chromium = findChromium()
const electron = findElectron()

/** One server for the whole run, and one with other rules; every test makes its own player. No retries: a flake is a bug. */
export default defineConfig<HostOptions>({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'artifacts/e2e.json' }]],
  use: {
    serverUrl: `http://127.0.0.1:${port}`,
    brazilUrl: `http://127.0.0.1:${brazilPort}`,
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 393, height: 852 },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    hasTouch: true,
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    // The Electron projects have it too: Playwright's own page fixture wants a browser to be there.
    browserName: 'chromium',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    {
      name: 'web',
      testDir: 'tests/e2e/specs',
      use: {
        host: 'web',
      },
    },
    ...(electron
      ? [
          {
            name: 'electron',
            testDir: 'tests/e2e/specs',
            // They measure texts at 320 px, which the window never is.
            testIgnore: ['languagePrompts.spec.ts', 'languageStates.spec.ts'],
            use: { host: 'electron' as const, electronPath: electron },
          },
          {
            name: 'electron-security',
            testDir: 'tests/e2e/electron',
            use: { host: 'electron' as const, electronPath: electron },
          },
        ]
      : []),
  ],
  webServer: [
    server(port, dataDir),
    // The Brazilian rules, for specs/brazil.spec.ts.
    server(brazilPort, `${dataDir}-br`, { JURISDICTION: 'br' }),
  ],
})

/** A server with a database of its own, empty at every run. */
function server(at: number, data: string, env: Record<string, string> = {}) {
  return {
    command: `node -e "fs.rmSync(process.env.DATA_DIR, { recursive: true, force: true })" && node dist-server/server.js`,
    url: `http://127.0.0.1:${at}/api/app/main/appInfo`,
    reuseExistingServer: false,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
    env: { PORT: String(at), DATA_DIR: data, SANDBOX: '1', LOG_LEVEL: 'warn', ...env },
  }
}
