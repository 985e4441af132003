import { HandCoins, PauseCircle } from 'lucide-react'
import { suspendedPrizeCalls, type SuspendedPrizeRow } from '#contract/office/suspendedPrizes.ts'
import type { BigBetRow } from '#contract/office/risk.ts'
import { prizeReasons } from '#contract/rules/prizeSuspension.ts'
import { defineAction, type Action, type ActionField } from '../../ui/actions/action.ts'
import { endOfDay } from '../../ui/list/days.ts'

const termFields: readonly ActionField[] = [
  {
    name: 'prizeReason',
    label: 'suspendedPrizes.reason',
    kind: 'select',
    isUnset: true,
    choices: prizeReasons.map((value) => ({ value, label: `prizeReasons.${value}` as const })),
  },
  { name: 'until', label: 'suspendedPrizes.until', kind: 'date', hint: 'suspendedPrizes.untilHint' },
]

function bodyOf(bet: string, values: Readonly<Record<string, string>> & { reason: string }) {
  return {
    bet,
    prizeReason: prizeReasons.find((each) => each === values['prizeReason']) ?? 'result',
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

/** On a bet that has won. */
export const suspendWinActions: readonly Action<BigBetRow>[] = [
  defineAction<typeof suspendedPrizeCalls.suspend, BigBetRow>({
    call: suspendedPrizeCalls.suspend,
    icon: PauseCircle,
    key: 's',
    explain: 'suspendedPrizes.suspendText',
    isOffered: ({ isSettled, payoutCents }) => isSettled && payoutCents > 0,
    fields: termFields,
    request: ({ id }, values) => ({ body: bodyOf(id, values) }),
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
]
