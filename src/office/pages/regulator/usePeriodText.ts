import { useMemo } from 'react'
import { officeZone } from '../../i18n/times.ts'
import { useLanguage } from '../../i18n/useLanguage.ts'

/** Writes a day (YYYY-MM-DD) or month (YYYY-MM) as the reader's language does: '28/11/2026', '11/2026'. */
export function usePeriodText(): (period: string) => string {
  const { locale } = useLanguage()
  return useMemo(() => {
    const month = { timeZone: officeZone, year: 'numeric', month: '2-digit' } as const
    const months = new Intl.DateTimeFormat(locale, month)
    const days = new Intl.DateTimeFormat(locale, { ...month, day: '2-digit' })
    // Noon in São Paulo, so that no zone makes another day of it.
    return (period) =>
      period.length === 7
        ? months.format(new Date(`${period}-15T15:00:00Z`))
        : days.format(new Date(`${period}T15:00:00Z`))
  }, [locale])
}
