import { useTranslation } from 'react-i18next'
import type { DepositRow, DepositState } from '#contract/office/deposits.ts'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'

const tones: Record<DepositState, BadgeTone> = {
  created: 'info',
  pending: 'info',
  paid: 'good',
  cancelled: 'neutral',
  failed: 'bad',
  expired: 'neutral',
}

/** The state of a deposit, and whether a bank took it back. */
export function DepositBadge({ row }: { row: DepositRow }) {
  const { t } = useTranslation()
  return (
    <>
      <Badge tone={tones[row.state]}>{t(`depositStates.${row.state}`)}</Badge>
      {row.takenBackCents > 0 && <Badge tone="bad">{t('deposits.takenBack')}</Badge>}
    </>
  )
}
