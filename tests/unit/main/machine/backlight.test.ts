import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Backlight } from '#main/machine/Backlight.ts'

let folder = ''
const read = (name: string) => readFileSync(join(folder, 'panel', name), 'utf8')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'palpite-light-'))
  mkdirSync(join(folder, 'panel'))
  for (const [name, value] of Object.entries({ max_brightness: '937\n', brightness: '500', bl_power: '0' })) {
    writeFileSync(join(folder, 'panel', name), value)
  }
})
afterEach(() => rmSync(folder, { recursive: true }))

it('sets the brightness in percent, never dark, and leaves it alone at 0', () => {
  const light = new Backlight(folder)
  light.setBrightness(0)
  expect(read('brightness')).toBe('500')
  light.setBrightness(80)
  expect(read('brightness')).toBe('750')
  rmSync(join(folder, 'panel', 'max_brightness'))
  writeFileSync(join(folder, 'panel', 'max_brightness'), '7')
  light.setBrightness(1)
  expect(read('brightness')).toBe('1')
})

it('turns the light off and on, and does without one', () => {
  const light = new Backlight(folder)
  light.setOn(false)
  expect(read('bl_power')).toBe('4')
  light.setOn(true)
  expect(read('bl_power')).toBe('0')
  rmSync(join(folder, 'panel'), { recursive: true })
  light.setOn(false)
  new Backlight(join(folder, 'missing')).setOn(false)
})

it('turns a light on that an earlier run of the program left off', () => {
  new Backlight(folder).setOn(false)
  new Backlight(folder).setOn(true)
  expect(read('bl_power')).toBe('0')
})

it('tries again what failed, and says so once', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const light = new Backlight(folder)
  light.setOn(false)
  const file = join(folder, 'panel', 'bl_power')
  rmSync(file)
  mkdirSync(file)
  for (let call = 0; call < 3; call++) light.setOn(true)
  expect(warn).toHaveBeenCalledOnce()
  rmSync(file, { recursive: true })
  light.setOn(true)
  expect(read('bl_power')).toBe('0')
  warn.mockRestore()
})
