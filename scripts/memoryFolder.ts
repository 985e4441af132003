/**
 * A temporary folder in memory for what tests write: databases, their copies, profiles of browsers. On a disk, creating
 * and deleting them took a quarter of the CPU time of the server tests.
 */
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, hostname } from 'node:os'
import { join } from 'node:path'
import { isAlive } from '../src/server/db/dataFolder.ts'

const root = '/dev/shm'
/** Process ids of another container mean nothing here. */
const prefix = `palpite-${hostname()}-`

/** `npm test` fills less than a tenth of it. */
const neededBytes = 4 * 1024 ** 3

/**
 * Makes it the temporary folder of this process and of those that it starts, until this process exits. Does nothing where
 * TMPDIR is set, as it is in the processes of a test run, or where memory has no room.
 */
export function useMemoryFolder(): void {
  if (process.env['TMPDIR'] || !hasRoom()) return
  deleteLeftOvers()
  const folder = join(root, `${prefix}${process.pid}`)
  mkdirSync(folder)
  // As /tmp: when this process runs as root, PostgreSQL runs as another user.
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

function hasRoom(): boolean {
  if (process.platform !== 'linux') return false
  // Containers often mount a small one, from which no program may be started.
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .findLast(([, at]) => at === root)
  if (mount?.[2] !== 'tmpfs' || mount[3]?.split(',').some((option) => option === 'noexec' || option === 'ro'))
    return false
  const { bavail, bsize } = statfsSync(root)
  return Math.min(bavail * bsize, freemem()) >= neededBytes
}

/** Folders of runs that were killed. */
function deleteLeftOvers(): void {
  for (const name of readdirSync(root)) {
    if (!name.startsWith(prefix) || isAlive(Number(name.slice(prefix.length)))) continue
    rmSync(join(root, name), { recursive: true, force: true })
  }
}
