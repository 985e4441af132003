import type { Language } from '#contract/languages.ts'

/** By locale. Kept because a long list needs it for every row that comes into view. */
const dateTimes = new Map<string, Intl.DateTimeFormat>()

export function formatDateTime(iso: string, { locale }: Language): string {
  let format = dateTimes.get(locale)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' })
    dateTimes.set(locale, format)
  }
  return format.format(new Date(iso))
}

/** The time, with the day where it is another one. */
export function formatMoment(time: Date, now: Date, { locale }: Language): string {
  const isToday = time.toDateString() === now.toDateString()
  const day = isToday ? {} : ({ dateStyle: 'short' } as const)
  return new Intl.DateTimeFormat(locale, { ...day, timeStyle: 'short' }).format(time)
}

/** '05/03' from a day written as YYYY-MM-DD. */
export function formatDay(day: string, { locale }: Language): string {
  const options = { day: '2-digit', month: '2-digit', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(locale, options).format(new Date(`${day}T00:00:00Z`))
}

export function formatDate(iso: string, { locale }: Language): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'short' }).format(new Date(iso))
}
