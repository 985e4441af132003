import { observer } from 'mobx-react-lite'
import { RolloverNote } from '../../features/payment/RolloverNote.tsx'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ZERO, type Cents } from '#contract/money.ts'
import { emptyArt } from '../../assets/emptyArt.ts'
import { BeforeDeposit } from '../../features/limits/BeforeDeposit.tsx'
import { isDepositUnprepared } from '../../features/limits/isDepositUnprepared.ts'
import { PausedNotice } from '../../features/limits/PausedNotice.tsx'
import { PaymentDialog } from '../../features/payment/PaymentDialog.tsx'
import { formatMoney } from '../../i18n/format.ts'
import type { OverlayProps } from '../../stores/overlays.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './GameDepositOverlay.module.css'
import { GameDepositStore } from './GameDepositStore.ts'

/** The low-balance deposit inside a game. */
export const GameDepositOverlay = observer(function GameDepositOverlay(props: OverlayProps['gameDeposit']) {
  const { t } = useTranslation()
  const { overlays } = useStores()
  const deposit = useOwnStore((root) => new GameDepositStore(root, props))
  useEffect(() => deposit.start(), [deposit])
  const close = () => overlays.close()
  return (
    <>
      <Sheet
        title={t(`money.game.${props.wallet === 'bonus' ? 'bonusTitle' : 'title'}`)}
        closeLabel={t('actions.close')}
        onClose={close}
      >
        <Content deposit={deposit} />
      </Sheet>
      <PaymentDialog payment={deposit.payment} onClose={close} />
    </>
  )
})

const Content = observer(function Content({ deposit }: { deposit: GameDepositStore }) {
  const { t } = useTranslation()
  const { session } = useStores()
  if (session.isPaused) return <PausedNotice compact />
  if (isDepositUnprepared(session.player)) return <BeforeDeposit />
  return (
    <>
      <p className={styles.text}>{t('money.game.text')}</p>
      <Missing deposit={deposit} />
      <Packages deposit={deposit} />
    </>
  )
})

/** How much the refused bet lacks, and that the bonus wallet would do. */
const Missing = observer(function Missing({ deposit }: { deposit: GameDepositStore }) {
  const { t } = useTranslation()
  const { language, wallet } = useStores()
  const { missing, stake } = deposit
  if (stake === null || missing === ZERO) return null
  const money = (value: Cents) => formatMoney(value, language.selected)
  return (
    <>
      <p className={styles.missing}>
        <b>{t('money.game.missing', { amount: money(missing) })}</b>
        <span>{t('money.game.missingFor', { stake: money(stake), balance: money(wallet.latest.cash) })}</span>
      </p>
      {deposit.isCoveredByBonus && (
        <p className={styles.text}>{t('money.game.bonus', { amount: money(wallet.latest.bonus) })}</p>
      )}
    </>
  )
})

const Packages = observer(function Packages({ deposit }: { deposit: GameDepositStore }) {
  const { t } = useTranslation()
  const root = useStores()
  const money = (value: Cents) => formatMoney(value, root.language.selected)
  if (deposit.state === 'failed') {
    return (
      <ErrorState
        compact
        text={t('money.deposit.loadFailed')}
        retryLabel={t('actions.retry')}
        onRetry={() => void deposit.load()}
      />
    )
  }
  if (deposit.state === 'loading') return <Waiting />
  if (deposit.packages.length === 0) {
    return (
      <EmptyState
        compact
        illustration={emptyArt.closed}
        title={t('money.deposit.empty')}
        text={t('money.deposit.emptyText')}
      />
    )
  }
  const options = deposit.packages.map(({ id, price, bonus, isBonusUsed }) => ({
    value: id,
    title: money(price),
    note:
      bonus > 0 ? (
        t('money.deposit.packageBonus', { bonus: money(bonus) })
      ) : (
        <span className={styles.none}>{t(`money.deposit.${isBonusUsed ? 'bonusUsed' : 'noBonus'}`)}</span>
      ),
  }))
  return (
    <div className={styles.form}>
      <RadioCards
        aria-label={t('money.game.packages')}
        columns={2}
        noteTone="reward"
        options={options}
        value={deposit.selectedId}
        onChange={(id) => deposit.select(id)}
      />
      <Button
        variant="primary"
        size="l"
        full
        loading={deposit.payment.isBusy}
        onClick={() => void deposit.pay()}
      >
        {t('money.game.submit')}
      </Button>
      {deposit.isTooSmall && (
        <Button variant="ghost" full onClick={() => root.openDeposit()}>
          {t('money.second.other')}
        </Button>
      )}
      <RolloverNote className={styles.note} hasBonus={root.device.has('packages')} />
    </div>
  )
})

function Waiting() {
  const { t } = useTranslation()
  return (
    <div className={styles.form} role="status" aria-label={t('status.loading')}>
      <div className={styles.cards}>
        {Array.from({ length: 4 }, (_, index) => (
          <Skeleton key={index} height="0.66rem" radius="m" />
        ))}
      </div>
      <Skeleton height="0.56rem" radius="l" />
      <Skeleton width="2.4rem" height="0.14rem" />
    </div>
  )
}
