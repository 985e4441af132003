import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../../src/server/db/dataFolder.ts'

/**
 * Processes that are counted together: a control group of Linux, which also counts those whose parent has ended before them, as
 * most of a browser's have. Making one needs root, or a folder that was delegated to this user.
 */
export class CpuGroup {
  readonly #folder: string

  private constructor(folder: string) {
    this.#folder = folder
  }

  /** Undefined where the system has no control groups, or this user may make none. */
  static create(name: string): CpuGroup | undefined {
    const parent = parentFolder()
    if (parent === undefined) return undefined
    const folder = join(parent, `palpite-${process.pid}-${name.replaceAll(/\W+/g, '-')}`)
    try {
      removeLeftOvers(parent)
      mkdirSync(folder)
    } catch (error) {
      if (refusals.includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
      throw error
    }
    return new CpuGroup(folder)
  }

  /** The same command, which begins by entering the group. */
  wrap(command: string, args: readonly string[]): [command: string, args: string[]] {
    return ['sh', ['-c', 'echo $$ > "$0" && exec "$@"', join(this.#folder, 'cgroup.procs'), command, ...args]]
  }

  /** CPU seconds so far. */
  seconds(): number {
    const usage = join(this.#folder, 'cpuacct.usage')
    if (existsSync(usage)) return Number(readFileSync(usage, 'utf8')) / 1e9
    const [, micros] = /^usage_usec (\d+)$/m.exec(readFileSync(join(this.#folder, 'cpu.stat'), 'utf8')) ?? []
    return Number(micros) / 1e6
  }

  /** Ends the count. Returns the CPU seconds. */
  end(): number {
    const seconds = this.seconds()
    remove(this.#folder)
    return seconds
  }
}

/** A process that is still ending keeps its group: a later run removes it. */
function remove(folder: string): void {
  try {
    rmdirSync(folder)
  } catch (error) {
    if (!['EBUSY', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** Groups of runs that have ended. */
function removeLeftOvers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const [, pid] = /^palpite-(\d+)-/.exec(name) ?? []
    if (pid !== undefined && !isAlive(Number(pid))) remove(join(parent, name))
  }
}

/** Read-only as in most containers, not root, or no such file system. */
const refusals = ['EROFS', 'EACCES', 'EPERM', 'ENOENT']

/** Of this process in the hierarchy that counts CPU time: version 1 has one of its own, version 2 a single one. */
function parentFolder(): string | undefined {
  if (process.platform !== 'linux') return undefined
  const root = '/sys/fs/cgroup'
  const lines = readFileSync('/proc/self/cgroup', 'utf8').trim().split('\n')
  for (const line of lines) {
    const [, controllers = '', path = ''] = /^\d+:([^:]*):(.*)$/.exec(line) ?? []
    if (controllers.split(',').includes('cpuacct')) return join(root, 'cpuacct', path)
  }
  const single = /^0::(.*)$/m.exec(lines.join('\n'))?.[1]
  return single !== undefined && existsSync(join(root, 'cgroup.procs')) ? join(root, single) : undefined
}
