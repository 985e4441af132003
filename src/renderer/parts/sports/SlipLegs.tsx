import CircleAlert from 'lucide-react/icons/circle-alert'
import X from 'lucide-react/icons/x'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../i18n/format.ts'
import { useMessage } from '../../i18n/useMessage.ts'
import { oddsOf } from '../../stores/sports/OddsStore.ts'
import type { SlipLeg } from '../../stores/sports/SlipLeg.ts'
import { returnOf } from '../../stores/sports/slipRules.ts'
import type { SlipStore } from '../../stores/sports/SlipStore.ts'
import { useStores } from '../../stores/useStores.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { marketText, optionText } from './optionText.ts'
import styles from './SlipLegs.module.css'
import { stakeErrorText } from './stakeErrorText.ts'

/** What was picked, one under the other. */
export const SlipLegs = observer(function SlipLegs({ slip }: { slip: SlipStore }) {
  const { t } = useTranslation()
  return (
    <ul className={styles.list} aria-label={t('sports.slip.list')}>
      {slip.legs.map((leg) => (
        <Leg key={leg.id} slip={slip} leg={leg} />
      ))}
    </ul>
  )
})

interface LegProps {
  slip: SlipStore
  leg: SlipLeg
}

const Leg = observer(function Leg({ slip, leg }: LegProps) {
  const { t } = useTranslation()
  const { language } = useStores()
  const { pick } = leg
  const option = optionText(t, pick.key, pick, language.selected)
  const match = `${pick.home} × ${pick.away}`
  return (
    <li className={styles.leg} data-closed={!leg.isOpen || undefined} aria-label={`${option}, ${match}`}>
      <div className={styles.what}>
        <p className={styles.market}>
          {leg.isLive && <Live leg={leg} />}
          {marketText(t, pick.key, pick.sport)}
        </p>
        <p className={styles.option}>{option}</p>
        <p className={styles.match}>{match}</p>
      </div>
      <Price leg={leg} />
      <IconButton
        className={styles.remove}
        aria-label={t('sports.slip.remove', { option })}
        disabled={slip.isBusy}
        onClick={() => slip.remove(leg)}
      >
        <X aria-hidden />
      </IconButton>
      <Notes slip={slip} leg={leg} />
      {slip.mode === 'single' && leg.isOpen && <Stake slip={slip} leg={leg} />}
    </li>
  )
})

const Live = observer(function Live({ leg }: { leg: SlipLeg }) {
  const { t } = useTranslation()
  const { score } = leg
  return (
    <span className={styles.live}>
      {t('sports.slip.live')}
      {score && <b className="num">{`${score.home}–${score.away}`}</b>}
    </span>
  )
})

/** The price; above it, where there is always room for it, the one that it was before. */
const Price = observer(function Price({ leg }: { leg: SlipLeg }) {
  const { t } = useTranslation()
  const odds = oddsOf(useStores())
  const from = odds.text(leg.odds)
  const to = odds.text(leg.price)
  return (
    <div
      className={styles.price}
      data-trend={leg.isChanged ? (leg.price > leg.odds ? 'up' : 'down') : undefined}
    >
      <s aria-hidden>{leg.isChanged ? from : ''}</s>
      <b className="num" aria-hidden={leg.isChanged || undefined}>
        {to}
      </b>
      {leg.isChanged && <VisuallyHidden>{t('sports.slip.change', { from, to })}</VisuallyHidden>}
    </div>
  )
})

/** Why it cannot be bet as it is. */
const Notes = observer(function Notes({ slip, leg }: LegProps) {
  const { t } = useTranslation()
  const message = useMessage()
  const { closedReason, refusal } = leg
  const notes = [
    closedReason && t(`sports.slip.closed.${closedReason}`),
    slip.mode === 'parlay' && slip.conflicts.has(leg.id) && t('sports.slip.conflict'),
    slip.mode === 'single' && !closedReason && refusal && message(refusal),
  ].filter((note) => note !== false && note !== null)
  return notes.map((note) => (
    <p key={note} className={styles.note}>
      <CircleAlert aria-hidden />
      {note}
    </p>
  ))
})

const Stake = observer(function Stake({ slip, leg }: LegProps) {
  const { t } = useTranslation()
  const { language } = useStores()
  const problem = slip.stakeErrorOf(leg)
  const { amount, isCut } = returnOf(leg.stake, [leg.price])
  const money = formatMoney(amount, language.selected)
  return (
    <div className={styles.single}>
      <TextField
        className={styles.stake}
        label={t('sports.slip.stake')}
        numeric
        inputMode="decimal"
        autoComplete="off"
        prefix={language.selected.symbol}
        value={leg.stakeText}
        disabled={slip.isBusy}
        error={problem && stakeErrorText(t, problem, language.selected)}
        onChange={(event) => leg.type(event.target.value)}
      />
      <p className={styles.return}>
        <small>{t('sports.slip.potential')}</small>
        <b className="num" data-cut={isCut || undefined}>
          {money}
        </b>
      </p>
    </div>
  )
})
