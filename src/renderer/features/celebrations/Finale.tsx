import X from 'lucide-react/icons/x'
import { observer } from 'mobx-react-lite'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { max, subtract, ZERO, type Cents } from '#contract/money.ts'
import { vipRow } from '#contract/rules/vip.ts'
import { formatMoney, formatNumber, formatPercent } from '../../i18n/format.ts'
import { loadTexts } from '../../i18n/i18n.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { CountUp } from '../../ui/CountUp.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { LevelEmblem } from '../../ui/LevelEmblem.tsx'
import { PartBoundary } from '../../ui/PartBoundary.tsx'
import { BalancePrivacy } from '../balance/BalancePrivacy.ts'
import { recordLines } from '../records/recordLines.ts'
import { CelebrationStore, type Celebration } from './CelebrationStore.ts'
import styles from './Finale.module.css'

type Credit = Extract<Celebration, { kind: 'credit' }>
type Withdrawal = Extract<Celebration, { kind: 'withdrawal' }>
type Level = Extract<Celebration, { kind: 'level' }>

/**
 * The end of something that took the player some steps: a sheet with what it has brought and the way on. It waits for
 * nobody: the page below can be pressed, and it leaves by itself, but not while the focus is on one of its buttons.
 */
function Finale({
  picture,
  title,
  children,
  primary,
  secondary,
  more,
}: {
  picture: ReactNode
  title: string
  children: ReactNode
  primary: { label: string; onPress?: () => void }
  secondary?: { label: string; onPress: () => void }
  /** Below the way on. */
  more?: ReactNode
}) {
  const { t } = useTranslation()
  const celebrations = useStores().feature(CelebrationStore)
  const press = (then?: () => void) => () => {
    celebrations.dismiss()
    then?.()
  }
  return (
    <section
      className={styles.finale}
      aria-label={title}
      data-transient
      onFocus={() => celebrations.hold()}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) celebrations.release()
      }}
    >
      <i className={styles.light} aria-hidden="true" />
      <IconButton className={styles.close} aria-label={t('actions.close')} onClick={press()}>
        <X aria-hidden />
      </IconButton>
      {picture}
      <div role="status" className={styles.news}>
        <p className={styles.title}>{title}</p>
        {children}
      </div>
      <div className={styles.actions}>
        <Button variant="primary" size="l" onClick={press(primary.onPress)}>
          {primary.label}
        </Button>
        {secondary && (
          <Button size="l" onClick={press(secondary.onPress)}>
            {secondary.label}
          </Button>
        )}
      </div>
      {more && <div className={styles.more}>{more}</div>}
    </section>
  )
}

/** A paid deposit: it counts into the balance. */
export const CreditFinale = observer(function CreditFinale({ credit }: { credit: Credit }) {
  const { t } = useTranslation()
  const root = useStores()
  const spoken = root.language.selected
  const { amount, bonus, orderId } = credit
  const money = (value: number) => formatMoney(Math.round(value) as Cents, spoken)
  // The wallet has the deposit already.
  const [before] = useState(() => max(ZERO, subtract(root.wallet.cash, amount)))
  return (
    <Finale
      picture={<Check />}
      title={t('loyalty.moments.credit')}
      primary={{ label: t('loyalty.moments.play') }}
      secondary={{
        label: t('account.records.detail.receipt'),
        onPress: () => root.navigation.go(`/paySuccess?order=${encodeURIComponent(orderId)}`),
      }}
    >
      <strong className={styles.amount}>
        <CountUp value={amount} from={ZERO} duration={0.9} formatter={(value) => `+${money(value)}`} />
      </strong>
      {bonus !== null && bonus > ZERO && (
        <p className={styles.bonus}>
          <span>{t('account.receipt.bonus')}</span>
          <b translate="no" className="num">{`+${money(bonus)}`}</b>
        </p>
      )}
      {!root.feature(BalancePrivacy).isHidden && (
        <p className={styles.balance}>
          <span>{t('top.balance')}</span>
          <b>
            <CountUp value={root.wallet.cash} from={before} duration={1.4} formatter={money} />
          </b>
        </p>
      )}
      <p className={styles.text}>{t('money.payment.paid')}</p>
    </Finale>
  )
})

/** A paid withdrawal: how much arrives, and where. It leads to its receipt and never back into a game. */
export const WithdrawalFinale = observer(function WithdrawalFinale({
  withdrawal,
}: {
  withdrawal: Withdrawal
}) {
  const { t } = useTranslation()
  const root = useStores()
  const spoken = root.language.selected
  const { amount, record, orderId } = withdrawal
  const facts = record
    ? recordLines(record).flatMap((line): { label: 'paidOut' | 'key'; value: string }[] =>
        line.label === 'paidOut' && line.kind === 'money'
          ? [{ label: line.label, value: formatMoney(line.value, spoken) }]
          : line.label === 'key' && line.kind === 'text'
            ? [{ label: line.label, value: line.value }]
            : [],
      )
    : []
  return (
    <Finale
      picture={<Check />}
      title={t('loyalty.moments.withdrawal')}
      primary={{
        label: t('account.records.detail.receipt'),
        onPress: () => root.navigation.go(`/registros?tab=withdrawals&record=${encodeURIComponent(orderId)}`),
      }}
    >
      <strong className={styles.amount}>
        <CountUp
          value={amount}
          from={ZERO}
          duration={0.9}
          formatter={(value) => formatMoney(Math.round(value) as Cents, spoken)}
        />
      </strong>
      {/* As high before it is loaded. */}
      <dl className={styles.facts} data-rows="2">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{t(`account.records.detail.lines.${label}`)}</dt>
            <dd translate="no">
              <b className="num">{value}</b>
            </dd>
          </div>
        ))}
      </dl>
    </Finale>
  )
})

/** A new VIP level: what it gives, beside what the one before gave. The bonus is not named: it depends on the bets. */
export const LevelFinale = observer(function LevelFinale({ news }: { news: Level }) {
  const { t } = useTranslation()
  const root = useStores()
  const spoken = root.language.selected
  const [from, to] = [vipRow(news.before), vipRow(news.level)]
  const facts = [
    {
      name: t('loyalty.vip.columns.withdrawals'),
      values: [from.withdrawalsPerDay, to.withdrawalsPerDay].map((count) => formatNumber(count, spoken)),
    },
    {
      name: t('loyalty.vip.columns.fee'),
      values: [from.withdrawalFee, to.withdrawalFee].map((fee) => formatPercent(fee, spoken)),
    },
  ]
  return (
    <Finale
      picture={
        <span className={styles.emblems}>
          <LevelEmblem level={news.before} className={styles.old} />
          <LevelEmblem level={news.level} className={styles.emblem} />
        </span>
      }
      title={t('loyalty.moments.level', { level: news.level })}
      primary={{ label: t('loyalty.moments.play') }}
      secondary={{ label: t('loyalty.moments.benefits'), onPress: () => root.navigation.go('/vip') }}
      more={!root.host.kiosk && <Poster level={news.level} />}
    >
      <dl className={styles.facts}>
        {facts.map(({ name, values: [old, now] }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {old !== now && <s>{old}</s>}
              <b>{now}</b>
            </dd>
          </div>
        ))}
      </dl>
    </Finale>
  )
})

/** A chunk with texts of its own: the sheet does not wait for it. */
const LevelPoster = lazy(async () => {
  const [{ LevelPoster }] = await Promise.all([import('../vip/LevelPoster.tsx'), loadTexts('own')])
  return { default: LevelPoster }
})

function Poster({ level }: { level: number }) {
  return (
    <PartBoundary>
      <Suspense>
        <LevelPoster level={level} />
      </Suspense>
    </PartBoundary>
  )
}

/** A check that is drawn. */
function Check() {
  return (
    <span className={styles.check} aria-hidden="true">
      <i />
      <i />
    </span>
  )
}
