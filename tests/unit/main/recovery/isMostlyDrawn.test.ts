import { expect, it } from 'vitest'
import { isMostlyDrawn } from '#main/recovery/isMostlyDrawn.ts'

const width = 393
const height = 852
const night = Uint8Array.from([0x1a, 0x14, 0x07, 0xff])
const black = Uint8Array.from([0, 0, 0, 0xff])

/** The background of a page, with black from this row on. */
function picture(blackFrom: number): Uint8Array {
  const bitmap = new Uint8Array(width * height * 4)
  for (let pixel = 0; pixel < width * height; pixel++) {
    bitmap.set(pixel < blackFrom * width ? night : black, pixel * 4)
  }
  return bitmap
}

it('knows a page with black texts from one whose parts are missing', () => {
  expect(isMostlyDrawn(picture(height))).toBe(true)
  expect(isMostlyDrawn(picture(height - 60))).toBe(true)
  // Only the dark layer below a dialog is there, as on a real screen.
  expect(isMostlyDrawn(picture(726))).toBe(false)
  expect(isMostlyDrawn(picture(0))).toBe(false)
})
