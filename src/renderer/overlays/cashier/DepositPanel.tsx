import Gift from 'lucide-react/icons/gift'
import TicketCheck from 'lucide-react/icons/ticket-check'
import Timer from 'lucide-react/icons/timer'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { observer } from 'mobx-react-lite'
import { useCallback, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cents } from '#contract/money.ts'
import { emptyArt } from '../../assets/emptyArt.ts'
import { BeforeDeposit } from '../../features/limits/BeforeDeposit.tsx'
import { isDepositUnprepared } from '../../features/limits/isDepositUnprepared.ts'
import { PausedNotice } from '../../features/limits/PausedNotice.tsx'
import { VoucherForm } from '../../features/voucher/VoucherForm.tsx'
import { VoucherStore } from '../../features/voucher/VoucherStore.ts'
import { formatMoney, formatPercent } from '../../i18n/format.ts'
import { useOwnStore, useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { classes } from '../../ui/classes.ts'
import { Countdown } from '../../ui/Countdown.tsx'
import { CurrencyIcon } from '../../ui/CurrencyIcon.tsx'
import { Details } from '../../ui/Details.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PaymentLogos } from '../../ui/PaymentLogo.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { RadioCards, type RadioCard } from '../../ui/RadioCards.tsx'
import columns from './CashierColumns.module.css'
import { DepositSkeleton } from './CashierSkeletons.tsx'
import { DepositHelpDialog } from './DepositHelpDialog.tsx'
import styles from './DepositPanel.module.css'
import type { DepositStore } from './DepositStore.ts'
import { QuickDeposit } from './QuickDeposit.tsx'
import { shortMoney } from './shortMoney.ts'

/** The deposit page: amount, packages, promotions, discount, notes. */
export const DepositPanel = observer(function DepositPanel({ deposit }: { deposit: DepositStore }) {
  const { t } = useTranslation()
  const { device, session } = useStores()
  if (session.isPaused) return <PausedNotice compact />
  if (isDepositUnprepared(session.player)) return <BeforeDeposit />
  if (deposit.state === 'failed') {
    return (
      <ErrorState
        compact
        illustration={emptyArt.offline}
        text={t('money.deposit.loadFailed')}
        retryLabel={t('actions.retry')}
        onRetry={() => void deposit.load()}
      />
    )
  }
  if (deposit.state !== 'ready') return <DepositSkeleton />
  if (deposit.packages.length === 0) {
    return (
      <EmptyState
        compact
        illustration={emptyArt.closed}
        title={t('money.deposit.empty')}
        text={t('money.deposit.emptyText')}
        action={
          <Button icon={<RotateCw aria-hidden />} onClick={() => void deposit.load()}>
            {t('actions.retry')}
          </Button>
        }
      />
    )
  }
  return (
    <>
      <DepositForm deposit={deposit} />
      {device.has('vouchers') && (
        <Details summary={t('money.voucher.have')} icon={<TicketCheck aria-hidden />} lazy>
          <OwnVoucher />
        </Details>
      )}
    </>
  )
})

function OwnVoucher() {
  const voucher = useOwnStore((root) => new VoucherStore(root))
  return <VoucherForm voucher={voucher} />
}

/** Observes nothing that the choice of a package changes: its parts do. */
const DepositForm = observer(function DepositForm({ deposit }: { deposit: DepositStore }) {
  const { t } = useTranslation()
  const { device } = useStores()
  const [isHelpOpen, setHelpOpen] = useState(false)
  return (
    <form
      className={classes(styles.form, columns.columns)}
      onSubmit={(event) => {
        event.preventDefault()
        deposit.submit()
      }}
    >
      <div className={columns.part}>
        <QuickDeposit deposit={deposit} />
        <AmountHero deposit={deposit} />
        <Packages deposit={deposit} />
      </div>
      <div className={columns.part}>
        <LimitLine deposit={deposit} />
        <DiscountLine deposit={deposit} />
        <GiftLine deposit={deposit} />
        {deposit.hasBonuses && (
          <Checkbox
            label={t('money.deposit.waive')}
            checked={deposit.waivesPromotions}
            onChange={(event) => deposit.waivePromotions(event.target.checked)}
          />
        )}
        <div className={styles.submit}>
          <Button type="submit" variant="primary" size="l" full>
            {t('money.deposit.submit')}
          </Button>
        </div>
        <PaymentLogos methods={device.info?.paymentMethods} className={styles.methods} />
        <ul className={styles.notes}>
          <TurnoverNote deposit={deposit} />
          <li>{t('money.deposit.notes.arrival')}</li>
          <li>{t('money.deposit.notes.window')}</li>
          {deposit.hasBonuses && <li>{t('money.deposit.notes.once')}</li>}
          {deposit.requiresOwnAccount && <li>{t('home.footer.notices.ownAccount')}</li>}
        </ul>
        <a
          href="#help"
          className={styles.help}
          onClick={(event) => {
            event.preventDefault()
            setHelpOpen(true)
          }}
        >
          {t('money.deposit.help.open')}
        </a>
      </div>
      {isHelpOpen && <DepositHelpDialog example={deposit.bonusExample} onClose={() => setHelpOpen(false)} />}
    </form>
  )
})

const Packages = observer(function Packages({ deposit }: { deposit: DepositStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const money = (value: Cents) => formatMoney(value, language.selected)
  const short = (value: Cents) => shortMoney(value, language.selected)
  const options = deposit.packages.map((offer) => {
    const bonus = deposit.bonusOf(offer)
    const without = t(`money.deposit.${offer.isBonusUsed ? 'bonusUsed' : 'noBonus'}`)
    const note = bonus > 0 ? t('money.deposit.bonusNote', { bonus: short(bonus) }) : without
    const spoken = bonus > 0 ? t('money.deposit.packageBonus', { bonus: money(bonus) }) : without
    const title = money(offer.price)
    const card = {
      value: offer.id,
      title: <span className={styles.price}>{short(offer.price)}</span>,
      'aria-label': deposit.hasBonuses ? `${title} ${spoken}` : title,
    }
    if (deposit.isAboveLimit(offer)) {
      const reason = <span className={styles.note}>{t('money.deposit.aboveLimit')}</span>
      return { ...card, unavailable: true, note: reason }
    }
    if (!deposit.hasBonuses) return card
    return {
      ...card,
      note: <span className={classes(styles.note, bonus === 0 && styles.used)}>{note}</span>,
    }
  })
  return <PackageCards options={options} deposit={deposit} />
})

/** The only part that renders again for each choice, so that the press shows at once. */
const PackageCards = observer(function PackageCards(props: {
  options: readonly RadioCard<string>[]
  deposit: DepositStore
}) {
  const { options, deposit } = props
  const { t } = useTranslation()
  const select = useCallback((id: string) => deposit.select(id), [deposit])
  return (
    <RadioCards
      aria-label={t('money.deposit.packages')}
      options={options}
      value={deposit.selectedId}
      onChange={select}
      columns={4}
      noteTone="reward"
    />
  )
})

const TurnoverNote = observer(function TurnoverNote({ deposit }: { deposit: DepositStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  if (deposit.amount === 0) return null
  const amount = formatMoney(deposit.turnover, language.selected)
  return (
    <>
      <li className={styles.turnover}>{t('money.deposit.notes.turnoverAmount', { amount })}</li>
      <li>{t('money.deposit.notes.lowRisk')}</li>
    </>
  )
})

/** The player's own limit: how much of it is used, and what it still allows. */
const LimitLine = observer(function LimitLine({ deposit }: { deposit: DepositStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const { limit } = deposit
  if (!limit) return null
  const money = (value: Cents) => formatMoney(value, language.selected)
  const name = `${t('money.deposit.ownLimit')} · ${t(`limits.limits.periods.${limit.period}`)}`
  const state = t('limits.limits.of', { used: money(limit.used), limit: money(limit.amount) })
  return (
    <div className={styles.limit}>
      <p className={styles.limitName}>{name}</p>
      <Progress
        aria-label={name}
        value={limit.used}
        max={limit.amount}
        valueText={state}
        tone={deposit.limitLeft > 0 ? 'action' : 'danger'}
        size="s"
      />
      <p className={styles.limitUse}>
        <span>{state}</span>
        <b>{t('money.deposit.limitLeft', { amount: money(deposit.limitLeft) })}</b>
      </p>
    </div>
  )
})

/** The large read-only amount, with the sum that the player can play with. */
const AmountHero = observer(function AmountHero({ deposit }: { deposit: DepositStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const id = useId()
  const { selected } = deposit
  const money = (value: Cents) => formatMoney(value, language.selected)
  const isAboveLimit = selected !== null && deposit.isAboveLimit(selected)
  const hasLine = deposit.hasBonuses || isAboveLimit || deposit.amount === 0
  const line = isAboveLimit
    ? t('money.deposit.aboveLimitLine', { amount: money(deposit.limitLeft) })
    : deposit.amount === 0
      ? t('money.deposit.choose')
      : deposit.bonus > 0
        ? t('money.deposit.bonusLine', { bonus: money(deposit.bonus), total: money(deposit.playable) })
        : t(`money.deposit.${selected?.isBonusUsed ? 'bonusUsedLine' : 'noBonusLine'}`)
  return (
    <div className={styles.hero}>
      <label htmlFor={id}>
        <CurrencyIcon language={language.selected} />
        <span>{t('money.deposit.amount')}</span>
      </label>
      <input id={id} type="text" readOnly value={money(deposit.amount)} aria-describedby={`${id}-bonus`} />
      {hasLine && (
        <p
          id={`${id}-bonus`}
          className={isAboveLimit ? styles.above : deposit.bonus > 0 ? styles.bonus : styles.plain}
        >
          {line}
        </p>
      )}
    </div>
  )
})

/** The running discount with the time left for it. */
const DiscountLine = observer(function DiscountLine({ deposit }: { deposit: DepositStore }) {
  const { t } = useTranslation()
  const { language, clock } = useStores()
  const { discount } = deposit
  if (!discount) return null
  return (
    <div className={styles.offer}>
      <Timer aria-hidden />
      <span className={styles.offerText}>
        <span>
          {t('money.deposit.discount', { percent: formatPercent(discount.fraction, language.selected) })}
        </span>
        <small>
          {t('money.deposit.discountPays', { amount: formatMoney(deposit.payable, language.selected) })}
        </small>
      </span>
      <Countdown
        className={styles.time}
        aria-label={t('money.deposit.discountLeft')}
        deadline={discount.expiresAt.getTime()}
        now={clock.now}
        onEnd={() => deposit.endDiscount()}
      />
    </div>
  )
})

/** A waiting gift, with the package it goes with. */
const GiftLine = observer(function GiftLine({ deposit }: { deposit: DepositStore }) {
  const { t } = useTranslation()
  const { language, overlays } = useStores()
  const { gift } = deposit
  if (!gift) return null
  const money = (value: typeof gift.price) => formatMoney(value, language.selected)
  return (
    <div className={styles.offer}>
      <Gift aria-hidden />
      <span className={styles.offerText}>
        <span>{t('money.deposit.gift')}</span>
        <small>{t('money.deposit.giftText', { price: money(gift.price), bonus: money(gift.bonus) })}</small>
      </span>
      <Button
        size="s"
        variant="reward"
        aria-label={t('money.deposit.giftOpenLabel')}
        onClick={() => overlays.open('secondDeposit')}
      >
        {t('money.deposit.giftOpen')}
      </Button>
    </div>
  )
})
