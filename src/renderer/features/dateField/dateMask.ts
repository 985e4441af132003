/** How a language writes a date in digits: the order of its parts and what stands between them. */
export interface DateMask {
  parts: readonly ('day' | 'month' | 'year')[]
  separator: string
}

const lengths = { day: 2, month: 2, year: 4 } as const

export function dateMaskOf(locale: string): DateMask {
  const written = new Intl.DateTimeFormat(locale, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  }).formatToParts(new Date('1990-12-31T00:00:00Z'))
  const parts = written.flatMap(({ type }) =>
    type === 'day' || type === 'month' || type === 'year' ? [type] : [],
  )
  const separator =
    written
      .find(({ type }) => type === 'literal')
      ?.value.trim()
      .charAt(0) ?? ''
  return { parts, separator: /^[./-]$/.test(separator) ? separator : '/' }
}

/** What was typed, with the separators where they belong: '3112' is '31/12'. */
export function maskDate(typed: string, { parts, separator }: DateMask): string {
  let digits = typed.replace(/\D/g, '')
  const shown: string[] = []
  for (const part of parts) {
    if (digits === '') break
    shown.push(digits.slice(0, lengths[part]))
    digits = digits.slice(lengths[part])
  }
  return shown.join(separator)
}

/** A date as the mask shows it; '' for none. */
export function showDate(iso: string, { parts, separator }: DateMask): string {
  const [year = '', month = '', day = ''] = iso.split('-')
  return iso === '' ? '' : parts.map((part) => ({ year, month, day })[part]).join(separator)
}

/** YYYY-MM-DD; '' while it is not complete, or for a day that the calendar does not have. */
export function readDate(shown: string, { parts, separator }: DateMask): string {
  const fields = shown.split(separator)
  const of = (part: 'day' | 'month' | 'year') => fields[parts.indexOf(part)] ?? ''
  if (parts.some((part) => of(part).length !== lengths[part])) return ''
  const iso = `${of('year')}-${of('month')}-${of('day')}`
  const time = new Date(`${iso}T00:00:00Z`)
  return Number.isNaN(time.getTime()) || !time.toISOString().startsWith(iso) ? '' : iso
}
