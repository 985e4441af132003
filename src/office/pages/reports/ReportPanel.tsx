import { useQuery } from '@tanstack/react-query'
import { ChartLine, Columns3, Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { OfficeCall } from '#contract/office/officeCall.ts'
import type { HouseColumn, ReportQuery } from '#contract/office/reports.ts'
import { useMay, useOffice } from '../../data/context.ts'
import { Button, FileLink } from '../../ui/Button.tsx'
import { Menu, MenuCheck } from '../../ui/Menu.tsx'
import { PageBody } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Empty, Failed, LoadingLines } from '../../ui/States.tsx'
import { refreshMs } from './range.ts'
import styles from './reports.module.css'

type ReadCall<Answer> = OfficeCall<{ query: ReportQuery }, Answer, 'read'>

function useReport<Answer>(call: ReadCall<Answer>, query: ReportQuery) {
  const { client } = useOffice()
  return useQuery({
    queryKey: ['reports', call.name, query],
    queryFn: async ({ signal }) => (await client.call(call, { query }, { signal })) as Answer,
    refetchInterval: refreshMs,
  })
}

interface ReportPanelProps<Answer> {
  title: string
  call: ReadCall<Answer>
  query: ReportQuery
  file: OfficeCall
  isEmpty: (answer: Answer) => boolean
  /** Of a table whose columns may be chosen. */
  chooser?: React.ReactNode
  children: (answer: Answer) => React.ReactNode
}

/** A report with its file; while it loads, when it fails, and when there is nothing. */
export function ReportPanel<Answer>({
  title,
  call,
  query,
  file,
  isEmpty,
  chooser,
  children,
}: ReportPanelProps<Answer>) {
  const { t } = useTranslation()
  const may = useMay()
  const { client } = useOffice()
  const report = useReport(call, query)
  return (
    <PageBody>
      <Panel
        title={title}
        isFlush
        aside={
          <div className={styles.panelHead} data-quiet-print>
            {chooser}
            {may(file.permission) && (
              <FileLink address={client.fileAddress(file, query)} icon={Download}>
                {t('list.csv')}
              </FileLink>
            )}
          </div>
        }
      >
        {report.data ? (
          isEmpty(report.data) ? (
            <Empty icon={ChartLine} title={t('reports.empty')} text={t('reports.emptyText')} />
          ) : (
            children(report.data)
          )
        ) : report.error ? (
          <Failed error={report.error} onRetry={() => void report.refetch()} />
        ) : (
          <LoadingLines />
        )}
      </Panel>
    </PageBody>
  )
}

/** Chooses the columns of a table that has more than fit. */
export function ColumnChooser<Column extends HouseColumn>({
  all,
  columns,
  onToggle,
}: {
  all: readonly Column[]
  columns: readonly Column[]
  onToggle: (column: Column) => void
}) {
  const { t } = useTranslation()
  return (
    <Menu
      trigger={
        <Button tone="plain" icon={Columns3}>
          {t('reports.chooseColumns')}
        </Button>
      }
    >
      {all.map((column) => (
        <MenuCheck key={column} isOn={columns.includes(column)} onToggle={() => onToggle(column)}>
          {t(`reports.columns.${column}`)}
        </MenuCheck>
      ))}
    </Menu>
  )
}
