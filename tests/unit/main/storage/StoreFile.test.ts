import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { damageOf, StoreFile } from '#main/storage/StoreFile.ts'

vi.mock('electron', () => import('../electronOfStore.ts'))

let folder = ''
const path = () => join(folder, 'a.json')
const open = () =>
  new StoreFile<{ count: number }>({
    folder,
    name: 'a',
    schema: { count: { type: 'number' } },
    rootSchema: { required: ['count'] },
    configFileMode: 0o600,
  })

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'palpite-store-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('has nothing before it is written', () => {
  expect(open().read()).toBeNull()
  expect(readdirSync(folder)).toEqual([])
})

it('replaces the file as a whole, which only its owner can read', () => {
  open().write({ count: 1 })
  open().write({ count: 2 })
  expect(open().read()).toEqual({ count: 2 })
  expect(readdirSync(folder)).toEqual(['a.json'])
  if (process.platform !== 'win32') expect(statSync(path()).mode & 0o777).toBe(0o600)
})

it.each([
  ['no JSON', '{"count":', 'is not JSON'],
  ['nothing', '', 'is not JSON'],
  ['a value of another type', '{"count":"secret"}', '`count` must be number'],
  ['a value too few', '{}', "must have required property 'count'"],
  ['no object', 'null', 'must be object'],
])(
  'a file with %s stays as it is until the next value, and the log quotes nothing of it',
  (_what, text, damage) => {
    writeFileSync(path(), text)
    const read = () => {
      try {
        return open().read()
      } catch (error) {
        return damageOf(error)
      }
    }
    expect(read()).toContain(damage)
    expect(read()).not.toContain('secret')
    expect(readFileSync(path(), 'utf8')).toBe(text)
    open().write({ count: 3 })
    expect(open().read()).toEqual({ count: 3 })
  },
)

it('leaves nothing behind when the file cannot be replaced', () => {
  mkdirSync(join(path(), 'in the way'), { recursive: true })
  expect(() => open().write({ count: 1 })).toThrow()
  expect(readdirSync(folder)).toEqual(['a.json'])
})
