import { formatInHouse, houseDay, zoneNote } from '#contract/houseTime.ts'
import type { Language } from '#contract/languages.ts'
import type { Texts } from './texts.ts'

const dayMs = 86_400_000

/**
 * Writes times of day and days in the player's language, by the house's clock. `iso` is a time in ISO 8601, `now` the server's
 * clock.
 */
export function createTimes(
  language: Language,
  texts: Pick<Texts, 'today' | 'yesterday'>,
  now: () => number,
) {
  const dayOf = (time: Date, now: Date) => {
    if (houseDay(time) === houseDay(now)) return texts.today
    if (houseDay(time) === houseDay(new Date(now.getTime() - dayMs))) return texts.yesterday
    const isThisYear = houseDay(time).slice(0, 4) === houseDay(now).slice(0, 4)
    const year = isThisYear ? {} : ({ year: 'numeric' } as const)
    return formatInHouse(time, language, { day: 'numeric', month: 'long', ...year })
  }

  return {
    time: (iso: string) => formatInHouse(new Date(iso), language, { hour: '2-digit', minute: '2-digit' }),
    /** The same text for all times of one day. */
    dayKey: (iso: string) => houseDay(new Date(iso)),
    /** On a device in another time zone also which clock the times below are by. */
    day(iso: string): string {
      const time = new Date(iso)
      return [dayOf(time, new Date(now())), zoneNote(time, language)]
        .filter((part) => part !== null)
        .join(' · ')
    },
  }
}

export type Times = ReturnType<typeof createTimes>
