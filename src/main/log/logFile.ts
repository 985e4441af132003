import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { format } from 'node:util'
import { redact } from './redact.ts'
import { reasonOf } from '../reasonOf.ts'

const largestBytes = 1024 * 1024
/** Besides the current one. */
const olderFiles = 3
/** The newest first. */
export const logFileNames = Array.from({ length: olderFiles + 1 }, (_, age) => nameOf(age))
/** A line that a page has blown up must not fill the file. */
const longestLine = 2_000
/** With the time at its start. */
let newestError: string | null = null
const levels = ['debug', 'info', 'log', 'warn', 'error'] as const

/**
 * From now on everything that main prints is also in `main.log` of `folder`, redacted; `main.1.log` to `main.3.log` are
 * what was before. Written at once, because what happened just before a crash matters most.
 */
export function logToFile(folder: string): void {
  const file = join(folder, 'main.log')
  const printError = console.error.bind(console)
  let isFailing = false
  const write = (level: string, text: string) => {
    const line = `${new Date().toISOString()} ${level} ${text}`
    if (level === 'error') newestError = withoutLevel(line)
    try {
      if (existsSync(file) && statSync(file).size > largestBytes) rotate(folder)
      appendFileSync(file, `${line}\n`, { mode: 0o600 })
      isFailing = false
    } catch (error) {
      // Said once; a disk that was full may have room again with the next line.
      if (!isFailing) printError('palpite: the log cannot be written', reasonOf(error))
      isFailing = true
    }
  }
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    return printError('palpite: no folder for the log', reasonOf(error))
  }
  newestError = errorBefore(folder)
  for (const level of levels) {
    const print = console[level].bind(console)
    console[level] = (...parts: unknown[]) => {
      print(...parts)
      write(level, redact(format(...parts).slice(0, longestLine)))
    }
  }
}

/** The newest error of this run and those before, redacted, with its time; null: the log has none. */
export function lastError(): string | null {
  return newestError
}

/** What ended the run before, for example. */
function errorBefore(folder: string): string | null {
  for (const name of logFileNames.slice(0, 2)) {
    try {
      const lines = readFileSync(join(folder, name), 'utf8').split('\n')
      const line = lines.findLast((each) => /^\S+Z error /.test(each))
      if (line !== undefined) return withoutLevel(line)
    } catch (error) {
      // There is no log yet, or it cannot be read; what is logged from now on is known all the same.
      if (!(error instanceof Error)) throw error
    }
  }
  return null
}

function withoutLevel(line: string): string {
  return line.replace(' error ', ' ')
}

function nameOf(age: number): string {
  return age === 0 ? 'main.log' : `main.${age}.log`
}

function rotate(folder: string): void {
  for (let age = olderFiles - 1; age >= 0; age--) {
    const file = join(folder, nameOf(age))
    if (existsSync(file)) renameSync(file, join(folder, nameOf(age + 1)))
  }
}
