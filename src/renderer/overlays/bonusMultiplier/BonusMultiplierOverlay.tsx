import { observer } from 'mobx-react-lite'
import { RolloverNote } from '../../features/payment/RolloverNote.tsx'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cents } from '#contract/money.ts'
import { emptyArt } from '../../assets/emptyArt.ts'
import { PaymentDialog } from '../../features/payment/PaymentDialog.tsx'
import { formatMoney, formatMultiplier, formatPercent } from '../../i18n/format.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './BonusMultiplierOverlay.module.css'
import { BonusMultiplierStore } from './BonusMultiplierStore.ts'

/** The full-screen bonus-multiplier prompt: the multiplied amount, one package, turnover 1x and 1x. */
export const BonusMultiplierOverlay = observer(function BonusMultiplierOverlay() {
  const { t } = useTranslation()
  const { language } = useStores()
  const offer = useOwnStore((root) => new BonusMultiplierStore(root))
  useEffect(() => offer.start(), [offer])
  const money = (value: Cents) => formatMoney(value, language.selected)
  return (
    <>
      <Sheet
        title={t('rewards.multiplier.title')}
        closeLabel={t('actions.close')}
        size="screen"
        onClose={() => offer.close()}
      >
        <div className={styles.offer}>
          <img src={emptyArt.gift} alt="" width="160" height="120" className={styles.picture} />
          <p className={styles.lead}>{t('rewards.multiplier.lead', { amount: money(offer.amount) })}</p>
          <p translate="no" className={styles.money}>
            {money(offer.multipliedTotal)}
          </p>
          <p className={styles.times}>
            {t('rewards.multiplier.times', {
              times: (offer.multiplier < 1 ? formatPercent : formatMultiplier)(
                offer.multiplier,
                language.selected,
              ),
              amount: money(offer.amount),
            })}
          </p>
          <Package offer={offer} />
        </div>
      </Sheet>
      <PaymentDialog payment={offer.payment} onClose={() => offer.close()} />
    </>
  )
})

const Package = observer(function Package({ offer }: { offer: BonusMultiplierStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const money = (value: Cents) => formatMoney(value, language.selected)
  if (offer.state === 'failed') {
    return (
      <ErrorState
        compact
        text={t('rewards.multiplier.loadFailed')}
        retryLabel={t('actions.retry')}
        onRetry={() => void offer.load()}
      />
    )
  }
  if (offer.state === 'loading') {
    return (
      <div role="status" aria-label={t('status.loading')} className={styles.offer}>
        <Skeleton height="0.7rem" radius="m" />
        <Skeleton height="0.56rem" radius="l" />
      </div>
    )
  }
  if (!offer.offeredPackage) {
    return (
      <EmptyState
        compact
        illustration={emptyArt.closed}
        title={t('rewards.multiplier.none')}
        action={
          <Button variant="primary" onClick={() => offer.openDeposit()}>
            {t('rewards.multiplier.noneAction')}
          </Button>
        }
      />
    )
  }
  const { price } = offer.offeredPackage
  return (
    <>
      <dl className={styles.sum}>
        <div>
          <dt>{t('rewards.multiplier.price')}</dt>
          <dd translate="no">{money(price)}</dd>
        </div>
        <div className={styles.bonus}>
          <dt>{t('rewards.multiplier.bonus')}</dt>
          <dd translate="no">{money(offer.multipliedTotal)}</dd>
        </div>
      </dl>
      <Button variant="primary" size="l" full loading={offer.payment.isBusy} onClick={() => void offer.pay()}>
        {t('rewards.multiplier.pay', { amount: money(offer.payable) })}
      </Button>
      <Button variant="ghost" full onClick={() => offer.close()}>
        {t('rewards.multiplier.later')}
      </Button>
      <RolloverNote className={styles.note} rule="bonusMultiplier" />
    </>
  )
})
