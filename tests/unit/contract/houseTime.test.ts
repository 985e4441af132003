import { afterEach, expect, it, vi } from 'vitest'
import { formatInHouse, houseDay, houseIso } from '#contract/houseTime.ts'
import { languages } from '#contract/languages.ts'

const time = new Date('2026-03-05T01:30:00Z')
const options = { dateStyle: 'short', timeStyle: 'short' } as const

/** The device in a zone: a format without one uses it. */
function deviceIn(zone: string): void {
  const Real = Intl.DateTimeFormat
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (locale, wanted) {
    return new Real(locale, { ...wanted, timeZone: wanted?.timeZone ?? zone })
  })
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.resetModules()
})

it('days and times are those of the house, wherever the device is', () => {
  expect(houseDay(time)).toBe('2026-03-04')
  expect(formatInHouse(time, languages.pt_BR, options)).toBe('04/03/2026, 22:30')
  expect(houseIso(time)).toBe('2026-03-04T22:30:00.000-03:00')
  expect(Date.parse(houseIso(time))).toBe(time.getTime())
})

it.each([
  ['America/Sao_Paulo', null],
  // The same clock, another name.
  ['America/Bahia', null],
  ['America/Manaus', 'horário de Brasília'],
  ['UTC', 'horário de Brasília'],
  ['Asia/Tokyo', 'horário de Brasília'],
])('on a device in %s a time says %s', async (zone, note) => {
  deviceIn(zone)
  vi.resetModules()
  const fresh = await import('#contract/houseTime.ts')
  expect(fresh.zoneNote(time, languages.pt_BR)).toBe(note)
  expect(fresh.formatHouseTime(time, languages.pt_BR, options)).toBe(
    note === null ? '04/03/2026, 22:30' : '04/03/2026, 22:30 (horário de Brasília)',
  )
})
