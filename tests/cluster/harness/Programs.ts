import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { mkdir, readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

interface Place {
  /** The user that it runs as; root without it. */
  user?: string
  /** The process whose network it uses. */
  networkOf?: number
  env?: Record<string, string>
}

/** Starts the programs of a test. Each writes to a log file of its own in `folder`. */
export class Programs {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  async start(name: string, command: readonly string[], place: Place = {}): Promise<ChildProcess> {
    const logs = join(this.folder, 'log')
    await mkdir(logs, { recursive: true })
    const log = openSync(join(logs, `${name}.log`), 'a')
    const [program = '', ...args] = placed(command, place)
    const child = spawn(program, args, {
      cwd: this.folder,
      stdio: ['ignore', log, log],
      env: { ...process.env, ...place.env },
    })
    closeSync(log)
    return child
  }

  /** Runs a program to its end; returns what it printed. Throws when it fails. */
  async run(command: readonly string[], place: Place = {}): Promise<string> {
    const [program = '', ...args] = placed(command, place)
    const env = { ...process.env, ...place.env }
    const { stdout } = await run(program, args, { cwd: this.folder, env, maxBuffer: 2 ** 26 })
    return stdout.trim()
  }

  /** A folder of the user postgres. */
  async postgresFolder(name: string): Promise<string> {
    const folder = join(this.folder, name)
    await mkdir(folder, { recursive: true })
    await this.run(['chown', 'postgres:', folder])
    await this.run(['chmod', '0700', folder])
    return folder
  }

  /** The last lines of all logs, to be printed after a failure. */
  async lastLines(count = 15): Promise<string> {
    const folder = join(this.folder, 'log')
    const parts = (await readdir(folder)).map(async (name) => {
      const lines = (await readFile(join(folder, name), 'utf8')).trim().split('\n')
      return `--- ${name}\n${lines.slice(-count).join('\n')}`
    })
    return (await Promise.all(parts)).join('\n')
  }
}

function placed(command: readonly string[], { user, networkOf }: Place): string[] {
  return [
    ...(networkOf === undefined ? [] : ['nsenter', `--net=/proc/${networkOf}/ns/net`]),
    ...(user === undefined ? [] : ['setpriv', '--reuid', user, '--regid', user, '--init-groups']),
    ...command,
  ]
}

/** Waits until `check` returns something; an error in it counts as "not yet". Throws after `limitMs`. */
export async function until<T>(
  what: string,
  check: () => Promise<T | undefined | false>,
  limitMs = 60_000,
): Promise<T> {
  const began = performance.now()
  let last: unknown
  for (;;) {
    try {
      const result = await check()
      if (result !== undefined && result !== false) return result
    } catch (error) {
      last = error
    }
    if (performance.now() - began > limitMs)
      throw new Error(`not within ${limitMs / 1000} s: ${what}`, { cause: last })
    await delay(30)
  }
}
