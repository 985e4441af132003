import { spawn, type ChildProcess } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { serverBuild } from '../builds.ts'
import type { Node } from './installNode.ts'

export interface Served {
  url: string
  /** Stops the server as Ctrl+C does. Throws unless it exits with 0 and wrote nothing to its standard error. */
  stop(): Promise<void>
}

const startLimitMs = 4 * 60_000
const stopLimitMs = 30_000

/** Runs what `npm run serve` runs, in a copy of the sources: builds everything, then serves it. */
export const serveSources = (folder: string, node: Node): Promise<Served> =>
  serve(node, { cwd: folder, folder, args: ['--import', 'tsx', 'scripts/start.ts', '--no-electron'] })

/** Serves the builds of this working copy, with the data in `folder`. */
export const serveBuilt = (folder: string, node: Node): Promise<Served> =>
  serve(node, { cwd: '.', folder, args: ['--enable-source-maps', serverBuild.output] })

/**
 * Serves with `node` first on the PATH, on a free port, with an embedded database in a new data folder. Throws with the whole
 * output when it does not get ready.
 */
async function serve(
  node: Node,
  { cwd, folder, args }: { cwd: string; folder: string; args: string[] },
): Promise<Served> {
  const { HOME, TMPDIR } = process.env
  const child = spawn(node.program, args, {
    cwd,
    env: {
      HOME,
      TMPDIR,
      PATH: [node.bin, process.env['PATH']].join(delimiter),
      PORT: '0',
      DATA_DIR: join(folder, '.data'),
    } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const failure = (what: string) => new Error([what, stdout.trim(), stderr.trim()].filter(Boolean).join('\n'))

  const exited = exitOf(child)
  const ready = new Promise<string>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      stdout += chunk.toString()
      const url = /ready at (\S+)\n/.exec(stdout)?.[1]
      if (url) resolve(url)
    })
  })
  const early = exited.then((end) => failure(`it exited with ${end} before it was ready`))
  const start = await Promise.race([
    ready,
    early,
    after(startLimitMs, () => failure('it was not ready in time')),
  ])
  if (start instanceof Error) {
    child.kill('SIGKILL')
    throw start
  }
  return {
    url: start,
    async stop() {
      child.kill('SIGINT')
      const end = await Promise.race([exited, after(stopLimitMs, () => 'no exit in time')])
      child.kill('SIGKILL')
      if (end !== 0) throw failure(`it did not stop cleanly: ${end}`)
      if (stderr !== '') throw failure('it wrote to its standard error:')
    },
  }
}

/** The exit code, the signal that ended it, or why it could not run. */
function exitOf(child: ChildProcess): Promise<number | string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'no exit code'))
  })
}

/** Does not keep the process alive by itself. */
function after<T>(ms: number, value: () => T): Promise<T> {
  return new Promise((resolve) => setTimeout(() => resolve(value()), ms).unref())
}
