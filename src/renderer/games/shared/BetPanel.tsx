import type { TFunction } from 'i18next'
import { observer } from 'mobx-react-lite'
import { useDeferredValue, useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_STAKE, MAX_WIN, MIN_STAKE } from '#contract/games/gameCodes.ts'
import { isCapped, type Multiplier } from '#contract/games/multiplier.ts'
import { ZERO } from '#contract/money.ts'
import { formatMoney } from '../../i18n/format.ts'
import { WalletChoice } from '../../parts/bet/WalletChoice.tsx'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { SegmentedButtons } from '../../ui/SegmentedButtons.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { AutoPlay } from './AutoPlay.ts'
import { AutoFields } from './AutoFields.tsx'
import type { BetSettings } from './BetSettings.ts'
import styles from './BetPanel.module.css'

export type PanelMode = 'manual' | 'auto'

export interface PanelAction {
  label: string
  onPress: () => void
  disabled?: boolean
  busy?: boolean
  variant?: 'primary' | 'danger' | 'reward'
  /** How many rounds one press plays by itself; 0: until it is stopped. Seen, and told by the field beside it. */
  rounds?: number
  /** It takes the place of the start: the second click of a double click was meant for that. */
  isSingle?: boolean
  /** It takes the place of the cash-out or the stop: for a moment it takes no press, which may have been meant for that. */
  holdsBack?: boolean
}

/** The big button of automatic play: it bets so many times, and stops while it runs. */
export function autoAction(
  auto: AutoPlay,
  t: TFunction,
  { disabled, onStart }: { disabled: boolean; onStart: () => void },
): PanelAction {
  return auto.isRunning
    ? { label: t('games.stop'), variant: 'danger', isSingle: true, onPress: () => auto.stop() }
    : {
        label: t('games.bet'),
        rounds: auto.rounds,
        disabled,
        onPress: onStart,
        holdsBack: auto.stopReason !== null,
      }
}

export interface BetPanelProps {
  mode: PanelMode
  onMode: (mode: PanelMode) => void
  settings: BetSettings
  auto: AutoPlay
  /** A round is open or running: the stake is fixed. */
  isLocked: boolean
  /** The one big button; asked where it is drawn, so that what it reads draws only the button again. */
  action: () => PanelAction
  /** A second press of the round, before the action: it is under the thumb as well, and moves nothing. */
  beside?: ReactNode
  /** The game's own choices, under the stake. */
  children?: ReactNode
  /** The most that this bet can return: when the limit of a round cuts it, that is said before the bet. */
  topWin?: Multiplier | undefined
  /** Between the choices and the action in automatic mode, e.g. "choose your tiles". */
  autoHint?: ReactNode
}

const shortcut = 'b'

/** The control panel of every original: manual and automatic, stake with half, double, max, the action. */
export const BetPanel = observer(function BetPanel(props: BetPanelProps) {
  const { mode, onMode, settings, auto, isLocked, action, beside, children, autoHint, topWin } = props
  const { t } = useTranslation()
  const { language } = useStores()
  // The press itself is drawn at once, what follows from it behind it: on a slow phone both are more than a frame.
  const shownMode = useDeferredValue(mode)
  const fixed = isLocked || auto.isUnderWay
  return (
    <>
      <section className={styles.panel} aria-label={t('games.controls')}>
        <div className={styles.row}>
          <SegmentedButtons
            className={styles.mode}
            aria-label={t('games.mode')}
            value={mode}
            onChange={onMode}
            options={[
              { value: 'manual', label: t('games.manual'), disabled: auto.isRunning },
              { value: 'auto', label: t('games.auto'), disabled: isLocked },
            ]}
          />
          <Wallets settings={settings} disabled={fixed} />
        </div>
        <div className={styles.row}>
          <StakeField settings={settings} disabled={fixed} />
        </div>
        {children}
        {shownMode === 'auto' && <AutoFields auto={auto} />}
        {shownMode === 'auto' && autoHint}
        {topWin !== undefined && settings.stake !== undefined && isCapped(settings.stake, topWin) && (
          <p className={styles.cap}>{t('play.capped', { limit: formatMoney(MAX_WIN, language.selected) })}</p>
        )}
      </section>
      <div className={styles.action}>
        {beside}
        <ActionButton action={action} />
      </div>
    </>
  )
})

/** The amount with half, double and max; what is wrong with it is said below. */
const StakeField = observer(function StakeField(props: { settings: BetSettings; disabled: boolean }) {
  const { settings, disabled } = props
  const { t } = useTranslation()
  const { language } = useStores()
  const error =
    settings.error && settings.stakeText !== ''
      ? t(`games.errors.${settings.error}`, {
          limit: formatMoney(settings.error === 'stakeTooHigh' ? MAX_STAKE : MIN_STAKE, language.selected),
        })
      : undefined
  return (
    <TextField
      className={styles.stake}
      label={t('games.stake')}
      numeric
      inputMode="decimal"
      autoComplete="off"
      prefix={language.selected.symbol}
      value={settings.stakeText}
      disabled={disabled}
      error={error}
      onChange={(event) => settings.type(event.target.value)}
      onBlur={() => settings.tidy()}
      suffix={
        <>
          <Button size="s" disabled={disabled} aria-label={t('games.half')} onClick={() => settings.half()}>
            {'½'}
          </Button>
          <Button
            size="s"
            disabled={disabled}
            aria-label={t('games.double')}
            onClick={() => settings.double()}
          >
            {'2×'}
          </Button>
          <Button size="s" disabled={disabled} aria-label={t('games.max')} onClick={() => settings.max()}>
            {t('games.maxShort')}
          </Button>
        </>
      }
    />
  )
})

const ActionButton = observer(function ActionButton({ action: ask }: { action: () => PanelAction }) {
  const action = ask()
  useShortcut(action)
  return (
    <Button
      full
      size="l"
      variant={action.variant ?? 'primary'}
      disabled={action.disabled}
      className={action.holdsBack ? styles.holdsBack : undefined}
      loading={action.busy}
      aria-keyshortcuts={shortcut.toUpperCase()}
      onClick={({ detail }) => {
        if (!action.isSingle || detail < 2) action.onPress()
      }}
    >
      {action.label}
      {action.rounds !== undefined && (
        <span aria-hidden className={styles.rounds}>
          {action.rounds === 0 ? '∞' : `${action.rounds}×`}
        </span>
      )}
    </Button>
  )
})

/** Which wallet is staked: apart from the panel, since the bonus changes with the bets. Only with a bonus. */
const Wallets = observer(function Wallets(props: { settings: BetSettings; disabled: boolean }) {
  const { settings, disabled } = props
  const { wallet } = useStores()
  if (wallet.bonusBalance <= ZERO) return null
  return (
    <WalletChoice
      wallet={settings.wallet}
      available={settings.available}
      disabled={disabled}
      onSwap={() => settings.choose(settings.wallet === 'cash' ? 'bonus' : 'cash')}
    />
  )
})

/** The shortcut presses the big button, except while something is being typed. */
function useShortcut({ onPress, disabled, busy }: PanelAction): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [role=dialog]')
      if (typing || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key.toLowerCase() !== shortcut || disabled || busy) return
      event.preventDefault()
      onPress()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [onPress, disabled, busy])
}
