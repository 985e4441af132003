const cache = { offset: NaN, name: '' }

/**
 * The system's time zone, e.g. America/Sao_Paulo. Every call sends it and finding its name is slow, so it is
 * cached until the clock's offset changes.
 */
export function timeZone(): string {
  const offset = new Date().getTimezoneOffset()
  if (offset !== cache.offset) {
    cache.offset = offset
    cache.name = Intl.DateTimeFormat().resolvedOptions().timeZone
  }
  return cache.name
}
