import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Details } from '../../ui/Details.tsx'
import { NumberStepper } from '../../ui/NumberStepper.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { AutoPlay } from './AutoPlay.ts'
import styles from './AutoFields.module.css'

/**
 * Rounds, stake changes and stop conditions; while automatic play runs and after it, its progress and why it stopped.
 * Screen readers announce only pauses and stops, because the result line announces the rounds.
 */
export const AutoFields = observer(function AutoFields({ auto }: { auto: AutoPlay }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const stepper = {
    language: language.selected,
    decreaseLabel: t('games.decrease'),
    increaseLabel: t('games.increase'),
  }
  return (
    <>
      <WhileStopped auto={auto}>
        <NumberStepper
          label={t('games.rounds')}
          hint={auto.rounds === 0 ? t('games.untilStopped') : undefined}
          value={auto.rounds}
          min={0}
          max={1000}
          onChange={(rounds) => auto.change({ rounds })}
          {...stepper}
        />
        <Details lazy summary={t('games.conditions')}>
          <div className={styles.grid}>
            <NumberStepper
              label={t('games.onWin')}
              unit="%"
              value={auto.onWin}
              min={0}
              max={1000}
              step={10}
              onChange={(onWin) => auto.change({ onWin })}
              {...stepper}
            />
            <NumberStepper
              label={t('games.onLoss')}
              unit="%"
              value={auto.onLoss}
              min={0}
              max={1000}
              step={10}
              onChange={(onLoss) => auto.change({ onLoss })}
              {...stepper}
            />
            <TextField
              label={t('games.stopProfit')}
              inputMode="decimal"
              numeric
              prefix={language.selected.symbol}
              value={auto.stopProfitText}
              error={auto.isProfitLimitInvalid ? t('games.errors.stakeInvalid') : undefined}
              onChange={(event) => auto.change({ stopProfitText: event.target.value })}
            />
            <TextField
              label={t('games.stopLoss')}
              inputMode="decimal"
              numeric
              prefix={language.selected.symbol}
              value={auto.stopLossText}
              error={auto.isLossLimitInvalid ? t('games.errors.stakeInvalid') : undefined}
              onChange={(event) => auto.change({ stopLossText: event.target.value })}
            />
          </div>
        </Details>
      </WhileStopped>
      <AutoState auto={auto} />
    </>
  )
})

/** Hides the fields without rendering or unmounting them, so that opened sections are still open afterwards. */
const WhileStopped = observer(function WhileStopped(props: { auto: AutoPlay; children: ReactNode }) {
  return (
    <div className={styles.fields} hidden={props.auto.isRunning}>
      {props.children}
    </div>
  )
})

/** A separate component, because it changes with every round. */
const AutoState = observer(function AutoState({ auto }: { auto: AutoPlay }) {
  const { t } = useTranslation()
  const { language } = useStores()
  if (!auto.isRunning && !auto.stopReason) return null
  return (
    <p className={styles.state}>
      {auto.isRunning && !auto.isPaused && (
        <span>
          {auto.roundsLeft === null
            ? t('games.playedSoFar', { count: auto.played })
            : t('games.roundsLeft', { count: auto.roundsLeft })}
        </span>
      )}
      <span role="status" aria-label={t('games.autoState')} data-paused={auto.isPaused}>
        {auto.isPaused ? t('play.paused') : auto.stopReason ? t(`games.stopped.${auto.stopReason}`) : ''}
      </span>
      <b translate="no" data-sign={Math.sign(auto.profit)}>
        {formatMoney(auto.profit, language.selected)}
      </b>
    </p>
  )
})
