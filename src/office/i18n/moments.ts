/** 'YYYY-MM-DDTHH:MM' in São Paulo, which keeps UTC−3 all year, as a field of time and day has it; '' for null. */
export function toLocalMoment(iso: string | null): string {
  if (iso === null) return ''
  return new Date(Date.parse(iso) - 3 * 3_600_000).toISOString().slice(0, 16)
}

/** ISO 8601 of such a field; null where it is empty or unreadable. */
export function fromLocalMoment(local: string): string | null {
  // Browsers take much for a date that is none, the empty field among it.
  if (!/^\d{4,6}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(local)) return null
  const at = Date.parse(`${local}:00-03:00`)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}
