import type { Texts } from './texts.ts'

/** Writes times of day and days in the player's language and time zone. `iso` is a time in ISO 8601. */
export function createTimes(locale: string, texts: Pick<Texts, 'today' | 'yesterday'>) {
  const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' })
  const dateWithYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' })

  return {
    time: (iso: string) => clock.format(new Date(iso)),
    /** The same text for all times of one day. */
    dayKey: (iso: string) => new Date(iso).toDateString(),
    day(iso: string, now = new Date()): string {
      const day = new Date(iso)
      const yesterday = new Date(now)
      yesterday.setDate(now.getDate() - 1)
      if (day.toDateString() === now.toDateString()) return texts.today
      if (day.toDateString() === yesterday.toDateString()) return texts.yesterday
      return (day.getFullYear() === now.getFullYear() ? date : dateWithYear).format(day)
    },
  }
}

export type Times = ReturnType<typeof createTimes>
