import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import type { AgentOverview } from '#contract/http/referrals.ts'
import type { Cents } from '#contract/money.ts'
import type { AgentStore } from '../../features/referrals/AgentStore.ts'
import { formatDateTime } from '../../i18n/dates.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { CountUp } from '../../ui/CountUp.tsx'
import styles from './ClaimCard.module.css'

/** The team's commissions: claimable now, today so far, and received before. */
export const ClaimCard = observer(function ClaimCard(props: { store: AgentStore; overview: AgentOverview }) {
  const { store, overview } = props
  const { t } = useTranslation()
  const language = useStores().language.selected
  return (
    <section className={styles.card} aria-labelledby="agent-available">
      <h2 id="agent-available" className={styles.label}>
        {t('loyalty.agent.available')}
      </h2>
      <p className={styles.amount}>
        <CountUp
          value={overview.available}
          duration={0.8}
          formatter={(value) => formatMoney(value as Cents, language)}
        />
      </p>
      <Button
        variant="primary"
        size="l"
        full
        disabled={!store.canClaim}
        loading={store.isClaiming}
        onClick={() => void store.claim()}
      >
        {t('loyalty.agent.claim')}
      </Button>
      <p className={styles.note}>
        {store.canClaim
          ? t('loyalty.agent.cash')
          : t('loyalty.agent.nothing', { time: formatDateTime(overview.nextAt, language) })}
      </p>
      <dl className={styles.sums}>
        <div>
          <dt>{t('loyalty.agent.today')}</dt>
          <dd translate="no" className="num">
            {formatMoney(overview.today, language)}
          </dd>
        </div>
        <div>
          <dt>{t('loyalty.agent.total')}</dt>
          <dd translate="no" className="num">
            {formatMoney(overview.claimed, language)}
          </dd>
        </div>
      </dl>
    </section>
  )
})
