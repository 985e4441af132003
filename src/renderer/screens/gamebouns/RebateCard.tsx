import { observer } from 'mobx-react-lite'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Rebate } from '#contract/http/rewards.ts'
import { cents, type Cents } from '#contract/money.ts'
import { countedFraction, countedInGame, edgeOf, FULL_EDGE } from '#contract/rules/gameEdge.ts'
import { rebateTurnover } from '#contract/rules/rebate.ts'
import { formatDay } from '../../i18n/dates.ts'
import { formatMoney, formatPercent } from '../../i18n/format.ts'
import { roundMoney } from '../../i18n/ruleFigures.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { Countdown } from '../../ui/Countdown.tsx'
import styles from './RebateCard.module.css'
import type { RebateStore } from './RebateStore.ts'

/** The rebate of yesterday's bets, to be claimed, and of today's so far. */
export const RebateCard = observer(function RebateCard(props: { store: RebateStore; rebate: Rebate }) {
  const { store, rebate } = props
  const { t } = useTranslation()
  const { language, clock } = useStores()
  const id = useId()
  const money = (value: Cents) => formatMoney(value, language.selected)
  const isGuest = rebate.state === 'login'
  const percent = (fraction: number) => formatPercent(fraction, language.selected)
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {t('rewards.rebate.heading')}
      </h2>
      <p className={styles.quiet}>{t('rewards.rebate.lead')}</p>
      {isGuest ? (
        <p className={styles.quiet}>{t('rewards.rebate.guestText')}</p>
      ) : (
        <>
          <p translate="no" className={styles.amount}>
            {money(rebate.amount)}
          </p>
          <p className={styles.quiet}>
            <span>{`${t('rewards.rebate.yesterday', { day: formatDay(rebate.day, language.selected) })}: `}</span>
            <span translate="no">{money(rebate.bets)}</span>
            <span>{` · ${t('rewards.rebate.rate', { rate: formatPercent(rebate.rate, language.selected) })}`}</span>
          </p>
          <Claim store={store} rebate={rebate} />
          <dl className={styles.today}>
            <div>
              <dt>{t('rewards.rebate.today')}</dt>
              <dd translate="no">{money(rebate.today.bets)}</dd>
            </div>
            <div>
              <dt>{t('rewards.rebate.nextIn')}</dt>
              <dd>
                <Countdown
                  deadline={Date.parse(rebate.nextAt)}
                  now={clock.now}
                  aria-label={t('rewards.rebate.nextIn')}
                  onEnd={() => void store.load(true)}
                />
              </dd>
            </div>
          </dl>
          {rebate.today.amount > 0 && (
            <p className={styles.quiet}>
              {t('rewards.rebate.todayAmount', { amount: money(rebate.today.amount) })}
            </p>
          )}
        </>
      )}
      <p className={styles.note}>
        {t('rewards.rebate.note', {
          fullRtp: percent(1 - FULL_EDGE),
          rtp: percent(1 - edgeOf('mines', null)),
          part: roundMoney(countedInGame(cents(100_00), edgeOf('mines', null)), language.selected),
          sports: percent(countedFraction(edgeOf('sports', null))),
          turnover: rebateTurnover,
        })}
      </p>
    </section>
  )
})

const Claim = observer(function Claim({ store, rebate }: { store: RebateStore; rebate: Rebate }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const amount = formatMoney(rebate.amount, language.selected)
  if (rebate.state === 'nothing') {
    return (
      <p className={styles.nothing}>
        <strong>{t('rewards.rebate.nothing')}</strong> <span>{t('rewards.rebate.nothingText')}</span>
      </p>
    )
  }
  return (
    <Button
      variant="reward"
      size="l"
      full
      disabled={rebate.state === 'claimed'}
      loading={store.isClaiming}
      onClick={() => void store.claim()}
    >
      {rebate.state === 'claimed' ? t('rewards.rebate.done') : t('rewards.rebate.claim', { amount })}
    </Button>
  )
})
