import { expect, it } from 'vitest'
import { fromLocalMoment, toLocalMoment } from '#office/i18n/moments.ts'

it('reads and writes a time of São Paulo, and an empty field is none', () => {
  expect(fromLocalMoment('2026-11-29T03:15')).toBe('2026-11-29T06:15:00.000Z')
  expect(toLocalMoment('2026-11-29T06:15:00.000Z')).toBe('2026-11-29T03:15')
  expect(['', ':', '2026-11-29', '2026-13-40T03:15'].map(fromLocalMoment)).toEqual([null, null, null, null])
  expect(toLocalMoment(null)).toBe('')
})
