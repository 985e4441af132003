import { expect, it } from 'vitest'
import { columnOf } from '#main/kiosk/column.ts'

it.each([
  ['a phone', { x: 10, y: 20, width: 393, height: 852 }, 1, { x: 10, y: 20, width: 393, height: 852 }],
  ['a portrait terminal', { x: 0, y: 0, width: 1080, height: 1921 }, 2.25, { x: 0, width: 1080 }],
  [
    'a portrait display that is not enlarged',
    { x: 0, y: 0, width: 1080, height: 1920 },
    1,
    { x: 0, width: 1080 },
  ],
  ['a very large one', { x: 0, y: 0, width: 2160, height: 3840 }, 1, { x: 378, width: 1404 }],
  ['a landscape display', { x: 0, y: 0, width: 1920, height: 1080 }, 1, { x: 705, width: 511 }],
  ['an enlarged one', { x: 100, y: 0, width: 1920, height: 1080 }, 1.2, { x: 754, width: 613 }],
])('the column of %s', (_name, window, zoomFactor, expected) => {
  expect(columnOf(window, zoomFactor)).toMatchObject({ y: window.y, height: window.height, ...expected })
})
