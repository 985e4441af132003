import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeWhole } from '#main/writeWhole.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'palpite-write-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('replaces a file, also over what a power cut left, and with its own mode', () => {
  const file = join(folder, 'a.json')
  writeFileSync(file, 'a longer text than the next')
  writeFileSync(`${file}.new`, 'half of a te')
  chmodSync(`${file}.new`, 0o644)
  writeWhole(file, 'next', 0o600)
  expect(readFileSync(file, 'utf8')).toBe('next')
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['a.json'])
})

it('leaves nothing behind when the file cannot be replaced', () => {
  const file = join(folder, 'a.json')
  mkdirSync(join(file, 'in the way'), { recursive: true })
  expect(() => writeWhole(file, 'next')).toThrow()
  expect(readdirSync(folder)).toEqual(['a.json'])
})
