import { useTranslation } from 'react-i18next'
import type { Sport } from '#contract/rules/sports.ts'
import { scoreUnitOf } from '#contract/rules/sports.ts'
import styles from './ColumnHeads.module.css'

const sidesWithDraw = ['1', 'X', '2']
const sides = ['1', '2']

/** The heads of the table's columns. Not read aloud: every price has its whole name. */
export function ColumnHeads({ sport }: { sport: Sport }) {
  const { t } = useTranslation()
  const columns = {
    winner: scoreUnitOf(sport) === 'Goals' ? sidesWithDraw : sides,
    handicap: [t('sports.board.handicap')],
    total: [t('sports.board.over'), t('sports.board.under')],
  }
  return (
    <div className={styles.heads} aria-hidden>
      {Object.entries(columns).map(([market, heads]) => (
        <span key={market} className={styles.column}>
          {heads.map((head) => (
            <span key={head} className={styles.head}>
              {head}
            </span>
          ))}
        </span>
      ))}
    </div>
  )
}
