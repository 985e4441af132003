import { expect, it } from 'vitest'
import { windowSystemOf } from '#main/kiosk/windowSystem.ts'

const withHandle = (hex: string, isDestroyed = false) => ({
  isDestroyed: () => isDestroyed,
  getNativeWindowHandle: () => Buffer.from(hex, 'hex'),
})

it.each([
  ['x11', '03002000'],
  ['x11', '0400400000000000'],
  ['wayland', '01000000'],
  ['wayland', '2c01000000000000'],
])('tells %s by the number of its windows', (system, handle) => {
  expect(windowSystemOf(withHandle(handle), 'linux')).toBe(system)
})

it('needs a window on Linux only', () => {
  expect(windowSystemOf(null, 'linux')).toBeUndefined()
  expect(windowSystemOf(withHandle('03002000', true), 'linux')).toBeUndefined()
  expect(windowSystemOf(null, 'win32')).toBe('windows')
  expect(windowSystemOf(null, 'darwin')).toBe('macos')
})
