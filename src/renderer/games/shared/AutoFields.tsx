import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Details } from '../../ui/Details.tsx'
import { NumberStepper } from '../../ui/NumberStepper.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { AutoPlay } from './AutoPlay.ts'
import styles from './AutoFields.module.css'

/** Rounds, stake changes, stop conditions; while it runs, and after, where it stands and why it stopped. */
export const AutoFields = observer(function AutoFields({ auto }: { auto: AutoPlay }) {
  const { t } = useTranslation()
  const { language } = useStores()
  const stepper = { decreaseLabel: t('games.decrease'), increaseLabel: t('games.increase') }
  return (
    <>
      {!auto.isRunning && (
        <>
          <NumberStepper
            label={t('games.rounds')}
            hint={auto.rounds === 0 ? t('games.untilStopped') : undefined}
            value={auto.rounds}
            min={0}
            max={1000}
            onChange={(rounds) => auto.change({ rounds })}
            {...stepper}
          />
          <Details summary={t('games.conditions')}>
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
                onChange={(event) => auto.change({ stopProfitText: event.target.value })}
              />
              <TextField
                label={t('games.stopLoss')}
                inputMode="decimal"
                numeric
                prefix={language.selected.symbol}
                value={auto.stopLossText}
                onChange={(event) => auto.change({ stopLossText: event.target.value })}
              />
            </div>
          </Details>
        </>
      )}
      {(auto.isRunning || auto.stopReason) && (
        <p className={styles.state} role="status" aria-label={t('games.autoState')}>
          <span>
            {auto.stopReason
              ? t(`games.stopped.${auto.stopReason}`)
              : auto.left === null
                ? t('games.playedSoFar', { count: auto.played })
                : t('games.roundsLeft', { count: auto.left })}
          </span>
          <b data-sign={Math.sign(auto.profit)}>{formatMoney(auto.profit, language.selected)}</b>
        </p>
      )}
    </>
  )
})
