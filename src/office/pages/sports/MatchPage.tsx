import { CircleSlash, ClipboardCheck, RotateCcw, Undo2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { matchCalls, type MarketRow, type MatchDetail, type SelectionRow } from '#contract/office/sports.ts'
import { useMay } from '../../data/context.ts'
import type { Action } from '../../ui/actions/action.ts'
import { defineAction } from '../../ui/actions/action.ts'
import { useActions } from '../../ui/actions/useActions.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Table } from '../../ui/list/Table.tsx'
import { Money } from '../../ui/Money.tsx'
import { KeyValues, Panel, PanelGrid } from '../../ui/Panel.tsx'
import { RecordPage } from '../../ui/record/RecordPage.tsx'
import { Empty } from '../../ui/States.tsx'
import { SubjectName } from '../../ui/SubjectName.tsx'
import { Time } from '../../ui/Time.tsx'
import { DecisionDialog, type DecisionKind } from './DecisionDialog.tsx'
import { ruleActions } from './sportsActions.tsx'
import {
  everything,
  marketName,
  MatchBadges,
  oddsText,
  partName,
  periodName,
  ruleColumns,
  scopeName,
  selectionName,
  termsOf,
} from './sportsParts.tsx'
import styles from './sports.module.css'

const refreshMs = 3_000

const ownRule = (match: MatchDetail) =>
  match.rules.find(({ matchId, market }) => matchId === match.id && market === '')

const matchActions = ruleActions<MatchDetail>(
  (match) => ({
    scope: { ...everything, matchId: match.id },
    isStopped: match.hasOwnStop,
    terms: termsOf(ownRule(match)),
  }),
  { canStop: ({ isStopped, period }) => !isStopped && period >= 0, canOpen: ({ hasOwnStop }) => hasOwnStop },
)

export default function MatchPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  return (
    <RecordPage<MatchDetail>
      call={matchCalls.get}
      id={id}
      title={({ home, away }) => `${home} × ${away}`}
      text={({ sport, league }) => `${t(`sportNames.${sport}`)} · ${league}`}
      badges={(match) => <MatchBadges {...match} />}
      back={{ to: '/sports', label: t('sports.title') }}
      actions={matchActions}
      refreshMs={refreshMs}
    >
      {(match) => (
        <>
          <PanelGrid>
            <State match={match} />
            <Result match={match} />
          </PanelGrid>
          <Markets match={match} />
          {match.rules.length > 0 && (
            <Panel title={t('sports.ruleIsFor')} isFlush>
              <Table
                label={t('sports.ruleIsFor')}
                columns={[
                  {
                    name: 'where',
                    label: 'sports.where',
                    isWide: true,
                    cell: (rule) =>
                      rule.matchId === match.id
                        ? rule.market === ''
                          ? t('sports.match')
                          : marketName(t, rule.market)
                        : scopeName(t, rule),
                  },
                  ...ruleColumns,
                ]}
                rows={match.rules}
                rowName={(rule) => scopeName(t, rule)}
              />
            </Panel>
          )}
        </>
      )}
    </RecordPage>
  )
}

function State({ match }: { match: MatchDetail }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('sports.match')}>
      <KeyValues
        rows={[
          { label: t('sports.startsAt'), value: <Time value={match.startsAt} as="exact" /> },
          {
            label: t('sports.state'),
            value: `${periodName(t, match)}${match.minute === null ? '' : ` · ${match.minute}′`}`,
          },
          { label: t('sports.stake'), value: <Money cents={match.stakeCents} /> },
          { label: t('sports.exposure'), value: <Money cents={match.exposureCents} /> },
        ]}
      />
    </Panel>
  )
}

/** The scores, what was decided by hand, and the way to decide. */
function Result({ match }: { match: MatchDetail }) {
  const { t } = useTranslation()
  const may = useMay()
  const [deciding, setDeciding] = useState<DecisionKind>()
  const { decision } = match
  const isOver = match.period < 0
  return (
    <Panel title={t('sports.result')}>
      <KeyValues
        rows={[
          ...match.scores.map(({ gameTime, home, away, isFinal }) => ({
            label: partName(t, gameTime),
            value: `${home}–${away}${isFinal ? ` (${t('sports.final')})` : ''}`,
          })),
          ...(decision
            ? [
                {
                  label: t('sports.decidedBy'),
                  value: (
                    <SubjectName kind="staff" id={decision.decidedById} called={decision.decidedByName} />
                  ),
                },
                { label: t('sports.decidedAt'), value: <Time value={decision.decidedAt} as="exact" /> },
                ...(decision.correction
                  ? [{ label: t('sports.corrected'), value: t(`correctionNames.${decision.correction}`) }]
                  : []),
              ]
            : []),
        ]}
      />
      {decision ? (
        <Alert tone="info">
          {[
            ...(decision.kind === 'result' ? [t('sports.decisionResult')] : []),
            ...(decision.kind === 'void' ? [t('sports.decisionVoid')] : []),
            ...(decision.voidMarkets.length > 0
              ? [
                  t('sports.decisionMarkets', {
                    markets: decision.voidMarkets.map((code) => marketName(t, code)).join(', '),
                  }),
                ]
              : []),
            ...(decision.kind === null && decision.voidMarkets.length === 0 ? [t('sports.noDecision')] : []),
          ].join(' · ')}
        </Alert>
      ) : (
        <p className={styles.hint}>{t('sports.noDecision')}</p>
      )}
      <div className={styles.buttons}>
        {may(matchCalls.settle.permission) && match.hasBegun && (
          <Button icon={ClipboardCheck} onClick={() => setDeciding({ kind: 'result' })}>
            {isOver ? t('sports.correctResult') : t('sports.enterResult')}
          </Button>
        )}
        {may(matchCalls.void.permission) && (
          <Button icon={CircleSlash} onClick={() => setDeciding({ kind: 'voidMatch' })}>
            {t('sports.voidMatch')}
          </Button>
        )}
        {may(matchCalls.settle.permission) && match.isDecided && (
          <Button icon={RotateCcw} tone="plain" onClick={() => setDeciding({ kind: 'feed' })}>
            {t('sports.followFeed')}
          </Button>
        )}
      </div>
      {deciding && (
        <DecisionDialog match={match} decision={deciding} onClose={() => setDeciding(undefined)} />
      )}
    </Panel>
  )
}

/** A selection with its market, as a row. */
interface Line extends SelectionRow {
  id: string
  market: MarketRow
  match: MatchDetail
}

const marketRule = ({ match, market }: Line) =>
  match.rules.find((rule) => rule.matchId === match.id && rule.market === market.code)

const voidAction: Action<Line> = defineAction<typeof matchCalls.void, Line>({
  call: matchCalls.void,
  icon: Undo2,
  isDanger: true,
  isOffered: ({ market }) => !market.isVoid,
  request: ({ match, market }, { reason }) => ({
    params: { id: match.id },
    body: { verdict: { kind: 'voidMarket', market: market.code }, reason },
  }),
})

const lineActions: readonly Action<Line>[] = [
  ...ruleActions<Line>(
    (line) => ({
      scope: { ...everything, matchId: line.match.id, market: line.market.code },
      isStopped: marketRule(line)?.isStopped ?? false,
      terms: termsOf(marketRule(line)),
    }),
    {
      canStop: ({ market, match }) => !market.isStopped && match.period >= 0,
      canOpen: (line) => marketRule(line)?.isStopped ?? false,
    },
  ),
  voidAction,
]

function Markets({ match }: { match: MatchDetail }) {
  const { t } = useTranslation()
  const runner = useActions<Line>('matches')
  const [deciding, setDeciding] = useState<DecisionKind>()
  const lines = useMemo(
    () =>
      match.markets.flatMap((market) =>
        market.selections.map((selection): Line => ({ ...selection, id: selection.key, market, match })),
      ),
    [match],
  )
  const nameOf = ({ market }: Line) => marketName(t, market.code)
  return (
    <Panel title={t('sports.markets')} isFlush>
      {lines.length === 0 ? (
        <Empty title={t('sports.noMarkets')} />
      ) : (
        <Table<Line>
          label={t('sports.markets')}
          columns={[
            { name: 'market', label: 'sports.market', cell: nameOf },
            {
              name: 'selection',
              label: 'sports.selection',
              isWide: true,
              cell: (line) => selectionName(t, match, line),
            },
            {
              name: 'odds',
              label: 'sports.odds',
              isNumber: true,
              cell: ({ odds }) => (odds === null ? '–' : oddsText(odds)),
            },
            { name: 'state', label: 'sports.state', cell: ({ market }) => <MarketState {...market} /> },
            { name: 'tickets', label: 'sports.tickets', isNumber: true, cell: ({ tickets }) => tickets },
            {
              name: 'stake',
              label: 'sports.stake',
              isNumber: true,
              cell: ({ stakeCents }) => <Money cents={stakeCents} />,
            },
            {
              name: 'exposure',
              label: 'sports.exposure',
              isNumber: true,
              cell: ({ exposureCents }) => <Money cents={exposureCents} />,
            },
          ]}
          rows={lines}
          rowName={(line) => `${nameOf(line)}, ${selectionName(t, match, line)}`}
          actions={(line) => runner.offered(lineActions, line)}
          onAction={(action, line) =>
            action === voidAction
              ? setDeciding({ kind: 'voidMarket', market: line.market.code })
              : runner.start(action, [{ row: line, name: nameOf(line) }])
          }
        />
      )}
      {runner.dialog}
      {deciding && (
        <DecisionDialog match={match} decision={deciding} onClose={() => setDeciding(undefined)} />
      )}
    </Panel>
  )
}

function MarketState({ isStopped, isVoid, isSuspended, selections }: MarketRow) {
  const { t } = useTranslation()
  if (isVoid) return <Badge tone="info">{t('sports.voided')}</Badge>
  if (isStopped) return <Badge tone="bad">{t('sports.stopped')}</Badge>
  if (selections.every(({ odds }) => odds === null)) return <Badge>{t('sports.over')}</Badge>
  if (isSuspended) return <Badge tone="warn">{t('sports.suspended')}</Badge>
  return <Badge tone="good">{t('sports.openForBets')}</Badge>
}
