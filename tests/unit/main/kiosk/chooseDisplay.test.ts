import { expect, it } from 'vitest'
import { chooseDisplay, configuredDisplay } from '#main/kiosk/chooseDisplay.ts'

const own = { id: 1, label: 'Touch' }
const other = { id: 2, label: 'Menu board' }

it.each([
  ['its own, also when another one is the main one', own, [other, own], other, own],
  ['the main one while its own is unplugged', own, [other], other, other],
  [
    'its own, which got another number',
    own,
    [other, { id: 7, label: 'Touch' }],
    other,
    { id: 7, label: 'Touch' },
  ],
  [
    'the main one when names say nothing',
    { id: 1, label: '' },
    [{ id: 3, label: '' }],
    { id: 3, label: '' },
    { id: 3, label: '' },
  ],
  [
    'the main one when two have the name',
    own,
    [other, { id: 7, label: 'Touch' }, { id: 8, label: 'Touch' }],
    other,
    other,
  ],
])('a kiosk covers %s', (_what, home, connected, main, expected) => {
  expect(chooseDisplay(home, connected, main)).toEqual(expected)
})

it('the configured display is counted from the left, then from the top; until it is there, there is none', () => {
  const at = (x: number, y: number) => ({ bounds: { x, y } })
  const [right, below, left] = [at(1920, 0), at(0, 1080), at(0, 0)]
  const connected = [right, below, left]
  const chosen = [0, 1, 2, 3, 4].map((display) => configuredDisplay(display, connected, below))
  expect(chosen).toEqual([below, left, below, right, undefined])
})
