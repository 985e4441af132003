/**
 * Times as the house counts them: in the zone in which its days begin. Where the zone of the device is another one, a time says
 * which it is in.
 */
import type { Language, LanguageCode } from './languages.ts'

/** The time zone in which a day of withdrawals, commissions, rebates and the like begins. */
export const dayZone = 'America/Sao_Paulo'

const names: Record<LanguageCode, string> = {
  pt_BR: 'horário de Brasília',
  en_US: 'Brasília time',
  id_ID: 'waktu Brasília',
  vi_VN: 'giờ Brasília',
  nr_NR: 'Brasília time',
  ja_JP: 'ブラジリア時間',
  ko_KR: '브라질리아 시간',
  zh_CN: '巴西利亚时间',
  ru_RU: 'по бразильскому времени',
}

/** Kept because a long list needs one for every row that comes into view. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(timeZone: string | undefined, locale: string, options: Intl.DateTimeFormatOptions) {
  const key = JSON.stringify([timeZone, locale, options])
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone })
  formats.set(key, format)
  return format
}

/** The day of a moment as the house counts them, YYYY-MM-DD. */
export function houseDay(time: Date): string {
  // Swedish writes YYYY-MM-DD in every engine; WebKit writes another order for `en-CA`.
  return formatIn(dayZone, 'sv-SE', { dateStyle: 'short' }).format(time)
}

/** The house keeps UTC−3 all year. */
const houseOffset = { text: '-03:00', ms: -3 * 3_600_000 }

/** When the day of a moment begins in the house. */
export function houseMidnight(time: Date): Date {
  return new Date(`${houseDay(time)}T00:00:00${houseOffset.text}`)
}

/** A moment as files say it: ISO 8601 in the time of the house, with its offset. */
export function houseIso(time: Date): string {
  return new Date(time.getTime() + houseOffset.ms).toISOString().replace('Z', houseOffset.text)
}

/** A time or a date of the house without the name of its zone: where that stands beside it, or no hour is shown. */
export function formatInHouse(time: Date, { locale }: Language, options: Intl.DateTimeFormatOptions): string {
  return formatIn(dayZone, locale, options).format(time)
}

/** The name of the house's zone in a language; null on a device whose clock shows the same at that moment. */
export function zoneNote(time: Date, { code }: Language): string | null {
  const options = { dateStyle: 'short', timeStyle: 'short' } as const
  const isSame =
    formatIn(undefined, 'en-CA', options).format(time) === formatIn(dayZone, 'en-CA', options).format(time)
  return isSame ? null : names[code]
}

/** '29/11/2026, 08:57', on a device in another zone '29/11/2026, 08:57 (horário de Brasília)'. */
export function formatHouseTime(time: Date, language: Language, options: Intl.DateTimeFormatOptions): string {
  const text = formatInHouse(time, language, options)
  const note = zoneNote(time, language)
  return note === null ? text : `${text} (${note})`
}
