import { readFileSync } from 'node:fs'
import { descendantsOf } from './processes.ts'

/** Memory of a terminal in MB, as PSS: what processes share is divided among them. */
export interface Memory {
  main: number
  /** Main and every process that it has started. */
  all: number
}

export function readMemory(application: number): Memory {
  const main = pssOf(application)
  const others = descendantsOf(application).map(({ pid }) => pssOf(pid))
  return { main, all: others.reduce((sum, each) => sum + each, main) }
}

/** 0: the process has ended. */
function pssOf(pid: number): number {
  try {
    const kilobytes = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
    return Number(kilobytes ?? 0) / 1024
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ESRCH') return 0
    throw error
  }
}
