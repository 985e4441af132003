import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { exportLog } from '#main/log/exportLog.ts'
import { lastError, logToFile } from '#main/log/logFile.ts'

const { debug, info, log, warn, error } = console
const printed = vi.fn()
let folder: string

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'palpite-log-')), 'logs')
  printed.mockClear()
  Object.assign(console, { warn: printed, error: printed })
})
afterEach(() => {
  Object.assign(console, { debug, info, log, warn, error })
  rmSync(folder, { recursive: true, force: true })
})

it('what main prints is in a file too, without what a customer typed', () => {
  logToFile(folder)
  console.warn('refused: e-mail', 'ana@example.com', new Error('at 529.982.247-25'))
  const text = readFileSync(join(folder, 'main.log'), 'utf8')
  expect(text).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z warn refused: e-mail … Error: at …\n/)
  expect(printed).toHaveBeenCalledTimes(1)
})

it('never takes more than four files of a little over 1 MB', () => {
  logToFile(folder)
  for (let line = 0; line < 2_500; line++) console.error('Line '.repeat(500))
  expect(readdirSync(folder).sort()).toEqual(['main.1.log', 'main.2.log', 'main.3.log', 'main.log'])
  for (const name of readdirSync(folder)) {
    expect(statSync(join(folder, name)).size).toBeLessThan(1024 * 1024 + 5_000)
  }
})

it('a folder that cannot be made leaves the application as it was', () => {
  const file = join(folder, '..', 'file')
  writeFileSync(file, '')
  logToFile(join(file, 'logs'))
  console.warn('still printed')
  expect(printed).toHaveBeenLastCalledWith('still printed')
})

it('goes on when the disk has room again, and says once that it had none', () => {
  logToFile(folder)
  rmSync(folder, { recursive: true })
  console.warn('lost')
  console.warn('lost too')
  expect(printed.mock.calls.filter(([text]) => /log cannot be written/.test(String(text)))).toHaveLength(1)
  mkdirSync(folder)
  console.warn('written')
  expect(readFileSync(join(folder, 'main.log'), 'utf8')).toMatch(/^\S+ warn written\n$/)
})

it('knows the newest error, also of the run before, without what a customer typed', () => {
  logToFile(folder)
  expect(lastError()).toBeNull()
  console.warn('only a warning')
  expect(lastError()).toBeNull()
  console.error('the page is gone', 'ana@example.com')
  console.info('later')
  expect(lastError()).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z the page is gone …$/)
  const before = lastError()
  Object.assign(console, { debug, info, log, warn: printed, error: printed })
  logToFile(folder)
  expect(lastError()).toBe(before)
})

it('is exported as one file, the oldest lines first, into a folder that is there', () => {
  logToFile(folder)
  writeFileSync(join(folder, 'main.1.log'), 'older\n')
  writeFileSync(join(folder, 'main.2.log'), 'oldest\n')
  console.warn('ana@example.com logged in')
  const stick = mkdtempSync(join(tmpdir(), 'palpite-stick-'))
  const now = new Date('2026-11-23T05:06:07.890Z')
  const name = exportLog(folder, stick, now)
  expect(name).toBe('palpite-log-2026-11-23T05-06-07.txt')
  expect(readFileSync(join(stick, name), 'utf8')).toMatch(/^oldest\nolder\n.* warn … logged in\n$/)
  rmSync(stick, { recursive: true })
  for (const none of [stick, '', join(folder, 'main.log')]) {
    expect(() => exportLog(folder, none, now)).toThrow()
  }
})
