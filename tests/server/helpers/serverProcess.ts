import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

export interface ServerProcess {
  child: ChildProcess
  /** Its address when it is ready; undefined when it exited instead. */
  url: string | undefined
  stdout(): string
  stderr(): string
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string | null>
}

/** The built server, which testPostgres.ts rebuilds if outdated. It starts twice as fast as the sources. */
const program = resolve(import.meta.dirname, '../../../dist-server/server.js')

/**
 * Starts the built server as a separate process and waits until it is ready or has exited. It uses a free port unless
 * `env` sets one. `built` is the path of another build.
 */
export async function startServerProcess(
  env: Record<string, string>,
  built = program,
): Promise<ServerProcess> {
  const { PATH, HOME, TMPDIR } = process.env
  const child = spawn(process.execPath, [built], {
    env: { PATH, HOME, TMPDIR, PORT: '0', ...env } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string | null)
  const ready = new Promise<string>((done) => {
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
      const url = /ready at (\S+)\n/.exec(stdout)?.[1]
      if (url) done(url)
    })
  })
  const url = await Promise.race([ready, ended.then(() => undefined)])
  return { child, url, stdout: () => stdout, stderr: () => stderr, ended }
}
