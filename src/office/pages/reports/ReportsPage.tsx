import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { reportCalls, type ReportOverview } from '#contract/office/reports.ts'
import { useSearch } from '../../data/address.ts'
import { useOffice } from '../../data/context.ts'
import { useLanguage } from '../../i18n/useLanguage.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { useKeys } from '../../ui/keys.ts'
import { PageBody, PageHeader } from '../../ui/PageHeader.tsx'
import { Failed, LoadingLines } from '../../ui/States.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Time } from '../../ui/Time.tsx'
import { GamesReport } from './GamesReport.tsx'
import { Liabilities, Revenue, Tax } from './HouseReports.tsx'
import { MoneyReport } from './MoneyReport.tsx'
import { Overview } from './Overview.tsx'
import { brandOf, rangeOf, refreshMs, type ReportRange } from './range.ts'
import { RangeBar } from './RangeBar.tsx'
import styles from './reports.module.css'

/** Revenue, games and sports, money, liabilities and tax of any range, in pictures, tables and files. */
export default function ReportsPage() {
  const { t } = useTranslation()
  const { house } = useLanguage()
  const { client } = useOffice()
  const queries = useQueryClient()
  const [search, changeSearch] = useSearch()
  const brand = brandOf(search)
  const reload = () => void queries.invalidateQueries({ queryKey: ['reports'] })
  useKeys([{ key: 'u', label: t('keys.reload'), run: reload }])
  const overview = useQuery({
    queryKey: ['reports', 'overview', brand],
    queryFn: ({ signal }) => client.call(reportCalls.overview, { query: { brand } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
  const setRange = ({ from, to, by, brand: chosen }: ReportRange) =>
    changeSearch((next) => {
      next.set('from', from)
      next.set('to', to)
      next.set('by', by)
      if (chosen === undefined) next.delete('brand')
      else next.set('brand', chosen)
    })
  const head = (
    <PageHeader
      title={t('reports.title')}
      text={t('reports.about', { currency: house.currency })}
      badges={overview.data && overview.data.differences === 0 && <Checked {...overview.data} />}
      actions={<IconButton icon={RefreshCw} label={t('list.reload')} onClick={reload} />}
    />
  )
  if (!overview.data)
    return (
      <>
        {head}
        <PageBody>
          {overview.error ? (
            <Failed error={overview.error} onRetry={() => void overview.refetch()} />
          ) : (
            <LoadingLines />
          )}
        </PageBody>
      </>
    )
  const range = rangeOf(search, overview.data)
  return (
    <>
      {head}
      {overview.data.differences > 0 && (
        <PageBody>
          <Alert tone="bad">{t('reports.differ', { count: overview.data.differences })}</Alert>
        </PageBody>
      )}
      <Overview overview={overview.data} range={range} onChoose={(span) => setRange({ ...range, ...span })} />
      <RangeBar range={range} brands={overview.data.brands} onChange={setRange} />
      <div className={styles.tabs}>
        <Tabs
          label={t('reports.title')}
          tabs={[
            { name: 'revenue', label: t('reports.revenue'), content: <Revenue range={range} /> },
            { name: 'games', label: t('reports.games'), content: <GamesReport range={range} /> },
            { name: 'money', label: t('reports.money'), content: <MoneyReport range={range} /> },
            { name: 'liabilities', label: t('reports.liabilities'), content: <Liabilities range={range} /> },
            {
              name: 'tax',
              label: t('reports.tax'),
              content: <Tax range={range} basisPoints={overview.data.taxBasisPoints} />,
            },
          ]}
        />
      </div>
    </>
  )
}

/** When the reports were compared with the ledger. */
function Checked({ checkedAt }: ReportOverview) {
  const { t } = useTranslation()
  if (checkedAt === null) return <Badge>{t('reports.unchecked')}</Badge>
  return (
    <Badge tone="good">
      <span>{t('reports.checked')}</span> <Time value={checkedAt} />
    </Badge>
  )
}
