/**
 * `npm run test:outside`: QA's kit as a project outside the repository gets it. Packs it, installs it in an empty folder beside
 * tests/outside and the files of docs/qa.md, checks their types against the package's own, and runs them in browser, window and
 * packed application on a server of their own. Needs the builds of `npm test`; `--hosts=web,electron` narrows it, and a host
 * that is named must be there.
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildKit, packKit } from './kit.ts'
import { copyCluster, preparedVariable } from './preparedCluster.ts'
import { findElectron, findTestBrowser, hasDisplay, onPath } from './runtimes.ts'

const root = resolve(import.meta.dirname, '..')
const port = Number(process.env['OUTSIDE_PORT'] ?? 5297)
const serverUrl = `http://127.0.0.1:${port}`
const sandboxToken = 'token-of-the-outside-tests'
const isWindows = process.platform === 'win32'
const folder = mkdtempSync(join(tmpdir(), 'palpite-outside-'))
const dataDir = join(folder, 'data')

const hosts = chooseHosts()
let server: ChildProcess | undefined
try {
  buildKit()
  const prepared = process.env[preparedVariable]
  if (prepared) await copyCluster(prepared, dataDir)
  server = startServer()
  makeProject(packKit())
  execFileSync('npx', ['tsc', '-p', folder], { cwd: root, stdio: 'inherit', shell: isWindows })
  await whenReady()
  process.exitCode = runSpecs()
} finally {
  if (server && server.exitCode === null) {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
}

function startServer(): ChildProcess {
  return spawn(process.execPath, ['dist-server/server.js'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      OFFICE_PORT: '0',
      DATA_DIR: dataDir,
      SANDBOX: '1',
      SANDBOX_TOKEN: sandboxToken,
      LOG_LEVEL: 'error',
    },
  })
}

/** The kit from its tarball, as `npm i -D` installs it; Playwright is the one that the repository has already. */
function makeProject(tarball: string): void {
  cpSync(join(root, 'tests/outside'), folder, { recursive: true })
  for (const [path, text] of filesOf(readFileSync(join(root, 'docs/qa.md'), 'utf8'))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const install = ['install', '--offline', '--legacy-peer-deps', '--ignore-scripts', '--save-dev', tarball]
  execFileSync('npm', install, { cwd: folder, stdio: 'pipe', shell: isWindows })
  for (const name of ['@playwright/test', '@types/node']) linkPackage(name)
}

function linkPackage(name: string): void {
  const path = join(folder, 'node_modules', name)
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(join(root, 'node_modules', name), path, 'junction')
}

/** The blocks of a page that name a file. */
function filesOf(page: string): Map<string, string> {
  const blocks = page.matchAll(/^```ts (\S+)\n([\s\S]*?)^```$/gm)
  return new Map(Array.from(blocks, ([, path = '', text = '']) => [path, text]))
}

async function whenReady(): Promise<void> {
  const end = Date.now() + 60_000
  for (;;) {
    const response = await fetch(`${serverUrl}/api/app/main/appInfo`).catch((error: unknown) => {
      if (Date.now() > end || server?.exitCode !== null) throw error
    })
    if (response?.ok) return
    await sleep(100)
  }
}

/** The hosts to test. Throws if one that is named on the command line is not there. */
function chooseHosts(): string[] {
  const named = process.argv.find((arg) => arg.startsWith('--hosts='))?.slice('--hosts='.length)
  return (named?.split(',') ?? ['web', 'electron', 'packaged']).filter((host) => {
    const reason = whyMissing(host)
    if (reason && named) throw new Error(`${host}: ${reason}`)
    if (reason) console.log(`skipped: ${host}: ${reason}`)
    return !reason
  })
}

/** Why a host cannot be tested here; undefined if it can. */
function whyMissing(host: string): string | undefined {
  if (host === 'electron' && !findElectron())
    return 'no Electron runtime here (set ELECTRON_OVERRIDE_DIST_PATH)'
  if (host !== 'packaged') return undefined
  // As docs/qa.md says, on Linux.
  const archive = join(root, 'release/qa/linux-unpacked/resources/app.asar')
  if (!existsSync(archive)) return 'no package here (npm run package:qa)'
  const isOld = statSync(archive).mtimeMs < statSync(join(root, 'out/main/index.cjs')).mtimeMs
  return isOld ? 'the package is older than out/ (npm run package:qa)' : undefined
}

/** Playwright's exit code. */
function runSpecs(): number {
  const isWindowed = hosts.some((host) => host !== 'web')
  const xvfb = isWindowed && !hasDisplay() ? onPath('xvfb-run') : undefined
  const [command = 'npx', ...args] = [
    ...(xvfb ? [xvfb, '-a'] : []),
    ...[process.execPath, join(folder, 'node_modules/@playwright/test/cli.js'), 'test'],
    ...hosts.map((host) => `--project=${host}`),
    ...['--reporter=list', '--workers=2'],
  ]
  const chromium = findTestBrowser()
  const { status } = spawnSync(command, args, {
    cwd: folder,
    stdio: 'inherit',
    env: {
      ...process.env,
      SERVER: serverUrl,
      SANDBOX_TOKEN: sandboxToken,
      PRODUCT: root,
      ...(chromium ? { CHROMIUM_PATH: chromium } : {}),
    },
  })
  return status ?? 1
}
