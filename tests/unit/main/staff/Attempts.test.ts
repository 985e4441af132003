import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Attempts } from '#main/staff/Attempts.ts'

vi.mock('electron', () => import('../electronOfStore.ts'))

const maxErrors = 5
const lockoutMs = 15 * 60_000

let folder = ''
let file = ''
let now = 0
const open = () => new Attempts(file, () => now)

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  folder = mkdtempSync(join(tmpdir(), 'palpite-attempts-'))
  file = join(folder, 'attempts.json')
  now = 5_000
})

afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true, force: true })
})

function lockOut(attempts: Attempts): void {
  for (let error = 0; error < maxErrors; error++) expect(attempts.begin()).toBe(true)
}

it('an attempt is written before it is checked, so a kill does not give it back', () => {
  open().begin()
  expect(open().left).toBe(maxErrors - 1)
})

it('a right PIN clears the count', () => {
  const attempts = open()
  attempts.begin()
  attempts.forgive()
  expect(open().left).toBe(maxErrors)
})

it('the fifth error locks; nothing is checked until the time is over, then there are five again', () => {
  const attempts = open()
  lockOut(attempts)
  expect(attempts.begin()).toBe(false)
  now += lockoutMs - 1
  expect(attempts.begin()).toBe(false)
  now += 1
  expect(attempts.begin()).toBe(true)
  expect(attempts.left).toBe(maxErrors - 1)
})

it('neither a restart nor another system clock shortens a lockout', () => {
  lockOut(open())
  vi.setSystemTime(Date.now() + 10 * lockoutMs)
  // The monotonic clock of a machine that was restarted begins again.
  now = 0
  const restarted = open()
  expect(restarted.lockedMs).toBe(lockoutMs)
  expect(restarted.begin()).toBe(false)
})

it('the time that has passed is kept, and lost for five seconds at most', () => {
  lockOut(open())
  now += 5_000
  vi.advanceTimersByTime(5_000)
  expect(open().lockedMs).toBe(lockoutMs - 5_000)
})

it.each(['', '{}', '{"errors":-5,"lockedMs":0}', '{"errors":0,"lockedMs":-1}', 'null'])(
  'a damaged file (%s) is a lockout',
  (text) => {
    writeFileSync(file, text)
    const attempts = open()
    expect(attempts.begin()).toBe(false)
    expect(attempts.lockedMs).toBe(lockoutMs)
  },
)

it('what cannot be written is not checked', () => {
  writeFileSync(file, '{"errors":0,"lockedMs":0}')
  const attempts = new Attempts(join(file, 'below a file'), () => now)
  expect(attempts.begin()).toBe(false)
  expect(readFileSync(file, 'utf8')).toBe('{"errors":0,"lockedMs":0}')
})
