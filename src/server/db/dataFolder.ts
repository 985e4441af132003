import { readFileSync } from 'node:fs'
import { link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../config/startError.ts'

/** Creates the data folder if necessary and checks that it can be written. Throws a StartError if not. */
export async function openDataFolder(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.probe-${process.pid}`)
  try {
    await mkdir(dataDir, { recursive: true })
    await writeFile(probe, '')
    await rm(probe)
  } catch (cause) {
    throw new StartError(`The data folder ${dataDir} cannot be written: ${reasonOf(cause)}.`, { cause })
  }
}

/**
 * Locks the folder for this process; returns a function that unlocks it. Throws a StartError when another server has
 * locked it. The lock contains the process id and its start time, so that a lock left by a killed server is ignored
 * even if its process id is in use again.
 */
export async function lockDataFolder(dataDir: string): Promise<() => Promise<void>> {
  const path = join(dataDir, 'server.lock')
  const ownFile = `${path}.${process.pid}`
  await writeFile(ownFile, `${process.pid} ${startedAt(process.pid) ?? ''}\n`)
  try {
    for (let attempt = 0; attempt < 10; attempt++) {
      // link() is atomic: it fails when the lock exists.
      if (await tryLink(ownFile, path)) {
        heldLocks.add(path)
        return async () => {
          heldLocks.delete(path)
          await rm(path, { force: true })
        }
      }
      const holder = await readHolder(path)
      if (holder !== undefined && isRunning(holder, path)) {
        throw new StartError(
          `The data folder ${dataDir} is in use by another running server (process ${holder.pid}).`,
        )
      }
      await rm(path, { force: true })
    }
    throw new StartError(`The data folder ${dataDir} cannot be locked: other servers are starting on it.`)
  } finally {
    await rm(ownFile, { force: true })
  }
}

/** Locks that this process holds. */
const heldLocks = new Set<string>()

interface Holder {
  pid: number
  started: string
}

/** Whether the lock's owner still runs. A server that is gone may have had our process id. */
function isRunning({ pid, started }: Holder, path: string): boolean {
  if (pid === process.pid) return heldLocks.has(path)
  return isAlive(pid) && (started === '' || startedAt(pid) === started)
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** A killed process keeps its id until its parent has waited for it. */
function isZombie(pid: number): boolean {
  return statFields(pid)?.[0] === 'Z'
}

/**
 * On Linux the process's start time, in ticks since boot. Elsewhere undefined: then only its id is compared.
 */
function startedAt(pid: number): string | undefined {
  return statFields(pid)?.[19]
}

/**
 * The fields of /proc/PID/stat from the third on. The second is the program's name, which may contain any character.
 */
function statFields(pid: number): string[] | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ESRCH') return undefined
    throw error
  }
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    const [pid = '', started = ''] = (await readFile(path, 'utf8')).trim().split(' ')
    return /^\d+$/.test(pid) ? { pid: Number(pid), started } : undefined
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

export async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return false
    throw error
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}

function reasonOf(error: unknown): string {
  const reasons: Record<string, string> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
    ENOTDIR: 'a part of the path is a file',
    EEXIST: 'it is a file',
  }
  const code = codeOf(error) ?? ''
  return reasons[code] ?? (error instanceof Error ? error.message : String(error))
}
