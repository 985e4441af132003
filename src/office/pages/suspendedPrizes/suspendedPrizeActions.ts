import { Gavel, HandCoins, PauseCircle } from 'lucide-react'
import { suspendedPrizeCalls, type SuspendedPrizeRow } from '#contract/office/suspendedPrizes.ts'
import type { TimelineEntry } from '#contract/office/players.ts'
import type { BigBetRow } from '#contract/office/risk.ts'
import { prizeReasons } from '#contract/rules/prizeSuspension.ts'
import { defineAction, type Action, type ActionField } from '../../ui/actions/action.ts'
import { endOfDay } from '../../ui/list/days.ts'

const reasonField: ActionField = {
  name: 'prizeReason',
  label: 'suspendedPrizes.reason',
  kind: 'select',
  isUnset: true,
  choices: prizeReasons.map((value) => ({ value, label: `prizeReasons.${value}` as const })),
}

const termFields: readonly ActionField[] = [
  reasonField,
  { name: 'until', label: 'suspendedPrizes.until', kind: 'date', hint: 'suspendedPrizes.untilHint' },
]

const prizeReasonOf = (values: Readonly<Record<string, string>>) =>
  prizeReasons.find((each) => each === values['prizeReason']) ?? 'result'

function bodyOf(bet: string, values: Readonly<Record<string, string>> & { reason: string }) {
  return {
    bet,
    prizeReason: prizeReasonOf(values),
    until: endOfDay(values['until'] ?? ''),
    reason: values.reason,
  }
}

/** On the page: the bet is named by its id. */
export const suspendAction = defineAction<typeof suspendedPrizeCalls.suspend>({
  call: suspendedPrizeCalls.suspend,
  icon: PauseCircle,
  key: 'n',
  isPrimary: true,
  explain: 'suspendedPrizes.suspendText',
  fields: [{ name: 'bet', label: 'suspendedPrizes.bet', hint: 'suspendedPrizes.betHint' }, ...termFields],
  request: (_page, values) => ({ body: bodyOf(values['bet'] ?? '', values) }),
})

/** On a ticket that is open, and on a bet that has won. */
export const suspendBetActions: readonly Action<BigBetRow>[] = [
  defineAction<typeof suspendedPrizeCalls.suspend, BigBetRow>({
    call: suspendedPrizeCalls.suspend,
    icon: PauseCircle,
    key: 's',
    explain: 'suspendedPrizes.suspendText',
    isOffered: ({ kind, isSettled, payoutCents }) => (isSettled ? payoutCents > 0 : kind === 'ticket'),
    fields: termFields,
    request: ({ id }, values) => ({ body: bodyOf(id, values) }),
  }),
]

/** On what a player's timeline shows of a bet or an award. */
export const suspendPostedActions: readonly Action<TimelineEntry>[] = [
  defineAction<typeof suspendedPrizeCalls.suspend, TimelineEntry>({
    call: suspendedPrizeCalls.suspend,
    icon: PauseCircle,
    explain: 'suspendedPrizes.suspendText',
    // A server of the release before does not say.
    isOffered: ({ prize }) => typeof prize === 'string',
    fields: termFields,
    request: ({ prize }, values) => ({ body: bodyOf(prize ?? '', values) }),
  }),
]

export const suspensionActions: readonly Action<SuspendedPrizeRow>[] = [
  defineAction<typeof suspendedPrizeCalls.release, SuspendedPrizeRow>({
    call: suspendedPrizeCalls.release,
    icon: HandCoins,
    key: 'r',
    explain: 'suspendedPrizes.releaseText',
    isOffered: ({ state }) => state === 'active',
    request: ({ id }, { reason }) => ({ params: { id }, body: { reason } }),
  }),
  defineAction<typeof suspendedPrizeCalls.take, SuspendedPrizeRow>({
    call: suspendedPrizeCalls.take,
    icon: Gavel,
    key: 't',
    isDanger: true,
    explain: 'suspendedPrizes.takeText',
    isOffered: ({ state, amountCents }) => state === 'active' && amountCents !== null,
    fields: [reasonField],
    request: ({ id }, { reason, ...values }) => ({
      params: { id },
      body: { prizeReason: prizeReasonOf(values), reason },
    }),
  }),
]
