import { UserCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { depositCalls, type DepositRow, type DepositState } from '#contract/office/deposits.ts'
import { defineAction, type Action } from '../../ui/actions/action.ts'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'

const tones: Record<DepositState, BadgeTone> = {
  created: 'info',
  pending: 'info',
  paid: 'good',
  cancelled: 'neutral',
  failed: 'bad',
  expired: 'neutral',
}

export const depositActions: readonly Action<DepositRow>[] = [
  defineAction<typeof depositCalls.confirmPayer, DepositRow>({
    call: depositCalls.confirmPayer,
    icon: UserCheck,
    isPrimary: true,
    isOffered: ({ payer }) => payer === 'unknown',
    explain: 'deposits.confirmPayerText',
    request: ({ id }, { reason }) => ({ params: { id }, body: { reason } }),
  }),
]

/** The state of a deposit, and whether a bank took it back. */
export function DepositBadge({ row }: { row: DepositRow }) {
  const { t } = useTranslation()
  return (
    <>
      <Badge tone={tones[row.state]}>{t(`depositStates.${row.state}`)}</Badge>
      {row.payer === 'unknown' && <Badge tone="warn">{t('deposits.unknownPayer')}</Badge>}
      {row.takenBackCents > 0 && <Badge tone="bad">{t('deposits.takenBack')}</Badge>}
    </>
  )
}
