import { useMemo } from 'react'
import type { ReportPeriod } from '#contract/office/reports.ts'
import { officeZone } from '../../i18n/times.ts'
import { useLanguage } from '../../i18n/useLanguage.ts'

/** Names periods by their first day: '28/11', '23/11' (the week's Monday), 'nov. de 2026'. */
export function usePeriodName(by: ReportPeriod): (starts: string) => string {
  const { locale } = useLanguage()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(locale, {
      timeZone: officeZone,
      ...(by === 'month'
        ? { month: 'short', year: 'numeric' }
        : by === 'week'
          ? { day: '2-digit', month: '2-digit', year: '2-digit' }
          : { weekday: 'short', day: '2-digit', month: '2-digit' }),
    })
    // Noon in São Paulo, so that no zone makes another day of it.
    return (starts) => format.format(new Date(`${starts}T15:00:00Z`))
  }, [by, locale])
}
