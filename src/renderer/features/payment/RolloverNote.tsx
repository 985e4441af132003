import { useTranslation } from 'react-i18next'
import { turnoverFactors, type TurnoverRule } from '#contract/rules/turnover.ts'

interface RolloverNoteProps {
  className?: string | undefined
  /** The factors of a deposit unless it is another rule. */
  rule?: TurnoverRule
  /** Whether a deposit can have a bonus. */
  hasBonus?: boolean
}

/** What must be bet before a deposit can be withdrawn, and that not every bet counts in full. */
export function RolloverNote({ className, rule = 'deposit', hasBonus = true }: RolloverNoteProps) {
  const { t } = useTranslation()
  const factors = turnoverFactors[rule]
  const rollover = hasBonus ? t('money.rollover', factors) : t('money.rolloverCash', factors)
  return <p className={className}>{`${rollover} ${t('money.deposit.notes.lowRisk')}`}</p>
}
