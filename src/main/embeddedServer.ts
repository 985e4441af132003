import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { app, utilityProcess } from 'electron'

export interface EmbeddedServer {
  url: string
  stop(): Promise<void>
}

const startTimeoutMs = 60_000

/**
 * Demo mode: the server (dist-server, built by `npm run build:server`) in a separate process, with its data
 * in the user data folder, on a free port of this machine. Resolves when it is ready.
 */
export async function startEmbeddedServer(): Promise<EmbeddedServer> {
  const home = app.isPackaged ? join(process.resourcesPath, 'server') : app.getAppPath()
  const program = join(home, 'dist-server', 'server.js')
  if (!existsSync(program)) throw new Error(`embedded server not found: ${program}`)
  const port = await freePort()
  const child = utilityProcess.fork(program, [], {
    serviceName: 'Palpite server',
    cwd: home,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: join(app.getPath('userData'), 'server'),
    },
    stdio: 'inherit',
  })
  let exitCode: number | null = null
  const exited = once(child, 'exit').then(([code]) => {
    exitCode = Number(code)
  })
  const url = `http://127.0.0.1:${port}`
  const deadline = Date.now() + startTimeoutMs
  while (!(await isListening(url))) {
    if (exitCode !== null) throw new Error(`the embedded server stopped with code ${String(exitCode)}`)
    if (Date.now() > deadline) throw new Error('the embedded server does not respond')
    await sleep(150)
  }
  return {
    url,
    async stop() {
      if (exitCode === null) child.kill()
      await exited
    },
  }
}

async function isListening(url: string): Promise<boolean> {
  try {
    await fetch(`${url}/api/docs/json`, { signal: AbortSignal.timeout(2_000) })
    return true
  } catch {
    // Not listening yet: retried until the deadline.
    return false
  }
}

async function freePort(): Promise<number> {
  const socket = createServer().listen(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address() as AddressInfo
  socket.close()
  await once(socket, 'close')
  return port
}
