import { defineConfig } from '@playwright/test'
import { playersPhone } from '#qa/options.ts'
import { findElectron, findFirefox, findTestBrowser, findWebKit } from './scripts/runtimes.ts'
import type { EngineOptions, HostOptions, ServerOptions } from './tests/e2e/hostOptions.ts'

const port = Number(process.env['E2E_PORT'] ?? 5277)
// The two after a server's own are those of the games and of the back office.
/** Of the first server; passkeys need a name, not an address. */
const officePort = port + 2
const officeUrl = `http://localhost:${officePort}`
const dataDir = process.env['E2E_DATA_DIR'] ?? '.data-e2e'
const chromium = findTestBrowser()
const engines = [...(findWebKit() ? ['webkit' as const] : []), ...(findFirefox() ? ['firefox' as const] : [])]
const electron = findElectron()

/** `npm run test:pictures`: alone with a server of its own, whose clock it stops. */
const drawsPictures = process.env['PICTURES'] !== undefined
/** The address of that server does not depend on the port: pages show it, as a link and as a QR code. */
const pictureHost = 'palpite.localhost'

/** Empties DATA_DIR; copies the cluster that scripts/preparedCluster.ts made to it where `npm test` has one. */
const emptyDatabase = [
  'node -e "fs.rmSync(process.env.DATA_DIR, { recursive: true, force: true })"',
  ...(process.env['PREPARED_CLUSTER'] && process.platform !== 'win32'
    ? ['mkdir -p "$DATA_DIR/pg"', 'cp -a "$PREPARED_CLUSTER/pg/." "$DATA_DIR/pg"']
    : []),
].join(' && ')

/**
 * `main`: npm test, without what is tagged @full, and in Electron only what is tagged @host. `rest`: what is tagged @full, and in
 * Electron what is tagged @window. `full`: every spec, in Electron too.
 */
const scope = process.env['TEST_SCOPE'] ?? 'main'
const isFull = scope === 'full'
const ofScope = isFull ? {} : scope === 'rest' ? { grep: /@full/ } : { grepInvert: /@full/ }

/**
 * Drawing the animations takes a third of the run. Specs of something that moves use `withMotion`; `npm run test:full` runs
 * all of Electron's with motion.
 */
const withoutMotion = { reducedMotion: 'reduce' } as const

/**
 * One server for the whole run; every test creates its own player. Specs that move its clock, or need other settings, start one
 * of their own for as long as they last (tests/e2e/ownServer.ts).
 * No retries: a flake is a bug. E2E_TRACE=1 keeps a trace of what failed: recording one slows every test down.
 */
export default defineConfig<ServerOptions, HostOptions & EngineOptions>({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000, toPass: { timeout: 60_000 } },
  reporter: [['list'], ['json', { outputFile: process.env['E2E_REPORT'] ?? 'artifacts/e2e.json' }]],
  use: {
    serverUrl: `http://127.0.0.1:${port}`,
    noSandbox: true,
    baseURL: `http://127.0.0.1:${port}`,
    ...playersPhone,
    trace: process.env['E2E_TRACE'] === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // A step that times out fails at its own line, not at the end of the test.
    actionTimeout: 30_000,
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
        // A camera that the browser makes up, and allows: specs/identity.spec.ts.
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        ...(drawsPictures
          ? [`--host-resolver-rules=MAP ${pictureHost}:80 127.0.0.1:${port}`, '--font-render-hinting=none']
          : []),
      ],
    },
  },
  projects: [
    ...(electron
      ? [
          {
            // The packed application (`npm run package:qa`) on X servers of its own.
            name: 'kiosk',
            // They mostly wait, so they run beside those of the other projects from the beginning.
            workers: 1,
            testDir: 'tests/kiosk',
            // Long ones: half a minute each.
            ...ofScope,
            use: { host: 'electron' as const },
          },
        ]
      : []),
    {
      // Long ones, and they wait much: beside those of the browser from the beginning, too.
      name: 'office',
      workers: 1,
      testDir: 'tests/e2e/office',
      ...ofScope,
      use: {
        contextOptions: withoutMotion,
        baseURL: officeUrl,
        viewport: { width: 1280, height: 800 },
        hasTouch: false,
      },
    },
    {
      name: 'web',
      workers: 3,
      testDir: 'tests/e2e/specs',
      ...ofScope,
      use: {
        host: 'web',
        contextOptions: withoutMotion,
      },
    },
    ...engines.map((engineName) => ({
      // Browsers of other engines, each with a process of its own.
      name: engineName,
      workers: 1,
      testDir: 'tests/engines',
      // `main`: one test in each. `rest`: all others in WebKit, which differs most from the engine of the other suites, and
      // the main job in Firefox.
      ...(isFull
        ? {}
        : scope === 'main'
          ? { grep: engineName === 'webkit' ? /@webkit/ : /@firefox/ }
          : engineName === 'webkit'
            ? { grepInvert: /@webkit/ }
            : { grep: /@job/ }),
      use: { engineName, officeUrl },
    })),
    ...(drawsPictures
      ? [
          {
            name: 'pictures',
            workers: 1,
            testDir: 'tests/pictures',
            use: {
              host: 'web' as const,
              contextOptions: withoutMotion,
              baseURL: `http://${pictureHost}`,
            },
          },
        ]
      : []),
    ...(electron
      ? [
          {
            // Each worker starts Electron once.
            name: 'electron',
            workers: scope === 'main' ? 1 : 3,
            testDir: 'tests/e2e/specs',
            // They measure texts at 320 px; the window is never that narrow.
            testIgnore: ['languagePrompts.spec.ts', 'languageStates.spec.ts'],
            ...ofScope,
            ...(isFull ? {} : { grep: scope === 'main' ? /@host/ : /@window|@full.*@host/ }),
            use: {
              host: 'electron' as const,
              electronPath: electron,
              ...(isFull ? {} : { contextOptions: withoutMotion }),
            },
          },
          {
            name: 'electron-security',
            workers: scope === 'main' ? 1 : 3,
            testDir: 'tests/e2e/electron',
            ...ofScope,
            use: { host: 'electron' as const, electronPath: electron },
          },
        ]
      : []),
  ],
  webServer: drawsPictures
    ? [server(port, dataDir, { PUBLIC_URL: `http://${pictureHost}` })]
    : [server(port, dataDir, { OFFICE_PORT: String(officePort), OFFICE_URL: officeUrl })],
})

/** A server with a database of its own, empty at every run. */
function server(at: number, data: string, env: Record<string, string> = {}) {
  return {
    command: `${emptyDatabase} && node dist-server/server.js`,
    url: `http://127.0.0.1:${at}/api/app/main/appInfo`,
    reuseExistingServer: false,
    timeout: 60_000,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
    env: { PORT: String(at), DATA_DIR: data, SANDBOX: '1', LOG_LEVEL: 'warn', OFFICE_PORT: '0', ...env },
  }
}
