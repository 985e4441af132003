import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { app, utilityProcess, type UtilityProcess } from 'electron'
import { Backoff } from './recovery/Backoff.ts'
import { killProcess } from './recovery/processes.ts'
import { watchForHang } from './recovery/watchForHang.ts'
import { reasonOf } from './reasonOf.ts'

export interface EmbeddedServer {
  url: string
  stop(): Promise<void>
}

const startTimeoutMs = 60_000

/**
 * Demo mode: the server (dist-server, built by `npm run build:server`) in a separate process, with its data
 * in the user data folder, on a free port of this machine. Resolves when it is ready. From then on it is started again
 * at the same address whenever it ends or hangs.
 */
export async function startEmbeddedServer(): Promise<EmbeddedServer> {
  const home = app.isPackaged ? join(process.resourcesPath, 'server') : app.getAppPath()
  const program = join(home, 'dist-server', 'server.js')
  if (!existsSync(program)) throw new Error(`embedded server not found: ${program}`)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const start = () => startProcess(program, home, port)
  const backoff = new Backoff()
  let running = start()
  await waitUntilReady(url, running)

  let isReady = true
  let isStopping = false
  const hang = watchForHang(
    ({ pid }) => pid === running.child.pid,
    async () => {
      if (isReady) await respond(url)
    },
    () => killProcess(running.child.pid ?? 0, 'the server is stuck'),
  )
  void keepRunning()
  return {
    url,
    async stop() {
      isStopping = true
      hang.stop()
      running.child.kill()
      await running.exited
    },
  }

  async function keepRunning(): Promise<void> {
    while (!isStopping) {
      const code = await running.exited
      if (isStopping) return
      isReady = false
      hang.reset()
      console.error(`palpite: the embedded server stopped with code ${code}; it is started again`)
      await sleep(backoff.next())
      if (isStopping) return
      running = start()
      try {
        await waitUntilReady(url, running)
        isReady = true
      } catch (error) {
        console.error(`palpite: ${reasonOf(error)}`)
        running.child.kill()
      }
    }
  }
}

interface ServerProcess {
  child: UtilityProcess
  /** Resolves with the exit code. */
  exited: Promise<number>
}

function startProcess(program: string, home: string, port: number): ServerProcess {
  const child = utilityProcess.fork(program, [], {
    serviceName: `${__BRAND_NAME__} server`,
    cwd: home,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: join(app.getPath('userData'), 'server'),
    },
    stdio: 'inherit',
  })
  return { child, exited: once(child, 'exit').then(([code]) => Number(code)) }
}

async function waitUntilReady(url: string, { exited }: ServerProcess): Promise<void> {
  let exitCode: number | null = null
  void exited.then((code) => (exitCode = code))
  const deadline = performance.now() + startTimeoutMs
  while (!(await isListening(url))) {
    if (exitCode !== null) throw new Error(`the embedded server stopped with code ${String(exitCode)}`)
    if (performance.now() > deadline) throw new Error('the embedded server does not respond')
    await sleep(150)
  }
}

async function isListening(url: string): Promise<boolean> {
  try {
    await respond(url, AbortSignal.timeout(2_000))
    return true
  } catch {
    // Not listening yet: retried until the deadline.
    return false
  }
}

/** Rejects when the server refuses the connection; waits as long as it takes. */
async function respond(url: string, signal?: AbortSignal): Promise<void> {
  const response = await fetch(`${url}/api/app/main/appInfo`, signal ? { signal } : {})
  await response.body?.cancel()
}

async function freePort(): Promise<number> {
  const socket = createServer().listen(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address() as AddressInfo
  socket.close()
  await once(socket, 'close')
  return port
}
