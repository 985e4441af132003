import { formatMoney } from '#contract/moneyTexts.ts'
import type { Cents } from '#contract/money.ts'
import { classes } from '#renderer/ui/classes.ts'
import { useLanguage } from '../i18n/useLanguage.ts'
import styles from './Money.module.css'

export interface MoneyProps {
  /** Integer cents; null or undefined shows a dash. */
  cents: number | null | undefined
  /** With + or − in front, green or red: for what came in or went out. */
  isChange?: boolean
}

export function Money({ cents, isChange = false }: MoneyProps) {
  const { house } = useLanguage()
  if (cents === null || cents === undefined) return <span className={styles.none}>–</span>
  const text = formatMoney(Math.abs(cents) as Cents, house)
  const sign = cents < 0 ? '−' : isChange && cents > 0 ? '+' : ''
  return (
    <span
      translate="no"
      className={classes(styles.money, isChange && cents > 0 && styles.plus, cents < 0 && styles.minus)}
    >
      {sign + text}
    </span>
  )
}
