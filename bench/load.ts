import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LoadResult, LoadTask } from './loadProcess.ts'

export interface Load {
  run(ms: number): Promise<LoadResult>
  stop(): Promise<void>
}

/** Starts a process that generates the load. */
export async function startLoad(task: LoadTask): Promise<Load> {
  const child = fork(join(import.meta.dirname, 'loadProcess.ts'), { execArgv: ['--import', 'tsx'] })
  const ended = new Promise<never>((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the load ended with ${code}`)))
  })
  ended.catch(() => undefined)
  const next = () => Promise.race([new Promise<unknown>((resolve) => child.once('message', resolve)), ended])
  child.send(task)
  await next()
  return {
    async run(ms) {
      child.send(ms)
      return (await next()) as LoadResult
    },
    async stop() {
      if (child.exitCode !== null) return
      const exit = once(child, 'exit')
      child.kill()
      await exit
    },
  }
}

/** Linux counts CPU time in ticks of this length, in µs. */
const tickMicros = 10_000

/** CPU time of these processes and their children, ended ones too, in µs; undefined where there is no /proc. */
export function cpuOf(pids: readonly number[]): number | undefined {
  const processes = new Map<number, { parent: number; ticks: number }>()
  try {
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue
      const stat = statOf(name)
      if (stat) processes.set(Number(name), stat)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  let ticks = 0
  for (const [pid, stat] of processes)
    if (pids.includes(pid) || pids.includes(stat.parent)) ticks += stat.ticks
  return ticks * tickMicros
}

/** The parent and the CPU time of a process, with that of its children that have ended; undefined when it has just ended itself. */
function statOf(pid: string): { parent: number; ticks: number } | undefined {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
  // The name, in parentheses, may contain any character.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return { parent: Number(fields[1]), ticks }
}
