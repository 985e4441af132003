/** The operator's day: every time in the office is shown in it, whatever the reader's computer says. */
export const officeZone = 'America/Sao_Paulo'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const formats = new Map<string, Intl.DateTimeFormat>()

function dateFormat(locale: string, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${name}`
  let format = formats.get(key)
  if (!format)
    formats.set(key, (format = new Intl.DateTimeFormat(locale, { timeZone: officeZone, ...options })))
  return format
}

/** '28/11/2026, 22:10:05 BRT' */
export function formatExactTime(iso: string, locale: string): string {
  return dateFormat(locale, 'exact', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(iso))
}

/** '22:10' today, '27/11, 22:10' this year, '27/11/2025, 22:10' before. */
export function formatShortTime(iso: string, locale: string, now: number): string {
  const at = new Date(iso)
  const [day, today] = [zoneDay(at), zoneDay(new Date(now))]
  const time = { hour: '2-digit', minute: '2-digit' } as const
  if (day === today) return dateFormat(locale, 'time', time).format(at)
  const date = { day: '2-digit', month: '2-digit' } as const
  if (day.slice(0, 4) === today.slice(0, 4))
    return dateFormat(locale, 'date', { ...date, ...time }).format(at)
  return dateFormat(locale, 'year', { ...date, year: 'numeric', ...time }).format(at)
}

/** 'há 3 min' within a day; older ones as formatShortTime does. Times to come: 'em 2 h'. */
export function formatRelativeTime(iso: string, locale: string, now: number): string {
  const difference = new Date(iso).getTime() - now
  const distance = Math.abs(difference)
  if (distance >= dayMs) return formatShortTime(iso, locale, now)
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })
  if (distance < minuteMs) return relative.format(0, 'second')
  if (distance < hourMs) return relative.format(Math.trunc(difference / minuteMs), 'minute')
  return relative.format(Math.trunc(difference / hourMs), 'hour')
}

/** 'YYYY-MM-DD' in the office's zone. */
export function zoneDay(at: Date): string {
  return dateFormat('sv-SE', 'day', { year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)
}

/** '31/12/1990' of 'YYYY-MM-DD'. */
export function formatDate(day: string, locale: string): string {
  const at = new Date(`${day}T15:00:00Z`)
  return dateFormat(locale, 'day and year', { day: '2-digit', month: '2-digit', year: 'numeric' }).format(at)
}

/** 'sábado, 28 de novembro' of 'YYYY-MM-DD'. */
export function formatDay(day: string, locale: string): string {
  // Noon in São Paulo, so that no zone makes another day of it.
  const at = new Date(`${day}T15:00:00Z`)
  return dateFormat(locale, 'weekday', { weekday: 'long', day: 'numeric', month: 'long' }).format(at)
}
