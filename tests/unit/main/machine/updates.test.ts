import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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
const onInstalling = vi.fn()
const updates = () => new Updates({ machine: machine(), isFree: () => isFree, onInstalling, now: () => now })
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
  onInstalling.mockReset()
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

describe('while it is installed nobody is served', () => {
  /** A version that is downloaded. */
  const ready = () => {
    const each = updates()
    each.offer('one')
    each.work()
    answer('version=0.3.0\nstate=ready\n')
    return each
  }
  const minutes = (count: number) => (now += count * 60_000)

  it.each(['current', 'failed', 'rolledBack'])('from the request on, until it is %s', (end) => {
    const each = ready()
    let askedBefore: string[] = []
    onInstalling.mockImplementation(() => {
      expect(each.isInstalling).toBe(true)
      askedBefore = asked()
    })
    expect(each.isInstalling).toBe(false)
    each.work()
    expect(onInstalling).toHaveBeenCalledOnce()
    expect(askedBefore).toEqual([])
    expect(asked()).toEqual(['request-install'])
    minutes(10)
    expect(each.isInstalling).toBe(true)
    answer('version=0.3.0\nstate=installing\n')
    minutes(3)
    expect(each.isInstalling).toBe(true)
    answer(`version=0.3.0\nstate=${end}\n`)
    expect(each.isInstalling).toBe(false)
  })

  it('also by the new version, until it is proven', () => {
    answer('version=0.3.0\nstate=installing\n')
    const each = updates()
    expect(each.isInstalling).toBe(true)
    answer('version=0.3.0\nstate=current\n')
    expect(each.isInstalling).toBe(false)
  })

  it('but no longer than half an hour, and not for a request that cannot be made', () => {
    const each = ready()
    each.work()
    minutes(29)
    expect(each.isInstalling).toBe(true)
    minutes(1)
    expect(each.isInstalling).toBe(false)
    answer('version=0.3.0\nstate=ready\n')
    const other = updates()
    other.offer('two')
    other.work()
    answer('version=0.4.0\nstate=ready\n')
    vi.spyOn(console, 'error').mockReturnValue()
    rmSync(path('requests'), { recursive: true })
    other.work()
    expect(other.isInstalling).toBe(false)
  })
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
