import { afterEach, expect, it, vi } from 'vitest'
import { timeZone } from '#renderer/platform/timeZone.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

it('is looked up again only when the clock has another offset', () => {
  const offset = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(180)
  const format = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' })
  const lookup = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function () {
    return format
  })
  expect([timeZone(), timeZone()]).toEqual(['America/Sao_Paulo', 'America/Sao_Paulo'])
  expect(lookup).toHaveBeenCalledTimes(1)
  offset.mockReturnValue(-60)
  timeZone()
  expect(lookup).toHaveBeenCalledTimes(2)
})
