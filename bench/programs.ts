import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A running program of a benchmark, ready for calls at `url`. */
export interface Program {
  url: string
  pid: number
  stop(): Promise<void>
}

/**
 * Starts a Node program that sends `{ ready: url }` when it is ready for calls. `onLine` gets what it prints, which is else
 * printed.
 */
export async function startProgram(
  file: string,
  env: Record<string, string>,
  execArgv: string[] = [],
  onLine?: (line: string) => void,
): Promise<Program> {
  const child = fork(file, { env: { ...process.env, ...env }, execArgv, silent: onLine !== undefined })
  for (const output of onLine ? [child.stdout, child.stderr] : [])
    if (output) createInterface(output).on('line', (line) => onLine?.(line))
  return { url: await whenReady(child), pid: pidOf(child.pid), stop: () => stop(child) }
}

export function pidOf(pid: number | undefined): number {
  if (pid === undefined) throw new Error('the program has ended')
  return pid
}

/** Waits until the program is ready; returns its address. */
function whenReady(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('message', (message: { ready: string }) => resolve(message.ready))
    child.once('exit', (code) => reject(new Error(`the program ended with ${code}`)))
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
