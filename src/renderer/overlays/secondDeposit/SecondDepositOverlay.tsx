import { observer } from 'mobx-react-lite'
import { RolloverNote } from '../../features/payment/RolloverNote.tsx'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cents } from '#contract/money.ts'
import { emptyArt } from '../../assets/emptyArt.ts'
import { PaymentDialog } from '../../features/payment/PaymentDialog.tsx'
import { formatMoney } from '../../i18n/format.ts'
import type { OverlayProps } from '../../stores/overlays.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import styles from './SecondDepositOverlay.module.css'
import { SecondDepositStore } from './SecondDepositStore.ts'

/** The second-deposit prompt: one package with a bonus, shown after registration or when a gift waits. */
export const SecondDepositOverlay = observer(function SecondDepositOverlay({
  firstDeposit,
}: OverlayProps['secondDeposit']) {
  const { t } = useTranslation()
  const { overlays, session } = useStores()
  const second = useOwnStore((root) => new SecondDepositStore(root))
  useEffect(() => second.start(), [second])
  const close = () => overlays.close()
  const isFirst = firstDeposit || session.player?.hasDeposited === false
  return (
    <>
      <Sheet
        title={t(isFirst ? 'money.second.title' : 'money.second.titleSecond')}
        closeLabel={t('actions.close')}
        onClose={close}
      >
        {second.offer ? (
          <Offer second={second} onLater={close} />
        ) : (
          <EmptyState
            compact
            illustration={emptyArt.gift}
            title={t('money.second.none')}
            text={t('money.second.noneText')}
            action={
              <Button variant="primary" onClick={() => second.openDeposit()}>
                {t('money.second.noneOpen')}
              </Button>
            }
          />
        )}
      </Sheet>
      <PaymentDialog payment={second.payment} onClose={close} />
    </>
  )
})

const Offer = observer(function Offer(props: { second: SecondDepositStore; onLater: () => void }) {
  const { second, onLater } = props
  const { t } = useTranslation()
  const { language } = useStores()
  const { offer, payable } = second
  if (!offer) return null
  const money = (value: Cents) => formatMoney(value, language.selected)
  return (
    <div className={styles.offer}>
      <img src={emptyArt.gift} alt="" width="160" height="120" className={styles.picture} />
      <dl className={styles.sum}>
        <div>
          <dt>{t('money.second.deposit')}</dt>
          <dd translate="no">{money(offer.price)}</dd>
        </div>
        <div className={styles.bonus}>
          <dt>{t('money.second.receive')}</dt>
          <dd translate="no">{money(offer.bonus)}</dd>
        </div>
        <div className={styles.total}>
          <dt>{t('money.second.total')}</dt>
          <dd translate="no">{money(second.playable)}</dd>
        </div>
      </dl>
      {payable < offer.price && (
        <p className={styles.discount}>{t('money.second.discount', { amount: money(payable) })}</p>
      )}
      <Button
        variant="primary"
        size="l"
        full
        loading={second.payment.isBusy}
        onClick={() => void second.accept()}
      >
        {t('money.second.submit', { amount: money(offer.price) })}
      </Button>
      <div className={styles.pair}>
        <Button full onClick={() => second.openDeposit()}>
          {t('money.second.other')}
        </Button>
        <Button full variant="ghost" onClick={onLater}>
          {t('money.second.later')}
        </Button>
      </div>
      <RolloverNote className={styles.note} />
    </div>
  )
})
