import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { AgentOverview } from '#contract/http/referrals.ts'
import { formatMoney, formatPercent } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Card } from '../../ui/Card.tsx'
import { CountUp } from '../../ui/CountUp.tsx'
import { formatShort } from '../numbers/shortNumber.ts'
import styles from './TeamLevels.module.css'

/** The three referral levels: people, their deposits and bets, and the commission on their bets. */
export const TeamLevels = observer(function TeamLevels({ overview }: { overview: AgentOverview }) {
  const { t } = useTranslation()
  const language = useStores().language.selected
  /** From a thousand on in the units of the count-up: the exact number is of no use here. */
  const peopleText = (count: number) =>
    t('loyalty.team.people', { count }).replace(String(count), formatShort(count, language))
  return (
    <ul className={styles.levels}>
      {overview.team.map(({ level, people, deposits, bets }) => (
        <Card as="li" key={level} padding="s" className={styles.level}>
          <span className={styles.mark} data-level={level} aria-hidden>
            {level}
          </span>
          <div className={styles.head}>
            <h3>{t('loyalty.team.level', { level })}</h3>
            <p>{t('loyalty.team.rate', { rate: formatPercent(overview.rates[level - 1] ?? 0, language) })}</p>
          </div>
          <p className={styles.people}>
            <CountUp value={people} from={0} formatter={peopleText} />
          </p>
          <dl className={styles.sums}>
            <div>
              <dt>{t('loyalty.team.deposits')}</dt>
              <dd translate="no" className="num">
                {formatMoney(deposits, language)}
              </dd>
            </div>
            <div>
              <dt>{t('loyalty.team.bets')}</dt>
              <dd translate="no" className="num">
                {formatMoney(bets, language)}
              </dd>
            </div>
          </dl>
        </Card>
      ))}
    </ul>
  )
})
