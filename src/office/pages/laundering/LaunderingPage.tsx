import { Gavel } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import {
  launderingCalls,
  launderingDecisions,
  type LaunderingCandidate,
  type LaunderingDecision,
} from '#contract/office/laundering.ts'
import { launderingRules } from '#contract/rules/risk.ts'
import { defineAction, type Action } from '../../ui/actions/action.ts'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { SubjectName } from '../../ui/SubjectName.tsx'
import { Time } from '../../ui/Time.tsx'
import { Measured, riskPlayerPath } from '../risk/riskParts.tsx'

const tones: Record<LaunderingDecision, BadgeTone> = { reported: 'bad', dismissed: 'neutral' }

const actions: readonly Action<LaunderingCandidate>[] = [
  defineAction<typeof launderingCalls.decide, LaunderingCandidate>({
    call: launderingCalls.decide,
    icon: Gavel,
    key: 'd',
    isPrimary: true,
    explain: 'laundering.decideText',
    fields: [
      {
        name: 'decision',
        label: 'laundering.decision',
        kind: 'select',
        isUnset: true,
        choices: launderingDecisions.map((value) => ({
          value,
          label: `launderingDecisions.${value}` as const,
        })),
      },
    ],
    request: ({ id, decision: from }, { decision, reason }) => ({
      params: { id },
      body: { from, decision: launderingDecisions.find((each) => each === decision) ?? 'dismissed', reason },
    }),
  }),
]

/** What may have to be reported as a suspicion of money laundering, and what somebody has decided about it. */
export default function LaunderingPage() {
  const { t } = useTranslation()
  return (
    <ListPage
      call={launderingCalls.list}
      titleKey="laundering.title"
      textKey="laundering.text"
      columns={[
        { name: 'at', label: 'laundering.at', sort: 'at', cell: ({ at }) => <Time value={at} as="short" /> },
        { name: 'rule', label: 'laundering.rule', cell: ({ rule }) => t(`riskRules.${rule}`) },
        {
          name: 'measured',
          label: 'laundering.measured',
          isNumber: true,
          cell: (row) => <Measured {...row} />,
        },
        {
          name: 'player',
          label: 'laundering.player',
          isWide: true,
          cell: ({ playerId, email }) => <SubjectName kind="player" id={playerId} called={email} />,
        },
        {
          name: 'decision',
          label: 'laundering.decision',
          cell: ({ decision }) =>
            decision === null ? (
              <Badge tone="warn">{t('laundering.open')}</Badge>
            ) : (
              <Badge tone={tones[decision]}>{t(`launderingDecisions.${decision}`)}</Badge>
            ),
        },
        {
          name: 'reason',
          label: 'laundering.reason',
          isMinor: true,
          cell: ({ decisionReason }) => decisionReason ?? '–',
        },
        {
          name: 'decidedBy',
          label: 'laundering.decidedBy',
          isMinor: true,
          cell: ({ decidedByName }) => decidedByName ?? '–',
        },
      ]}
      filters={[
        {
          name: 'state',
          label: 'laundering.decision',
          kind: 'select',
          choices: [
            { value: 'open', label: t('laundering.open') },
            ...launderingDecisions.map((value) => ({ value, label: t(`launderingDecisions.${value}`) })),
          ],
        },
        {
          name: 'rule',
          label: 'laundering.rule',
          kind: 'select',
          choices: launderingRules.map((value) => ({ value, label: t(`riskRules.${value}`) })),
        },
      ]}
      rowName={({ email, rule }) => `${t(`riskRules.${rule}`)} · ${email}`}
      open={({ playerId }) => riskPlayerPath(playerId)}
      actions={actions}
      csv={launderingCalls.export}
      empty="laundering.empty"
      emptyText="laundering.emptyText"
    />
  )
}
