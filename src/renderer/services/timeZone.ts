const known = { offset: NaN, name: '' }

/**
 * The system's time zone, e.g. America/Sao_Paulo. Every call sends it, and finding its name is slow: it is looked up
 * again only when the clock has moved to another offset.
 */
export function timeZone(): string {
  const offset = new Date().getTimezoneOffset()
  if (offset !== known.offset) {
    known.offset = offset
    known.name = Intl.DateTimeFormat().resolvedOptions().timeZone
  }
  return known.name
}
