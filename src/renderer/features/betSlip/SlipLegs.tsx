import CircleAlert from 'lucide-react/icons/circle-alert'
import X from 'lucide-react/icons/x'
import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../i18n/format.ts'
import { useMessage } from '../../i18n/useMessage.ts'
import { useStores } from '../../stores/useStores.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { BoostMark } from '../odds/BoostMark.tsx'
import { OddsStore } from '../odds/OddsStore.ts'
import { marketText, optionText } from '../odds/optionText.ts'
import { RulesLinks } from '../odds/RulesLinks.tsx'
import type { SlipLeg } from './SlipLeg.ts'
import styles from './SlipLegs.module.css'
import { possibleReturn } from './slipRules.ts'
import type { SlipStore } from './SlipStore.ts'
import { stakeErrorText } from './stakeErrorText.ts'

/** The selections, one below the other. */
export const SlipLegs = observer(function SlipLegs({ slip }: { slip: SlipStore }) {
  const { t } = useTranslation()
  return (
    <>
      <ul className={styles.list} aria-label={t('sports.slip.list')}>
        {slip.legs.map((leg) => (
          <Leg key={leg.id} slip={slip} leg={leg} />
        ))}
      </ul>
      <RulesLinks className={styles.rules} of={slip.legs.map(({ pick: { sport } }) => ({ sport }))} />
    </>
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
  const isParlay = slip.stakes.mode === 'parlay'
  return (
    <li className={styles.leg} data-closed={!leg.isOpen || undefined} aria-label={`${option}, ${match}`}>
      <div className={styles.what}>
        <p className={styles.market}>
          {leg.isLive && <Live leg={leg} />}
          <span>{marketText(t, pick.key, pick.sport)}</span>
          {leg.boostedFrom !== null && leg.isOpen && <BoostMark />}
          {slip.isCombined(leg) && <span className={styles.combined}>{t('sports.slip.combined')}</span>}
        </p>
        <p className={styles.option}>{option}</p>
        <p className={styles.match}>{match}</p>
      </div>
      <Price slip={slip} leg={leg} />
      <IconButton
        className={styles.remove}
        aria-label={t('sports.slip.remove', { option })}
        disabled={slip.isBusy}
        onClick={() => slip.remove(leg)}
      >
        <X aria-hidden />
      </IconButton>
      <Notes slip={slip} leg={leg} />
      {leg.boostedFrom !== null && leg.isOpen && (
        <p className={styles.boost}>
          {isParlay
            ? t('sports.boost.parlay')
            : t('sports.boost.limit', { limit: formatMoney(leg.maxStake, language.selected) })}
        </p>
      )}
      {slip.stakes.mode === 'single' && leg.isOpen && <Stake slip={slip} leg={leg} />}
    </li>
  )
})

const Live = observer(function Live({ leg }: { leg: SlipLeg }) {
  const { t } = useTranslation()
  const { score } = leg
  return (
    <span className={styles.live}>
      <span>{t('sports.slip.live')}</span>
      {score && <b translate="no" className="num">{`${score.home}–${score.away}`}</b>}
    </span>
  )
})

/** The current odds; when they have changed, the accepted odds above them, in space that is always reserved. */
const Price = observer(function Price({ slip, leg }: LegProps) {
  const { t } = useTranslation()
  const odds = useStores().feature(OddsStore)
  if (slip.isCombined(leg)) {
    // The first one shows the price of all.
    const price = slip.combinations.oddsIn(leg)
    return (
      <div className={styles.price}>
        {price > 1 && (
          <b translate="no" className="num">
            {odds.text(price)}
          </b>
        )}
      </div>
    )
  }
  const isParlay = slip.stakes.mode === 'parlay'
  const [accepted, price] = isParlay ? [leg.plainOdds, leg.plainPrice] : [leg.odds, leg.price]
  const isChanged = isParlay ? leg.isPlainChanged : leg.isChanged
  const [from, to] = [odds.text(accepted), odds.text(price)]
  const plain = isParlay || leg.boostedFrom === null || !leg.isOpen ? null : odds.text(leg.boostedFrom)
  return (
    <div className={styles.price} data-trend={isChanged ? (price > accepted ? 'up' : 'down') : undefined}>
      <s aria-hidden>{isChanged ? from : plain}</s>
      <b
        translate="no"
        className="num"
        data-boosted={plain !== null || undefined}
        aria-hidden={isChanged || undefined}
      >
        {to}
      </b>
      {isChanged && <VisuallyHidden>{t('sports.slip.change', { from, to })}</VisuallyHidden>}
    </div>
  )
})

/** Why the selection cannot be bet as it is. */
const Notes = observer(function Notes({ slip, leg }: LegProps) {
  const { t } = useTranslation()
  const message = useMessage()
  const { closedReason, refusal } = leg
  const notes = [
    closedReason && t(`sports.slip.closed.${closedReason}`),
    slip.stakes.mode === 'parlay' && slip.conflicts.has(leg.id) && t('sports.slip.conflict'),
    slip.stakes.mode === 'single' && !closedReason && refusal && message(refusal),
  ].filter((note) => note !== false && note !== null)
  return notes.map((note) => (
    <p key={note} className={styles.note}>
      <CircleAlert aria-hidden />
      <span>{note}</span>
    </p>
  ))
})

const Stake = observer(function Stake({ slip, leg }: LegProps) {
  const { t } = useTranslation()
  const { language } = useStores()
  const problem = slip.stakes.errorOf(leg)
  const { amount, isCapped } = possibleReturn(leg.stake, [leg.price])
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
        error={problem && stakeErrorText(t, problem, language.selected, leg.maxStake)}
        onChange={(event) => leg.type(event.target.value)}
      />
      <p className={styles.return}>
        <small>{t('sports.slip.potential')}</small>
        <b translate="no" className="num" data-cut={isCapped || undefined}>
          {money}
        </b>
      </p>
    </div>
  )
})
