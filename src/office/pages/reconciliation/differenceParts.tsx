import { CheckCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { reconciliationCalls, type DifferenceRow } from '#contract/office/reconciliation.ts'
import { hasText, i18n, type TextKey } from '../../i18n/i18n.ts'
import { defineAction, type Action } from '../../ui/actions/action.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Money } from '../../ui/Money.tsx'

export const differenceActions: readonly Action<DifferenceRow>[] = [
  defineAction<typeof reconciliationCalls.resolve, DifferenceRow>({
    call: reconciliationCalls.resolve,
    icon: CheckCheck,
    key: 'a',
    isPrimary: true,
    isOffered: ({ state }) => state === 'open',
    explain: 'reconciliation.resolveText',
    request: ({ id }, { reason }) => ({ params: { id }, body: { reason } }),
  }),
]

export function DifferenceBadge({ row }: { row: DifferenceRow }) {
  const { t } = useTranslation()
  return (
    <Badge tone={row.state === 'open' ? 'warn' : 'good'}>{t(`reconciliation.states.${row.state}`)}</Badge>
  )
}

/** What is different; a kind that a newer server knows, by its name. */
export function KindText({ kind }: { kind: string }) {
  return <span>{textOf(`differenceKinds.${kind}.name`) ?? kind}</span>
}

/** What to do about it. */
export function AdviceText({ kind }: { kind: string }) {
  return <span>{textOf(`differenceKinds.${kind}.advice`) ?? '–'}</span>
}

const stateTexts = {
  deposits: 'depositStates',
  payouts: 'withdrawalStates',
  games: 'reconciliation.words',
} as const

/** What one side says: the amount and its state; a state that a newer server knows, by its name. */
export function SideView({ view, side }: { view: DifferenceRow['ours'] } & Pick<DifferenceRow, 'side'>) {
  if (view === null) return <span>–</span>
  const state =
    textOf(`${stateTexts[side]}.${view.state}`) ?? textOf(`reconciliation.words.${view.state}`) ?? view.state
  return (
    <span>
      <Money cents={view.amountCents} />
      <span>{` · ${state}`}</span>
    </span>
  )
}

function textOf(key: string): string | undefined {
  return hasText(key) ? (i18n.t(key as TextKey) as string) : undefined
}
