import type { Cents } from '#contract/money.ts'
import { classes } from './classes.ts'
import { formatMoney, type MoneyFormat } from './formatMoney.ts'
import styles from './Money.module.css'

export interface MoneyProps extends MoneyFormat {
  value: Cents
  /** win: green above zero; entry: green above zero, quiet below. Default plain. */
  tone?: 'plain' | 'win' | 'entry'
  className?: string
}

/** An amount in tabular figures that never breaks across lines. */
export function Money({ value, tone = 'plain', className, ...format }: MoneyProps) {
  const up = tone !== 'plain' && value > 0
  return (
    <span className={classes('num', styles.money, up && styles.up, className)}>
      {formatMoney(value, format)}
    </span>
  )
}
