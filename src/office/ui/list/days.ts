import { zoneDay } from '../../i18n/times.ts'

/** ISO 8601 of the start of a day in São Paulo, which keeps UTC−3 all year. */
export function dayStart(day: string): string {
  return new Date(`${day}T00:00:00-03:00`).toISOString()
}

/** The start of the next day: the end of a day as an exclusive bound. */
export function dayEnd(day: string): string {
  return new Date(Date.parse(dayStart(day)) + 24 * 3_600_000).toISOString()
}

/** The last second of a day, as a moment: a term that ends with the day. */
export function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59-03:00`).toISOString()
}

/** The day whose start is this time; '' for what somebody typed into the address and is no time. */
export function dayOfStart(iso: string): string {
  return dayAt(Date.parse(iso))
}

/** The day whose end is this time; '' as above. */
export function dayOfEnd(iso: string): string {
  return dayAt(Date.parse(iso) - 1)
}

function dayAt(time: number): string {
  return Number.isNaN(time) ? '' : zoneDay(new Date(time))
}
