import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Pin } from '#main/staff/Pin.ts'

vi.mock('electron', () => import('../electronOfStore.ts'))

let folder = ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'palpite-pin-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('keeps a salted hash that only the owner can read', async () => {
  expect(await new Pin(folder).set('246810')).toBe(true)
  const first = readFileSync(join(folder, 'staff.json'), 'utf8')
  expect(first).not.toContain('246810')
  if (process.platform !== 'win32') expect(statSync(join(folder, 'staff.json')).mode & 0o777).toBe(0o600)
  const pin = new Pin(folder)
  expect(pin.isSet).toBe(true)
  expect(await pin.matches('246810')).toBe(true)
  expect(await pin.matches('246811')).toBe(false)
  expect(await pin.set('246810')).toBe(false)
  expect(await pin.set('135790')).toBe(true)
  expect(await new Pin(folder).matches('246810')).toBe(false)
})

it.each(['12345', '1234567890123', '12345a', '', ' 123456'])('%j is no PIN', async (text) => {
  await expect(new Pin(folder).set(text)).rejects.toThrow('6 to 12 digits')
})

it.each(['', '{}', '{"salt":"","hash":"","cost":{}}'])('a damaged file (%s) sets no PIN', async (text) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  writeFileSync(join(folder, 'staff.json'), text)
  const pin = new Pin(folder)
  expect(pin.isSet).toBe(false)
  expect(await pin.matches('')).toBe(false)
})
