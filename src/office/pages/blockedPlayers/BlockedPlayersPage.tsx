import { RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import {
  blockedPlayerCalls,
  blockStates,
  type BlockedPlayer,
  type BlockState,
} from '#contract/office/blockedPlayers.ts'
import { defineAction, type Action } from '../../ui/actions/action.ts'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { Money } from '../../ui/Money.tsx'
import { shortId } from '../../ui/SubjectName.tsx'
import { Time } from '../../ui/Time.tsx'

const tones: Record<BlockState, BadgeTone> = {
  withdrawing: 'info',
  paying: 'info',
  late: 'bad',
  undeliverable: 'bad',
  locked: 'warn',
  unclaimed: 'bad',
  paid: 'good',
  ended: 'neutral',
}

const actions: readonly Action<BlockedPlayer>[] = [
  defineAction<typeof blockedPlayerCalls.payAgain, BlockedPlayer>({
    call: blockedPlayerCalls.payAgain,
    icon: RotateCw,
    key: 'p',
    explain: 'blockedPlayers.payAgainText',
    isOffered: ({ state }) => state === 'undeliverable',
    request: ({ id }, { reason }) => ({ params: { id }, body: { reason } }),
  }),
]

/** Players whom the register names: what they were told, until when, and what is left of their money. */
export default function BlockedPlayersPage() {
  const { t } = useTranslation()
  return (
    <ListPage
      call={blockedPlayerCalls.list}
      titleKey="blockedPlayers.title"
      textKey="blockedPlayers.text"
      columns={[
        {
          name: 'blockedAt',
          label: 'blockedPlayers.blockedAt',
          sort: 'blockedAt',
          cell: ({ blockedAt }) => <Time value={blockedAt} as="short" />,
        },
        { name: 'player', label: 'blockedPlayers.player', cell: ({ email }) => email },
        {
          name: 'state',
          label: 'blockedPlayers.state',
          cell: ({ state }) => <Badge tone={tones[state]}>{t(`blockStates.${state}`)}</Badge>,
        },
        {
          name: 'reasons',
          label: 'blockedPlayers.reasons',
          isWide: true,
          cell: ({ reasons }) => reasons.map((reason) => t(`blockReasons.${reason}`)).join(', '),
        },
        {
          name: 'deadline',
          label: 'blockedPlayers.deadline',
          cell: ({ state, withdrawUntil, payUntil }) => (
            <Time value={state === 'withdrawing' ? withdrawUntil : payUntil} as="short" />
          ),
        },
        {
          name: 'left',
          label: 'blockedPlayers.left',
          isNumber: true,
          cell: ({ leftCents }) => <Money cents={leftCents} />,
        },
        {
          name: 'requestId',
          label: 'blockedPlayers.requestId',
          isMinor: true,
          cell: ({ requestId }) => (
            <span title={requestId ?? undefined}>{requestId ? shortId(requestId) : '–'}</span>
          ),
        },
      ]}
      filters={[
        {
          name: 'state',
          label: 'blockedPlayers.state',
          kind: 'select',
          choices: blockStates.map((value) => ({ value, label: t(`blockStates.${value}`) })),
        },
      ]}
      rowName={({ email }) => email}
      open={({ playerId }) => `/players/${playerId}`}
      actions={actions}
      csv={blockedPlayerCalls.export}
      empty="blockedPlayers.empty"
      emptyText="blockedPlayers.emptyText"
    />
  )
}
