import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** On Windows, whoever looks at a file for a moment (a virus scanner, a backup) keeps it from being replaced. */
const busyCodes = ['EPERM', 'EACCES', 'EBUSY']
const attempts = 20
const pauseMs = 25

/**
 * Replaces a file as a whole: after a power cut there is the old content or the new one. Throws when the disk refuses;
 * the old content is then still there. Our own, because a library for it was an eighth of what main loads at start.
 */
export function writeWhole(file: string, content: string | Uint8Array, mode = 0o666): void {
  // Only one process writes, so that a file of this name is what a power cut left.
  const next = `${file}.new`
  try {
    rmSync(next, { force: true })
    const handle = openSync(next, 'wx', mode)
    try {
      writeFileSync(handle, content)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    replace(file, next)
  } catch (error) {
    rmSync(next, { force: true })
    throw error
  }
}

function replace(file: string, next: string): void {
  for (let attempt = 1; ; attempt++) {
    try {
      return renameSync(next, file)
    } catch (error) {
      if (process.platform !== 'win32' || attempt === attempts || !isBusy(error)) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && busyCodes.includes(String(error.code))
}
