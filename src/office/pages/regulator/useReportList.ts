import { useTranslation } from 'react-i18next'
import { familyNames, type ReportFamily } from '#contract/rules/regulatorReports.ts'
import type { Column, Filter } from '../../ui/list/columns.ts'
import { usePeriodText } from './usePeriodText.ts'

interface Report {
  family: ReportFamily
  period: string
}

/** What the lists of reports have in common: they begin with period and family, which also name a row. */
export function useReportList() {
  const { t } = useTranslation()
  const periodText = usePeriodText()
  const familyText = (family: ReportFamily) => t(`reportFamilies.${family}`)
  const columns: Column<Report, never>[] = [
    { name: 'period', label: 'regulator.period', cell: ({ period }) => periodText(period) },
    { name: 'family', label: 'regulator.family', isWide: true, cell: ({ family }) => familyText(family) },
  ]
  const familyFilter: Filter<'family'> = {
    name: 'family',
    label: 'regulator.family',
    kind: 'select',
    choices: familyNames.map((value) => ({ value, label: familyText(value) })),
  }
  return {
    columns,
    familyFilter,
    periodText,
    nameOf: ({ family, period }: Report) => `${familyText(family)} ${periodText(period)}`,
  }
}
