import { Eye } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { riskHitCalls, type BigBetRow, type RiskHit } from '#contract/office/risk.ts'
import { languages } from '#contract/languages.ts'
import { formatMoney } from '#contract/moneyTexts.ts'
import type { Cents } from '#contract/money.ts'
import { riskMeasures } from '#contract/rules/risk.ts'
import { Badge } from '../../ui/Badge.tsx'
import { defineAction, type Action } from '../../ui/actions/action.ts'
import type { Column } from '../../ui/list/columns.ts'
import { Money } from '../../ui/Money.tsx'
import { SubjectName } from '../../ui/SubjectName.tsx'
import { LinkTabs } from '../../ui/Tabs.tsx'
import { Time } from '../../ui/Time.tsx'
import styles from './risk.module.css'

export function RiskTabs() {
  const { t } = useTranslation()
  return (
    <div className={styles.tabs}>
      <LinkTabs
        label={t('risk.tabs')}
        links={[
          { to: '/risk', label: t('risk.exposure') },
          { to: '/risk/hits', label: t('risk.hits') },
          { to: '/risk/bets', label: t('risk.bets') },
          { to: '/risk/wins', label: t('risk.wins') },
          { to: '/risk/rules', label: t('risk.rules') },
        ]}
      />
    </div>
  )
}

export const hitActions: readonly Action<RiskHit>[] = [
  defineAction<typeof riskHitCalls.acknowledge, RiskHit>({
    call: riskHitCalls.acknowledge,
    icon: Eye,
    key: 'a',
    isPrimary: true,
    isOffered: ({ acknowledgedAt }) => acknowledgedAt === null,
    request: ({ id }, { reason }) => ({ params: { id }, body: { reason } }),
  }),
]

export const hitColumns: readonly Column<RiskHit, 'at'>[] = [
  { name: 'rule', label: 'risk.rule', cell: ({ rule }) => <Rule rule={rule} /> },
  { name: 'measured', label: 'risk.measured', isNumber: true, cell: (hit) => <Measured {...hit} /> },
  {
    name: 'player',
    label: 'sports.player',
    cell: ({ playerId, email }) => <SubjectName kind="player" id={playerId} called={email} />,
  },
  { name: 'at', label: 'risk.at', sort: 'at', cell: ({ at }) => <Time value={at} /> },
  {
    name: 'state',
    label: 'risk.state',
    cell: ({ acknowledgedAt }) => <HitState isOpen={acknowledgedAt === null} />,
  },
  { name: 'note', label: 'risk.note', isWide: true, cell: ({ note }) => note ?? '–' },
]

function Rule({ rule }: Pick<RiskHit, 'rule'>) {
  const { t } = useTranslation()
  return <span>{t(`riskRules.${rule}`)}</span>
}

/** What a rule has measured, in its unit. */
export function Measured({ rule, measured }: Pick<RiskHit, 'rule' | 'measured'>) {
  const { t } = useTranslation()
  const { unit } = riskMeasures[rule]
  if (unit === 'cents') return <Money cents={measured} />
  if (unit === 'percent') return <span>{`${measured} %`}</span>
  const counted =
    rule === 'excludedPerson' ? 'risk.shared' : rule === 'sharedDevice' ? 'risk.accounts' : 'risk.times'
  return <span>{t(counted, { count: measured })}</span>
}

function HitState({ isOpen }: { isOpen: boolean }) {
  const { t } = useTranslation()
  return isOpen ? <Badge tone="warn">{t('risk.open')}</Badge> : <Badge>{t('risk.acknowledged')}</Badge>
}

export const bigBetColumns: readonly Column<BigBetRow, 'at'>[] = [
  { name: 'at', label: 'risk.at', sort: 'at', cell: ({ at }) => <Time value={at} as="short" /> },
  {
    name: 'player',
    label: 'sports.player',
    cell: ({ playerId, email }) => <SubjectName kind="player" id={playerId} called={email} />,
  },
  { name: 'kind', label: 'risk.kind', cell: ({ kind }) => <BetKind kind={kind} /> },
  {
    name: 'game',
    label: 'risk.game',
    isMinor: true,
    isWide: true,
    cell: ({ game, gameName }) => gameName ?? game,
  },
  {
    name: 'stake',
    label: 'sports.stake',
    isNumber: true,
    cell: ({ stakeCents }) => <Money cents={stakeCents} />,
  },
  {
    name: 'payout',
    label: 'risk.payout',
    isNumber: true,
    cell: ({ payoutCents, isSettled }) => (isSettled ? <Money cents={payoutCents} /> : <Running />),
  },
]

function BetKind({ kind }: Pick<BigBetRow, 'kind'>) {
  const { t } = useTranslation()
  return <span>{t(`risk.${kind}`)}</span>
}

function Running() {
  const { t } = useTranslation()
  return <span>{t('risk.running')}</span>
}

/** Amounts from which on bets or wins are listed: values in cents. */
export const leastChoices = [100_000, 500_000, 1_000_000, 5_000_000].map((cents) => ({
  value: String(cents),
  label: formatMoney(cents as Cents, languages.pt_BR),
}))

/** The page with everything that risk knows of a player. */
export function riskPlayerPath(playerId: string): string {
  return `/risk/players/${encodeURIComponent(playerId)}`
}
