import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { arch, cpus, hostname, networkInterfaces, platform } from 'node:os'
import { join } from 'node:path'
import { reasonOf } from '../reasonOf.ts'

/** Where the marks of a machine come from. */
export interface MachineSources {
  platform: NodeJS.Platform
  readText: (file: string) => string
  run: (program: string, words: string[]) => string
  /** Of its network interfaces. */
  macs: () => string[]
}

const longestRunMs = 3_000

const thisMachine: MachineSources = {
  platform: platform(),
  readText: (file) => readFileSync(file, 'utf8'),
  run: (program, words) =>
    execFileSync(program, words, {
      encoding: 'utf8',
      timeout: longestRunMs,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  macs: () =>
    Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .flatMap(({ internal, mac }) => (internal || /^(00:)+00$/.test(mac) ? [] : [mac])),
}

/**
 * 32 hexadecimal digits that stay the same for this machine, whatever becomes of the application's data: a hash of the id that its
 * operating system was given at the installation, and of its processor. Without such an id, of its name and network interfaces; a
 * machine that has neither gets random digits. None of these marks leaves the machine, and the hash does not tell them.
 */
export function machineFingerprint(sources: MachineSources = thisMachine): string {
  const marks = systemMarks(sources) ?? networkMarks(sources)
  if (!marks) return randomBytes(16).toString('hex')
  const text = ['palpite device', sources.platform, arch(), cpus()[0]?.model ?? '', ...marks].join('\n')
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

function systemMarks(sources: MachineSources): string[] | undefined {
  for (const read of readersOf(sources)) {
    try {
      const id = read()?.trim().toLowerCase()
      if (id) return [id]
    } catch (error) {
      console.info('no id of the system', reasonOf(error))
    }
  }
  return undefined
}

/** Readers of the id that the operating system has: the next one is for where the one before finds none. */
function readersOf(sources: MachineSources): (() => string | undefined)[] {
  const { readText, run } = sources
  switch (sources.platform) {
    case 'linux':
      return ['/etc/machine-id', '/var/lib/dbus/machine-id'].map((file) => () => readText(file))
    case 'win32': {
      const program = join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'reg.exe')
      const words = ['query', 'HKLM\\SOFTWARE\\Microsoft\\Cryptography', '/v', 'MachineGuid', '/reg:64']
      return [() => /MachineGuid\s+REG_SZ\s+(\S+)/.exec(run(program, words))?.[1]]
    }
    case 'darwin': {
      const words = ['-rd1', '-c', 'IOPlatformExpertDevice']
      return [() => /"IOPlatformUUID" = "([^"]+)"/.exec(run('/usr/sbin/ioreg', words))?.[1]]
    }
    default:
      return []
  }
}

function networkMarks({ macs }: MachineSources): string[] | undefined {
  const found = [...new Set(macs())].sort()
  return found.length > 0 ? [hostname(), ...found] : undefined
}
