import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { kioskPackage } from '#contract/release.ts'

const tools = ['adduser', 'apt-get', 'deb-systemd-helper', 'dpkg', 'nsenter', 'systemd-analyze', 'unshare']

/** Why this machine's Debian cannot be installed on; '' when it can. */
export function whyNoOverlaidDebian(): string {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'needs root on Linux'
  const missing = tools.filter((tool) => spawnSync('which', [tool]).status !== 0)
  if (missing.length > 0) return `needs Debian with ${missing.join(', ')}`
  const { status, stderr } = spawnSync('unshare', [...namespaces, 'sh', '-c', layOver, 'sh', tmpdir()], {
    encoding: 'utf8',
  })
  return status === 0 ? '' : `may not lay anything over this machine's files: ${stderr.split('\n')[0]}`
}

/** Nothing in them reaches the network, or a process outside. */
const namespaces = ['--mount', '--pid', '--net', '--fork', '--kill-child']

/** What is changed is in memory, and nothing of it is in the folder that is named here. */
const layOver = `
set -e
mount -t tmpfs none "$1"
cd "$1"
mkdir upper work root
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" root
`

const enter = `${layOver}
for folder in run tmp var/lib/apt/lists; do mount -t tmpfs none "root/$folder"; done
mount --rbind /dev root/dev
mount -t proc none root/proc
exec chroot root sh -c 'echo ready >&3; read -r _ <&4'
`

/**
 * In place of systemd, which does not run in there: it keeps what was asked of it, and which units then run. The kiosk's program
 * ends, and has shown its page when that was without an error.
 */
const manager = `#!/bin/sh
case " $* " in
  *' is-enabled '* | *' preset '* | *' enable '* | *' disable '*) SYSTEMD_OFFLINE=1 exec /usr/bin/systemctl.real "$@" ;;
esac
for unit; do case $unit in --*) ;; *) set -- "$@" "$unit" ;; esac; shift; done
case $1 in
  is-active) [ -e "/run/active/$2" ]; exit ;;
  show) if [ -e "/run/active/$2" ]; then echo active; else echo inactive; fi; exit ;;
esac
echo "$*" >>/run/asked
verb=$1
shift
for unit; do
  case $verb in
    start | restart) mkdir -p /run/active; : >"/run/active/$unit" ;;
    stop) rm -f "/run/active/$unit" ;;
  esac
  case $verb-$unit in
    start-${kioskPackage}.service | restart-${kioskPackage}.service)
      if /usr/lib/${kioskPackage}/palpite; then mkdir -p /run/palpite; : >/run/palpite/proven; fi ;;
  esac
done
`

/**
 * This machine's Debian with a layer over it, for real installations of the kiosk's package by the real dpkg and apt, which the
 * machine itself does not notice. `npm run kiosk:debian` has whole machines, with systemd.
 */
export class OverlaidDebian {
  readonly #folder: string
  readonly #shell: ChildProcess
  readonly #leader: number

  private constructor(folder: string, shell: ChildProcess, leader: number) {
    this.#folder = folder
    this.#shell = shell
    this.#leader = leader
  }

  static async start(): Promise<OverlaidDebian> {
    const folder = mkdtempSync(join(tmpdir(), 'palpite-overlaid-'))
    const shell = spawn('unshare', [...namespaces, 'sh', '-c', enter, 'sh', folder], {
      stdio: ['ignore', 'inherit', 'inherit', 'pipe', 'pipe'],
    })
    const ended = once(shell, 'exit').then(() => {
      throw new Error('no layer over this Debian: see above')
    })
    await Promise.race([once(shell.stdio[3] as Readable, 'data'), ended])
    // From here on its end is no failure.
    ended.catch(() => undefined)
    const leader = Number(readFileSync(`/proc/${shell.pid}/task/${shell.pid}/children`, 'utf8').trim())
    const debian = new OverlaidDebian(folder, shell, leader)
    debian.run('mv', '/usr/bin/systemctl', '/usr/bin/systemctl.real')
    debian.write('/usr/bin/systemctl', manager)
    debian.run('chmod', '755', '/usr/bin/systemctl')
    // Maintainer scripts look for it.
    debian.run('mkdir', '-p', '/run/systemd/system')
    // It would forbid to start anything: images of containers have one.
    debian.run('rm', '-rf', '/usr/sbin/policy-rc.d', '/etc/apt/sources.list', '/etc/apt/sources.list.d')
    debian.run('mkdir', '/etc/apt/sources.list.d')
    return debian
  }

  /** Runs a program as root. Throws with what it said when it fails. */
  run(...command: string[]): string {
    const { status, stdout, stderr } = this.#spawn(command)
    if (status !== 0) throw new Error(`${command.join(' ')}: ${status}\n${stdout}\n${stderr}`)
    return stdout.trim()
  }

  /** What a program said, whether or not it failed. */
  try(...command: string[]): string {
    const { stdout, stderr } = this.#spawn(command)
    return `${stdout}${stderr}`.trim()
  }

  /** Where a path of it is here. */
  path(path: string): string {
    return join(`/proc/${this.#leader}/root`, path)
  }

  write(path: string, text: string): void {
    mkdirSync(join(this.path(path), '..'), { recursive: true })
    writeFileSync(this.path(path), text)
  }

  has(path: string): boolean {
    return existsSync(this.path(path))
  }

  /** What systemd was asked for since the last time. */
  asked(): string[] {
    if (!this.has('/run/asked')) return []
    const lines = readFileSync(this.path('/run/asked'), 'utf8').trim().split('\n')
    rmSync(this.path('/run/asked'))
    return lines
  }

  isActive(unit: string): boolean {
    return this.has(join('/run/active', unit))
  }

  /** One empty package in place of those which `deb` depends on and this machine lacks, so that dpkg and apt are content. */
  provideDependenciesOf(deb: string): void {
    const depends = execFileSync('dpkg-deb', ['--field', deb, 'Depends'], { encoding: 'utf8' }).trim()
    const nameOf = (alternative: string) => alternative.trim().split(' ')[0] ?? ''
    const isInstalled = (name: string) =>
      this.try('dpkg-query', '--show', '--showformat=${db:Status-Status}', name) === 'installed'
    const lacking = depends
      .split(',')
      .map((clause) => clause.split('|').map(nameOf))
      .filter((names) => !names.some(isInstalled))
      .map(([name = '']) => name)
    if (lacking.length === 0) return
    const control = [
      ['Package', 'stand-in'],
      ['Version', '1'],
      ['Architecture', 'all'],
      ['Maintainer', 'Tests <tests@venue.example>'],
      ['Provides', lacking.map((name) => `${name} (= 99999999)`).join(', ')],
      ['Description', 'what this machine lacks'],
    ]
    this.write('/srv/stand-in/DEBIAN/control', control.map((field) => `${field.join(': ')}\n`).join(''))
    this.run('dpkg-deb', '--build', '/srv/stand-in', '/srv/stand-in.deb')
    this.run('dpkg', '--install', '/srv/stand-in.deb')
  }

  async stop(): Promise<void> {
    const ended = once(this.#shell, 'exit')
    this.#shell.stdio[4]?.destroy()
    await ended
    rmSync(this.#folder, { recursive: true })
  }

  #spawn(command: string[]) {
    const target = ['--target', String(this.#leader), '--mount', '--pid', '--net', '--root', '--wd']
    const environment = ['LC_ALL=C.UTF-8', 'DEBIAN_FRONTEND=noninteractive']
    return spawnSync('nsenter', [...target, 'env', ...environment, ...command], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }
}
