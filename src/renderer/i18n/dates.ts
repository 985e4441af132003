import { formatHouseTime, formatInHouse, houseDay } from '#contract/houseTime.ts'
import type { Language } from '#contract/languages.ts'

export function formatDateTime(iso: string, language: Language): string {
  return formatHouseTime(new Date(iso), language, { dateStyle: 'short', timeStyle: 'short' })
}

/** The time, with the day where it is another one. */
export function formatMoment(time: Date, now: Date, language: Language): string {
  const day = houseDay(time) === houseDay(now) ? {} : ({ dateStyle: 'short' } as const)
  return formatHouseTime(time, language, { ...day, timeStyle: 'short' })
}

/** '05/03' from a day written as YYYY-MM-DD. */
export function formatDay(day: string, { locale }: Language): string {
  const options = { day: '2-digit', month: '2-digit', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(locale, options).format(new Date(`${day}T00:00:00Z`))
}

export function formatDate(iso: string, language: Language): string {
  return formatInHouse(new Date(iso), language, { dateStyle: 'short' })
}
