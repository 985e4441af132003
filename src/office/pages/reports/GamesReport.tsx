import { useTranslation } from 'react-i18next'
import { betColumns, reportCalls, type BetColumn, type GameRow } from '#contract/office/reports.ts'
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
        <SumsTable
          label={t('reports.games')}
          heads={[
            { name: 'game', label: t('reports.game'), cell: gameName },
            {
              name: 'product',
              label: t('reports.product'),
              cell: ({ product }) => t(`reports.products.${product}`),
            },
          ]}
          columns={columns}
          rows={rows}
          rowKey={({ product, game }) => `${product} ${game}`}
          total={totalOf(rows, all)}
        />
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

function gameName({ product, game, name }: GameRow): string {
  if (game === '') return textOr('reports.unknownGame', game)
  if (name !== null) return name
  if (game === 'mixed') return textOr('reports.mixed', game)
  return product === 'sport' ? textOr(`sportNames.${game}`, game) : game
}
