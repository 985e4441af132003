import { useQuery } from '@tanstack/react-query'
import { CircleStop, MoveVertical, Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { gameCalls, type GameReturnRow, type GameRow, type OfficeGameKind } from '#contract/office/games.ts'
import { useOffice } from '../../data/context.ts'
import { useLanguage } from '../../i18n/useLanguage.ts'
import { defineAction, type Action } from '../../ui/actions/action.ts'
import { Badge } from '../../ui/Badge.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { Money } from '../../ui/Money.tsx'
import styles from './games.module.css'

const kinds: readonly OfficeGameKind[] = ['original', 'slot', 'sport']

const byId = ({ id }: GameRow, { reason }: { reason: string }) => ({ params: { id }, body: { reason } })

const actions: readonly Action<GameRow>[] = [
  defineAction<typeof gameCalls.stop, GameRow>({
    call: gameCalls.stop,
    icon: CircleStop,
    key: 's',
    isDanger: true,
    isOffered: ({ isOn }) => isOn,
    explain: 'games.stopText',
    request: byId,
  }),
  defineAction<typeof gameCalls.open, GameRow>({
    call: gameCalls.open,
    icon: Play,
    key: 'o',
    isPrimary: true,
    isOffered: ({ isOn }) => !isOn,
    request: byId,
  }),
  defineAction<typeof gameCalls.move, GameRow>({
    call: gameCalls.move,
    icon: MoveVertical,
    key: 'm',
    fields: [{ name: 'sort', label: 'games.sort', kind: 'number', hint: 'games.sortHint' }],
    first: ({ sort }) => ({ sort: String(sort) }),
    request: ({ id }, values) => ({
      params: { id },
      body: { sort: Number(values['sort']), reason: values.reason },
    }),
  }),
]

/** The catalogue: what is on, in which order, and what each game pays in comparison with what it is made to pay. */
export default function GamesPage() {
  const { t } = useTranslation()
  const { client } = useOffice()
  const returns = useQuery({
    queryKey: ['games', 'returns'],
    queryFn: ({ signal }) => client.call(gameCalls.returns, {}, { signal }),
    refetchInterval: 60_000,
  })
  const returnOf = (id: string) => returns.data?.list.find((each) => each.id === id)
  return (
    <ListPage
      call={gameCalls.list}
      titleKey="games.title"
      textKey="games.text"
      columns={[
        { name: 'name', label: 'games.name', sort: 'name', isWide: true, cell: ({ name }) => name },
        { name: 'sort', label: 'games.sort', sort: 'sort', isNumber: true, cell: ({ sort }) => sort },
        { name: 'kind', label: 'games.kind', isMinor: true, cell: ({ kind }) => t(`gameKinds.${kind}`) },
        {
          name: 'provider',
          label: 'games.provider',
          isMinor: true,
          cell: ({ provider }) => provider ?? t('games.own'),
        },
        {
          name: 'isOn',
          label: 'games.state',
          cell: ({ isOn, isListed }) =>
            isListed ? (
              <Badge tone={isOn ? 'good' : 'bad'}>{t(isOn ? 'games.on' : 'games.off')}</Badge>
            ) : (
              <Badge tone="warn">{t('games.gone')}</Badge>
            ),
        },
        {
          name: 'rounds',
          label: 'games.rounds',
          isNumber: true,
          cell: ({ id }) => <Rounds {...returnOf(id)} />,
        },
        {
          name: 'stakes',
          label: 'games.stakes',
          isNumber: true,
          cell: ({ id }) => <Money cents={returnOf(id)?.stakesCents} />,
        },
        {
          name: 'exact',
          label: 'games.exact',
          isNumber: true,
          cell: ({ exactReturn }) => <Percent value={exactReturn} />,
        },
        {
          name: 'measured',
          label: 'games.measured',
          isNumber: true,
          cell: (row) => <Measured row={row} measured={returnOf(row.id)} />,
        },
      ]}
      filters={[
        { name: 'q', label: 'games.search', kind: 'search' },
        {
          name: 'kind',
          label: 'games.kind',
          kind: 'select',
          choices: kinds.map((value) => ({ value, label: t(`gameKinds.${value}`) })),
        },
        {
          name: 'isOn',
          label: 'games.state',
          kind: 'select',
          choices: [
            { value: 'true', label: t('games.on') },
            { value: 'false', label: t('games.off') },
          ],
        },
      ]}
      rowName={({ name }) => name}
      actions={actions}
      empty="games.empty"
      emptyText="games.emptyText"
    />
  )
}

function Rounds({ rounds }: Partial<GameReturnRow>) {
  const { locale } = useLanguage()
  return <span>{rounds === undefined ? '–' : new Intl.NumberFormat(locale).format(rounds)}</span>
}

function Percent({ value }: { value: number | null }) {
  const { locale } = useLanguage()
  return <span>{value === null ? '–' : percent(value, locale)}</span>
}

/** The measured return in its band, on a scale around the exact one; marked when the exact one lies outside. */
function Measured({ row, measured }: { row: GameRow; measured: GameReturnRow | undefined }) {
  const { t } = useTranslation()
  const { locale } = useLanguage()
  if (measured?.measured === null || measured === undefined) return <span>–</span>
  const { band } = measured
  if (!band)
    return (
      <span className={styles.measured}>
        <span>{percent(measured.measured, locale)}</span>{' '}
        <span className={styles.quiet}>{t('games.few')}</span>
      </span>
    )
  const exact = row.exactReturn
  const isOutside = exact !== null && (exact < band.low || exact > band.high)
  const text = t('games.band', { low: percent(band.low, locale), high: percent(band.high, locale) })
  return (
    <span className={styles.measured} title={`${text} · ${t(`games.variance.${band.variance}`)}`}>
      <span>{percent(measured.measured, locale)}</span>
      <span className={styles.quiet}>{text}</span>
      {isOutside && <Badge tone="warn">{t('games.outside')}</Badge>}
    </span>
  )
}

function percent(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  }).format(value)
}
