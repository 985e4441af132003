import { describe, expect, it } from 'vitest'
import { alphabet, glyphLines } from '#server/domain/captcha/glyphs.ts'
import { drawCaptcha } from '#server/domain/captcha/image.ts'

describe('captcha picture', () => {
  it('has a glyph for every character, inside its box', () => {
    for (const character of alphabet) {
      const points = glyphLines(character).flat()
      expect(points.length).toBeGreaterThan(8)
      for (const [x, y] of points) {
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x).toBeLessThanOrEqual(6)
        expect(y).toBeGreaterThanOrEqual(0)
        expect(y).toBeLessThanOrEqual(10)
      }
    }
    expect(() => glyphLines('?')).toThrow(RangeError)
  })

  it('draws five characters without look-alikes, and different ones each time', () => {
    const answers = Array.from({ length: 50 }, () => drawCaptcha().answer)
    for (const answer of answers) expect(answer).toMatch(/^[2-9ACEFHKMNPRTUWXY]{5}$/)
    expect(new Set(answers).size).toBeGreaterThan(45)
  })

  it('is a different PNG each time for the same answer', () => {
    const [first, second] = [Buffer.from(drawCaptcha('2A9K4').png), Buffer.from(drawCaptcha('2A9K4').png)]
    for (const png of [first, second]) {
      expect(png.subarray(1, 4).toString()).toBe('PNG')
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([320, 112])
    }
    expect(first.equals(second)).toBe(false)
  })
})
