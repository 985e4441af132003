import { useTranslation } from 'react-i18next'
import type { RiskMark, WithdrawalRow, WithdrawalState } from '#contract/office/withdrawals.ts'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import styles from './withdrawals.module.css'

const tones: Record<WithdrawalState, BadgeTone> = {
  requested: 'info',
  inReview: 'warn',
  approved: 'info',
  sent: 'info',
  paid: 'good',
  failed: 'bad',
  returned: 'bad',
  refused: 'neutral',
}

/** Those that make a withdrawal wrong or suspicious; the others are worth a look. */
const grave: readonly RiskMark[] = [
  'locked',
  'suspended',
  'closed',
  'sharedKey',
  'notOwnKey',
  'noPassword',
  'debt',
  'testAccount',
]

export function StateBadge({ row }: { row: Pick<WithdrawalRow, 'state' | 'isAlmostLate'> }) {
  const { t } = useTranslation()
  const { state, isAlmostLate } = row
  return (
    <span className={styles.badges}>
      <Badge tone={tones[state]}>{t(`withdrawalStates.${state}`)}</Badge>
      {isAlmostLate && <Badge tone="bad">{t('withdrawals.almostLate')}</Badge>}
    </span>
  )
}

export function Risks({ row: { risks } }: { row: Pick<WithdrawalRow, 'risks'> }) {
  const { t } = useTranslation()
  if (risks.length === 0) return <span>–</span>
  return (
    <span className={styles.risks}>
      {risks.map((risk) => (
        <Badge key={risk} tone={grave.includes(risk) ? 'bad' : 'warn'}>
          {t(`riskMarks.${risk}`)}
        </Badge>
      ))}
    </span>
  )
}
