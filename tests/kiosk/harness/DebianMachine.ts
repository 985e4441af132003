import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export const suites = ['bookworm', 'trixie'] as const
export type Suite = (typeof suites)[number]

const tools = ['mmdebstrap', 'systemd-nspawn', 'dpkg-deb', 'apt-ftparchive', 'gpg', 'lintian']
const mirror = 'http://deb.debian.org/debian'
const bootMs = 60_000
/** How systemd-nspawn ends when the machine in it restarts (`--keep-unit`): whoever started it shall do so again. */
const restarts = 133

/** Why a Debian machine cannot be made here; '' when it can. */
export function whyNoMachine(): string {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux'
  const missing = tools.filter((tool) => spawnSync('which', [tool]).status !== 0)
  if (missing.length === 0) return ''
  return `needs ${missing.join(', ')}: apt install mmdebstrap systemd-container apt-utils gnupg lintian`
}

/**
 * A freshly installed Debian with systemd, without a desktop, in a container that has the network of this machine. The base
 * system is kept in .cache.
 */
export class DebianMachine {
  readonly root: string
  #nspawn: ChildProcess | undefined
  #leader = 0

  private constructor(root: string) {
    this.root = root
  }

  static async start(suite: Suite): Promise<DebianMachine> {
    const cache = resolve('.cache', 'debian')
    const base = join(cache, `${suite}.tar`)
    mkdirSync(cache, { recursive: true })
    if (!existsSync(base)) {
      execFileSync(
        'mmdebstrap',
        ['--mode=root', '--variant=minbase', '--include=init,dbus', suite, base, mirror],
        {
          stdio: ['ignore', 'inherit', 'inherit'],
        },
      )
    }
    const root = mkdtempSync(join(cache, `${suite}-`))
    execFileSync('tar', ['-xf', base, '-C', root])
    chmodSync(root, 0o755)
    // Nobody keeps it: dpkg need not wait for the disk.
    writeFileSync(join(root, 'etc/dpkg/dpkg.cfg.d/quick'), 'force-unsafe-io\n')
    const machine = new DebianMachine(root)
    await machine.boot()
    return machine
  }

  /** Turns it on, also after `end`. */
  async boot(): Promise<void> {
    const nspawn = spawn(
      'systemd-nspawn',
      [
        '--quiet',
        '--register=no',
        '--keep-unit',
        '--boot',
        '--resolv-conf=copy-host',
        '--console=pipe',
        '-D',
        this.root,
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    )
    this.#nspawn = nspawn
    const until = performance.now() + bootMs
    while (performance.now() < until) {
      this.#leader = Number(readFileSync(`/proc/${nspawn.pid}/task/${nspawn.pid}/children`, 'utf8').trim())
      if (this.#leader > 0 && /running|degraded/.test(this.try('systemctl', 'is-system-running'))) return
      await sleep(200)
    }
    nspawn.kill()
    throw new Error(`${this.root} did not start`)
  }

  /** As a power cut: nothing in it gets to the end of what it is doing. */
  async cutPower(): Promise<void> {
    if (!this.#nspawn) throw new Error(`${this.root} is off`)
    const ended = once(this.#nspawn, 'exit')
    // The first process; the kernel ends all others with it.
    process.kill(this.#leader, 'SIGKILL')
    await ended
  }

  /** How it went off; null: it runs. */
  get end(): 'off' | 'restart' | null {
    const code = this.#nspawn?.exitCode ?? null
    if (code === null) return null
    return code === restarts ? 'restart' : 'off'
  }

  /** Runs a program as root. Throws with what it said when it fails. */
  run(...command: string[]): string {
    const { status, stdout, stderr } = this.#spawn(command)
    if (status !== 0) throw new Error(`${command.join(' ')}: ${status}\n${stdout}\n${stderr}`)
    return stdout.trim()
  }

  /** What a program said, whether or not it failed. */
  try(...command: string[]): string {
    return this.#spawn(command).stdout.trim()
  }

  /** Where a path of the machine is here. */
  path(path: string): string {
    return join(this.root, path)
  }

  /** Where a path is that the machine has only while it runs, such as in /run. */
  runningPath(path: string): string {
    return join(`/proc/${this.#leader}/root`, path)
  }

  write(path: string, text: string): void {
    mkdirSync(join(this.path(path), '..'), { recursive: true })
    writeFileSync(this.path(path), text)
  }

  async stop(): Promise<void> {
    if (this.#nspawn && this.end === null) {
      const ended = once(this.#nspawn, 'exit')
      this.try('systemctl', 'poweroff', '--force')
      await ended
    }
    rmSync(this.root, { recursive: true, force: true })
  }

  #spawn(command: string[]) {
    return spawnSync(
      'nsenter',
      [
        '--target',
        String(this.#leader),
        '--all',
        // Nothing of this machine's, such as the folder of TMPDIR.
        'env',
        '--ignore-environment',
        'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        'HOME=/root',
        'LC_ALL=C.UTF-8',
        'DEBIAN_FRONTEND=noninteractive',
        ...command,
      ],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
  }
}
