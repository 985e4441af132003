import { useTranslation } from 'react-i18next'
import { betColumns, reportCalls, type BetColumn, type GameRow } from '#contract/office/reports.ts'
import { useLanguage } from '../../i18n/useLanguage.ts'
import type { ReportRange } from './range.ts'
import { ColumnChooser, ReportPanel } from './ReportPanel.tsx'
import { SumsTable } from './SumsTable.tsx'
import { textOr } from './textOr.ts'
import { namesOf, useColumns } from './useColumns.ts'

const usualGames: readonly BetColumn[] = [
  'ggrCents',
  'placed',
  'placedCents',
  'cashStakesCents',
  'cashPayoutsCents',
  'taxBaseCents',
]

/** Games and sports over the whole range: the ones that earned most first. */
export function GamesReport({ range }: { range: ReportRange }) {
  const { t } = useTranslation()
  // Actives of several games or days cannot be added.
  const all = namesOf(betColumns).filter((column) => column !== 'actives')
  const { columns, toggle } = useColumns('games', all, usualGames)
  return (
    <ReportPanel
      title={t('reports.games')}
      call={reportCalls.games}
      query={{ ...range, by: 'range' }}
      file={reportCalls.exportGames}
      isEmpty={({ rows }) => rows.length === 0}
      chooser={<ColumnChooser all={all} columns={columns} onToggle={toggle} />}
    >
      {({ rows }: { rows: GameRow[] }) => (
        <>
          <SumsTable
            label={t('reports.games')}
            heads={[
              { name: 'game', label: t('reports.game'), cell: gameName },
              {
                name: 'product',
                label: t('reports.product'),
                cell: ({ product }) => t(`reports.products.${product}`),
              },
              {
                name: 'provider',
                label: t('reports.provider'),
                cell: ({ product, provider }) =>
                  provider ?? (product === 'game' ? t('reports.ownGames') : ''),
              },
            ]}
            columns={columns}
            rows={rows}
            rowKey={({ product, game }) => `${product} ${game}`}
            total={totalOf(rows, all)}
          />
          {rows.some(({ provider }) => provider !== null) && (
            <SumsTable
              label={t('reports.byProvider')}
              heads={[
                {
                  name: 'provider',
                  label: t('reports.byProvider'),
                  cell: ({ provider }) => provider ?? t('reports.ownGames'),
                },
                {
                  name: 'return',
                  label: t('reports.measuredReturn'),
                  cell: (row) => <Return sums={row} />,
                },
              ]}
              columns={columns}
              rows={providersOf(rows, all)}
              rowKey={({ provider }) => provider ?? ''}
            />
          )}
        </>
      )}
    </ReportPanel>
  )
}

function totalOf(
  rows: readonly GameRow[],
  columns: readonly BetColumn[],
): Partial<Record<BetColumn, number>> {
  return Object.fromEntries(
    columns.map((column) => [column, rows.reduce((sum, row) => sum + (row[column] ?? 0), 0)]),
  )
}

type ProviderSums = Partial<Record<BetColumn, number>> & { provider: string | null }

/** The games of each provider together, the one that earned most first. */
function providersOf(rows: readonly GameRow[], columns: readonly BetColumn[]): ProviderSums[] {
  const games = rows.filter(({ product }) => product === 'game')
  return [...new Set(games.map(({ provider }) => provider))]
    .map((provider) => ({
      provider,
      ...totalOf(
        games.filter((row) => row.provider === provider),
        columns,
      ),
    }))
    .sort((one, other) => (other.ggrCents ?? 0) - (one.ggrCents ?? 0))
}

/** What was paid of what was decided, from both wallets. */
function Return({ sums }: { sums: ProviderSums }) {
  const { locale } = useLanguage()
  const stakes = (sums.cashStakesCents ?? 0) + (sums.bonusStakesCents ?? 0)
  const payouts = (sums.cashPayoutsCents ?? 0) + (sums.bonusPayoutsCents ?? 0)
  const percent = new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 2 })
  return <span>{stakes === 0 ? '–' : percent.format(payouts / stakes)}</span>
}

function gameName({ product, game, name }: GameRow): string {
  if (game === '') return textOr('reports.unknownGame', game)
  if (name !== null) return name
  if (game === 'mixed') return textOr('reports.mixed', game)
  return product === 'sport' ? textOr(`sportNames.${game}`, game) : game
}
