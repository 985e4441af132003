/**
 * `npm start`: builds what has changed, starts the server with its embedded database, and opens the Electron
 * window on it. `npm run serve` (--no-electron): the server and the web client only.
 */
import { fork, spawn, type ChildProcess } from 'node:child_process'
import { resolve } from 'node:path'
import { parseConfig } from '#server/config/config.ts'
import { tryPort } from '#server/http/port.ts'
import { StartError } from '#server/config/startError.ts'
import { electronBuild, ensureBuilt, officeBuild, sandboxBuild, serverBuild, webBuild } from './builds.ts'
import { findElectron, hasDisplay } from './runtimes.ts'

/** An Electron process that fails this soon could not open its window. */
const quickEndMs = 10_000
const fetchLimitMs = 5 * 60_000
const parentCheckMs = 500

const children = new Set<ChildProcess>()
let stopping = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
stopWithNpm()

try {
  const { config } = parseConfig(process.env)
  await (await tryPort(config)).release()
  const electron = chooseElectron(config.publicUrl)
  const builds = [webBuild, officeBuild, sandboxBuild, serverBuild]
  await ensureBuilt(electron ? [...builds, electronBuild] : builds)
  const url = await startServer()
  const program = await electron
  if (program && !stopping) openWindow(program, url)
} catch (error) {
  if (!stopping) {
    console.error(error instanceof Error ? error.message : error)
    await stop(error instanceof StartError ? error.exitCode : 1)
  }
}

/**
 * The Electron program, or undefined when no window is opened. Prints at once why and where the web client
 * will be. A runtime that npm did not install is downloaded meanwhile, and the window opens when it is ready.
 */
function chooseElectron(url: string): Promise<string | undefined> | undefined {
  if (process.argv.includes('--no-electron')) return undefined
  const open = `Open ${url} in a browser once the server is ready.`
  if (!hasDisplay()) {
    console.log(`No window: there is no display. ${open}`)
    return undefined
  }
  const electron = findElectron()
  if (electron) return Promise.resolve(electron)
  console.log(`No window: there is no Electron runtime (it opens should fetching one succeed). ${open}`)
  return fetchElectron()
}

function fetchElectron(): Promise<string | undefined> {
  const installer = track(fork('node_modules/electron/install.js', { stdio: 'ignore' }))
  const timer = setTimeout(() => installer.kill(), fetchLimitMs)
  return new Promise((resolve) => {
    installer.once('error', () => resolve(undefined))
    installer.once('exit', () => {
      clearTimeout(timer)
      resolve(findElectron())
    })
  })
}

/** Returns the address when it is ready. When the server ends, this process ends with its exit code. */
function startServer(): Promise<string> {
  return new Promise((resolve) => {
    const server = track(fork(serverBuild.output, { execArgv: ['--enable-source-maps'] }))
    server.once('message', (message: { ready: string }) => resolve(message.ready))
    server.once('exit', (code) => void stop(code ?? 1))
  })
}

function openWindow(electron: string, url: string): void {
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0
  const env: NodeJS.ProcessEnv = { ...process.env, PALPITE_SERVER_URL: url }
  delete env['ELECTRON_RUN_AS_NODE']
  const opened = Date.now()
  // Chromium's sandbox refuses to run as root. Some launchers import the application only after they are
  // ready; -r loads it before, as a packaged application is.
  const words = [...(asRoot ? ['--no-sandbox'] : []), '-r', resolve(electronBuild.output), resolve('.')]
  const child = track(spawn(electron, words, { stdio: 'inherit', env }))
  child.once('error', (error) => console.log(`No window: ${error.message}. Open ${url} in a browser.`))
  child.once('exit', (code, signal) => {
    if (stopping) return
    if (code !== 0 && Date.now() - opened < quickEndMs) {
      console.log(`No window: Electron ended with ${signal ?? code}. Open ${url} in a browser.`)
    } else {
      void stop(code ?? 0)
    }
  })
}

/** npm passes SIGTERM on to the shell between it and this process, and that shell ends without passing it on. */
function stopWithNpm(): void {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) void stop(0)
  }, parentCheckMs).unref()
}

function track(child: ChildProcess): ChildProcess {
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

/** Asks all processes to end and waits for them; for the server a second Ctrl+C means an immediate end. */
async function stop(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  await Promise.all(
    [...children].map((child) => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      return ended
    }),
  )
  process.exit(code)
}
