import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Machine } from '#main/machine/Machine.ts'

let folder = ''
const at = (name: string) => join(folder, name)
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'palpite-machine-'))))
afterEach(() => rmSync(folder, { recursive: true }))

it('tells the scripts how the screen is turned, and once whether they must start again', () => {
  const files = { requests: folder, status: at('status'), source: at('source'), rotation: at('rotation') }
  const machine = new Machine(files)
  expect(machine.turnScreen(0)).toBe(false)
  expect(machine.turnScreen(90)).toBe(true)
  expect(readFileSync(at('rotation'), 'utf8')).toBe('90')
  expect(machine.turnScreen(90)).toBe(false)
  expect(machine.turnScreen(0)).toBe(true)
  // What cannot be written must not start the terminal again and again.
  expect(new Machine({ ...files, rotation: at('missing/rotation') }).turnScreen(180)).toBe(false)
})
