import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { freemem, networkInterfaces, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { app } from 'electron'
import type { MachineHealth } from '#contract/terminal.ts'
import type { Machine } from './Machine.ts'
import { reasonOf } from '../reasonOf.ts'

const bytesInMegabyte = 1024 * 1024
const milli = 1000
const thermalFolder = '/sys/class/thermal'

/** What the fleet list shows of the machine; `folder`: whose disk. */
export async function readMachineHealth(machine: Machine | null, folder: string): Promise<MachineHealth> {
  const disk = await statfs(folder)
  const status = machine?.status()
  return {
    diskFreeMb: Math.round((disk.bavail * disk.bsize) / bytesInMegabyte),
    diskTotalMb: Math.round((disk.blocks * disk.bsize) / bytesInMegabyte),
    memoryFreeMb: Math.round(availableMemory() / bytesInMegabyte),
    memoryTotalMb: Math.round(totalmem() / bytesInMegabyte),
    temperature: highestTemperature(),
    network: networkNames(),
    program: status?.altered ? 'altered' : programState(),
    update: status
      ? { state: status.state, version: status.version, why: status.why }
      : { state: 'failed', version: null, why: 'notPackaged' },
  }
}

/** Without the caches that Linux gives up when it must. */
function availableMemory(): number {
  const file = '/proc/meminfo'
  if (!existsSync(file)) return freemem()
  const kilobytes = /^MemAvailable:\s+(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1]
  return kilobytes === undefined ? freemem() : Number(kilobytes) * 1024
}

/** In degrees Celsius; null: the machine has no sensor. */
function highestTemperature(): number | null {
  if (!existsSync(thermalFolder)) return null
  const found = readdirSync(thermalFolder)
    .filter((name) => name.startsWith('thermal_zone'))
    .flatMap((name) => readTemperature(join(thermalFolder, name, 'temp')))
  return found.length === 0 ? null : Math.round(Math.max(...found))
}

function readTemperature(file: string): number[] {
  try {
    const degrees = Number(readFileSync(file, 'utf8')) / milli
    return Number.isFinite(degrees) ? [degrees] : []
  } catch (error) {
    // A sensor that is switched off refuses to be read, each time anew.
    console.debug('temperature', reasonOf(error))
    return []
  }
}

/** The interfaces that have an address, such as `eth0` or `wlan0`. */
function networkNames(): string[] {
  return Object.entries(networkInterfaces())
    .filter(([, addresses]) => addresses?.some(({ internal }) => !internal))
    .map(([name]) => name)
    .slice(0, 8)
}

/**
 * Whether the account that runs the program could change it. Electron checks its archive on Windows and macOS only, so on
 * Linux this is what protects it.
 */
function programState(program = process.execPath, archive = app.getAppPath()): MachineHealth['program'] {
  if (process.platform === 'win32') return 'unknown'
  const parts = [program, dirname(program), archive, dirname(archive)]
  return parts.some(isWritable) ? 'writable' : 'protected'
}

function isWritable(path: string): boolean {
  // Electron's fs takes the archive for a folder.
  process.noAsar = true
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      ['EACCES', 'EROFS', 'EPERM'].includes(String(error.code))
    ) {
      return false
    }
    throw error
  } finally {
    process.noAsar = false
  }
}
