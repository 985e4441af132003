import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { logFileNames } from './logFile.ts'

/**
 * Copies the log, which is redacted already, into one file of `target`, the oldest lines first. Returns its name. Throws
 * when `target` is no folder (a stick that is not plugged in) or cannot be written.
 */
export function exportLog(folder: string, target: string, now: Date): string {
  // A folder that is made would be on the terminal's own disk, in place of the stick.
  if (!statSync(target).isDirectory()) throw new Error(`${target} is not a folder`)
  const name = `palpite-log-${now.toISOString().slice(0, 19).replaceAll(':', '-')}.txt`
  const parts = [...logFileNames].reverse().map((each) => join(folder, each))
  const text = parts.filter((path) => existsSync(path)).map((path) => readFileSync(path, 'utf8'))
  writeFileSync(join(target, name), text.join(''), { mode: 0o600, flag: 'wx' })
  return name
}
