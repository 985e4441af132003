import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Machine } from '#main/machine/Machine.ts'
import { Updates } from '#main/machine/Updates.ts'

let folder = ''
let now = 0
let isFree = true
const path = (name: string) => join(folder, name)
const machine = () =>
  new Machine({
    requests: path('requests'),
    status: path('status'),
    source: path('kiosk.sources'),
    rotation: path('rotation'),
  })
const updates = () => new Updates({ machine: machine(), isFree: () => isFree, now: () => now })
const asked = () => readdirSync(path('requests')).sort()
/** What the program of root does with the requests. */
function answer(status: string): void {
  for (const name of asked()) rmSync(join(path('requests'), name))
  writeFileSync(path('status'), status)
  utimesSync(path('status'), now / 1000, now / 1000)
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'palpite-machine-'))
  mkdirSync(path('requests'))
  writeFileSync(path('kiosk.sources'), 'Types: deb\n')
  now = 1_000_000_000_000
  isFree = true
  vi.spyOn(console, 'info').mockReturnValue()
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  rmSync(folder, { recursive: true, force: true })
})

it('a release is downloaded and then installed, each once and when nobody is there', () => {
  const each = updates()
  each.work()
  expect(asked()).toEqual([])
  isFree = false
  each.offer('one')
  each.work()
  expect(asked()).toEqual([])
  isFree = true
  each.work()
  expect(asked()).toEqual(['request-download'])
  now += 5_000
  each.work()
  answer('version=0.3.0\nstate=ready\n')
  isFree = false
  each.work()
  expect(asked()).toEqual([])
  isFree = true
  each.work()
  expect(asked()).toEqual(['request-install'])
  now += 5_000
  answer('version=0.3.0\nstate=ready\n')
  each.work()
  expect(asked()).toEqual([])
})

it('what an earlier request came to is no answer to this one', () => {
  now -= 60_000
  answer('version=0.2.0\nstate=ready\n')
  now += 60_000
  const each = updates()
  each.offer('one')
  each.work()
  for (const name of asked()) rmSync(join(path('requests'), name))
  each.work()
  expect(asked()).toEqual([])
})

it('what failed is tried again after ten minutes, and a version that was rolled back is not', () => {
  const each = updates()
  each.offer('one')
  each.work()
  answer('why=list\nstate=failed\n')
  now += 9 * 60_000
  each.work()
  expect(asked()).toEqual([])
  now += 60_000
  each.work()
  expect(asked()).toEqual(['request-download'])
  answer('version=0.3.0\nstate=rolledBack\n')
  now += 60 * 60_000
  each.work()
  expect(asked()).toEqual([])
  each.offer('two')
  each.work()
  expect(asked()).toEqual(['request-download'])
})

it('a page that is up for ten seconds proves its version', () => {
  vi.useFakeTimers()
  const each = updates()
  each.pageCame()
  vi.advanceTimersByTime(9_000)
  each.pageCame()
  expect(existsSync(path('requests/proven'))).toBe(false)
  vi.advanceTimersByTime(1_000)
  expect(existsSync(path('requests/proven'))).toBe(true)
})

it('the status says why a terminal cannot be updated, and nothing that is unknown', () => {
  expect(machine().status()).toEqual({
    state: 'current',
    version: null,
    why: null,
    altered: null,
    writtenAt: 0,
  })
  answer('state=exploded\nwhy=<b>\nversion=0.3.0\naltered=/usr/lib/palpite-kiosk/resources/a=b.asar\n')
  expect(machine().status()).toEqual({
    state: 'current',
    version: '0.3.0',
    why: null,
    altered: '/usr/lib/palpite-kiosk/resources/a=b.asar',
    writtenAt: now,
  })
  rmSync(path('kiosk.sources'))
  expect(machine().status()).toMatchObject({ state: 'failed', why: 'noSource' })
})

it('a request that cannot be written is said, not thrown', () => {
  const error = vi.spyOn(console, 'error').mockReturnValue()
  rmSync(path('requests'), { recursive: true })
  expect(machine().ask('reboot')).toBe(false)
  expect(error).toHaveBeenCalledOnce()
})
