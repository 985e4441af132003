import Plus from 'lucide-react/icons/plus'
import { observer } from 'mobx-react-lite'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { formatAmountInput } from '#contract/amounts.ts'
import { cents, ZERO } from '#contract/money.ts'
import { ticketLimits } from '#contract/rules/sports.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useMessage } from '../../i18n/useMessage.ts'
import { useStores } from '../../stores/useStores.ts'
import { afterPaint } from '../../ui/afterPaint.ts'
import { Button } from '../../ui/Button.tsx'
import { LiveText } from '../../ui/LiveText.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { OddsStore } from '../odds/OddsStore.ts'
import styles from './SlipFoot.module.css'
import type { SlipStore } from './SlipStore.ts'
import { stakeErrorText } from './stakeErrorText.ts'

const quickAmounts = [5_00, 10_00, 50_00, 100_00].map(cents)

interface SlipFootProps {
  slip: SlipStore
  panel: RefObject<HTMLElement | null>
}

/** Stake, possible return and the button that bets; stays in sight while the selections scroll. */
export const SlipFoot = observer(function SlipFoot({ slip, panel }: SlipFootProps) {
  return (
    <div className={styles.foot}>
      {slip.stakes.mode === 'parlay' && <ParlayStake slip={slip} />}
      <QuickAmounts slip={slip} />
      <Totals slip={slip} />
      <Status slip={slip} />
      <Missing slip={slip} />
      <Action slip={slip} panel={panel} />
    </div>
  )
})

const ParlayStake = observer(function ParlayStake({ slip }: { slip: SlipStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const problem = slip.stakes.parlayError
  return (
    <TextField
      label={t('sports.slip.stake')}
      numeric
      inputMode="decimal"
      autoComplete="off"
      prefix={language.selected.symbol}
      value={slip.stakes.parlayText}
      disabled={slip.isBusy}
      error={problem ? stakeErrorText(t, problem, language.selected) : undefined}
      onChange={(event) => slip.stakes.setParlayText(event.target.value)}
    />
  )
})

const QuickAmounts = observer(function QuickAmounts({ slip }: { slip: SlipStore }) {
  const { t } = useTranslation()
  const { language } = useStores()
  return (
    <div className={styles.quick} role="group" aria-label={t('sports.slip.quick')}>
      {quickAmounts.map((amount) => (
        <Button key={amount} size="s" disabled={slip.isBusy} onClick={() => slip.stakes.addToStakes(amount)}>
          {`+${formatAmountInput(amount, language.selected, 'short')}`}
        </Button>
      ))}
      <Button
        size="s"
        disabled={slip.isBusy || slip.stakes.maximum <= 0}
        onClick={() => slip.stakes.stakeMaximum()}
      >
        {t('sports.slip.max')}
      </Button>
    </div>
  )
})

const Totals = observer(function Totals({ slip }: { slip: SlipStore }) {
  const { t } = useTranslation()
  const root = useStores()
  const { language } = root
  const odds = root.feature(OddsStore)
  // Without the price of a combination neither its odds nor its return are known.
  const known = (text: string) => (slip.stakes.isPricing ? '–' : text)
  const money = known(formatMoney(slip.stakes.potential.amount, language.selected))
  const isParlay = slip.stakes.mode === 'parlay'
  return (
    <dl className={styles.totals}>
      <div>
        <dt>{t(isParlay ? 'sports.slip.totalOdds' : 'sports.slip.total')}</dt>
        <dd translate="no" className="num">
          {isParlay
            ? known(odds.text(slip.stakes.parlayOdds))
            : formatMoney(slip.stakes.total, language.selected)}
        </dd>
      </div>
      <div data-kind="return">
        <dt>{t('sports.slip.potential')}</dt>
        <dd translate="no" className="num" data-cut={slip.stakes.potential.isCapped || undefined}>
          {money}
        </dd>
      </div>
    </dl>
  )
})

/** What the cash lacks for the stakes, and the way to deposit it. */
const Missing = observer(function Missing({ slip }: { slip: SlipStore }) {
  const { t } = useTranslation()
  const { language, overlays, session } = useStores()
  const { missing } = slip.stakes
  if (missing === ZERO || slip.isBusy || !session.isLoggedIn) return null
  return (
    <Button
      size="s"
      full
      icon={<Plus aria-hidden />}
      onClick={() => overlays.open('gameDeposit', { stake: slip.stakes.total })}
    >
      {t('own.deposit.missing', { amount: formatMoney(missing, language.selected) })}
    </Button>
  )
})

/** One line with what matters most now. It keeps its height while it is empty. */
const Status = observer(function Status({ slip }: { slip: SlipStore }) {
  const { t } = useTranslation()
  const { text, tone } = useStatus(slip)
  return (
    <p className={styles.status} data-tone={tone}>
      <LiveText label={t('sports.slip.title')} text={text} />
    </p>
  )
})

type StatusText = { text: string; tone: 'quiet' | 'warning' | 'danger' }

function useStatus(slip: SlipStore): StatusText {
  const { t } = useTranslation()
  const message = useMessage()
  const { language } = useStores()
  const { parlayProblem, parlayRefusal } = slip.stakes
  const { progress } = slip.placements
  if (progress) return { text: t(`sports.slip.progress.${progress}`), tone: 'warning' }
  const isParlay = slip.stakes.mode === 'parlay'
  if (isParlay && parlayProblem === 'pricing') return { text: t('sports.slip.errors.pricing'), tone: 'quiet' }
  if (isParlay && parlayProblem) {
    const limit = parlayProblem === 'tooFew' ? ticketLimits.minLegs : ticketLimits.maxLegs
    return { text: t(`sports.slip.errors.${parlayProblem}`, { limit }), tone: 'danger' }
  }
  if (slip.stakes.changedLegs.length > 0) return { text: t('sports.slip.changed'), tone: 'warning' }
  if (isParlay && parlayRefusal) return { text: message(parlayRefusal), tone: 'danger' }
  if (!slip.stakes.potential.isCapped) return { text: '', tone: 'quiet' }
  const limit = formatMoney(ticketLimits.maxReturn, language.selected)
  return { text: t('sports.slip.capped', { limit }), tone: 'warning' }
}

const Action = observer(function Action({ slip, panel }: SlipFootProps) {
  const { t } = useTranslation()
  const isParlay = slip.stakes.mode === 'parlay'
  const bet = () => {
    if (!slip.bet()) focusFirstError(panel.current)
  }
  const closed = slip.legs.filter(({ isOpen }) => !isOpen)
  if (closed.length > 0 && (isParlay || closed.length === slip.legs.length) && !slip.isBusy) {
    return (
      <Button key="remove" full size="l" variant="secondary" onClick={() => slip.removeClosed()}>
        {t('sports.slip.removeClosed')}
      </Button>
    )
  }
  const isImpossible = isParlay && slip.stakes.parlayProblem !== null
  if (slip.stakes.changedLegs.length > 0 && !slip.isBusy && !isImpossible) {
    return (
      <Button
        key="accept"
        full
        size="l"
        variant="reward"
        className={styles.justShown}
        onClick={() => slip.stakes.acceptChanges()}
      >
        {t('sports.slip.accept')}
      </Button>
    )
  }
  return (
    <Button
      key="bet"
      full
      size="l"
      // Not lit before there is a stake; a press then marks the field that lacks it.
      variant={slip.stakes.total === ZERO && !slip.isBusy ? 'secondary' : 'primary'}
      // It may have just replaced another button: presses meant for that one are ignored for a moment.
      className={styles.justShown}
      loading={slip.isBusy}
      disabled={isImpossible}
      onClick={bet}
    >
      {t('sports.slip.bet')}
    </Button>
  )
})

/** Waits until the errors are marked and painted. */
function focusFirstError(panel: HTMLElement | null): void {
  afterPaint(() => panel?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}
