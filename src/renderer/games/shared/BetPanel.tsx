import { observer } from 'mobx-react-lite'
import { lazy, useDeferredValue, useEffect, useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_STAKE, MAX_WIN, MIN_STAKE } from '#contract/games/gameCodes.ts'
import { isCapped, type Multiplier } from '#contract/games/multiplier.ts'
import { ZERO } from '#contract/money.ts'
import { WalletChoice } from '../../features/bet/WalletChoice.tsx'
import { formatMoney } from '../../i18n/format.ts'
import { useStores } from '../../stores/useStores.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { MountWhenLoaded } from '../../ui/MountWhenLoaded.tsx'
import { PartBoundary } from '../../ui/PartBoundary.tsx'
import { SegmentedButtons } from '../../ui/SegmentedButtons.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { TextAlone } from '../../ui/TextAlone.tsx'
import { AutoFields } from './AutoFields.tsx'
import type { AutoPlay } from './AutoPlay.ts'
import styles from './BetPanel.module.css'
import type { BetSettings } from './BetSettings.ts'
import { GameTools, sessionPanelId } from './GameTools.ts'
import { isForGame } from './isForGame.ts'
import type { PanelAction } from './panelAction.ts'
import { RepeatButton, type RepeatProps } from './RepeatButton.tsx'
import { WinScene } from './WinCelebration.tsx'
import { useHotkeys, type HotkeyTargets } from './useHotkeys.ts'

export type PanelMode = 'manual' | 'auto'

export interface BetPanelProps {
  mode: PanelMode
  onMode: (mode: PanelMode) => void
  settings: BetSettings
  auto: AutoPlay
  /** True while a round is open or running: the stake is locked. */
  isLocked: boolean
  /** Renders the main button. A function, so that what it observes renders only the button. */
  action: () => PanelAction
  /** A second action of the round, beside the main button; it does not move other controls. */
  secondaryAction?: ReactNode
  /** The last bet again, beside the main button; missing while there is nothing to repeat. */
  repeat?: RepeatProps | undefined
  /** Changes the pick, or picks a tile; for the keys. */
  onPick?: (() => void) | undefined
  /** The game's own choices, below the stake. */
  children?: ReactNode
  /** The highest multiplier of this bet. If the limit per round caps its payout, the panel says so before the bet. */
  topMultiplier?: Multiplier | undefined
  /** Shown between choices and button in automatic mode, e.g. "choose your tiles". */
  autoHint?: ReactNode
}

const SessionPanel = lazy(async () => ({ default: (await import('./SessionPanel.tsx')).SessionPanel }))

const shortcut = 'b'

/** The control panel of every original: manual and automatic mode, stake with half, double and max, main button. */
export const BetPanel = observer(function BetPanel(props: BetPanelProps) {
  const {
    mode,
    onMode,
    settings,
    auto,
    isLocked,
    action,
    secondaryAction,
    repeat,
    onPick,
    children,
    autoHint,
    topMultiplier,
  } = props
  const { t } = useTranslation()
  const { language } = useStores()
  // The press is painted at once and its consequences later: together they take longer than a frame on a slow phone.
  const shownMode = useDeferredValue(mode)
  const locked = isLocked || auto.isRunningDeferred
  const last = repeat?.disabled ? undefined : repeat?.history.lastBet
  const targets: HotkeyTargets = {
    half: () => locked || settings.half(),
    double: () => locked || settings.double(),
    pick: onPick,
    repeat: last && (() => repeat?.onRepeat(last)),
  }
  return (
    <div className={styles.controls}>
      <Session />
      <div className={styles.space}>
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
            <Wallets settings={settings} disabled={locked} />
          </div>
          <div className={styles.row}>
            <StakeField settings={settings} disabled={locked} />
          </div>
          {children}
          {shownMode === 'auto' && <AutoFields auto={auto} />}
          {shownMode === 'auto' && <TextAlone>{autoHint}</TextAlone>}
          {topMultiplier !== undefined &&
            settings.stake !== undefined &&
            isCapped(settings.stake, topMultiplier) && (
              <p className={styles.cap}>
                {t('play.capped', { limit: formatMoney(MAX_WIN, language.selected) })}
              </p>
            )}
        </section>
        <WinScene />
      </div>
      <div className={styles.action}>
        {secondaryAction}
        <ActionButton action={action} targets={targets} settings={settings} />
        {repeat && <RepeatButton {...repeat} />}
      </div>
    </div>
  )
})

/** The result of the visit, where the player has it open: beside the fields, so that the field of the game stays whole. */
const Session = observer(function Session() {
  const root = useStores()
  const { session, alerts } = root
  const tools = root.feature(GameTools)
  // The round goes on.
  const showFailure = () => {
    tools.close()
    alerts.toast({ key: 'errors.screenFailed' }, 'error')
  }
  return (
    <MountWhenLoaded isOpen={tools.panel === 'session' && session.isLoggedIn}>
      {() => (
        <PartBoundary onFailure={showFailure}>
          <SessionPanel id={sessionPanelId} />
        </PartBoundary>
      )}
    </MountWhenLoaded>
  )
})

/** The stake with half, double and max; errors are shown below it. */
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
      onBlur={() => settings.normalize()}
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

const ActionButton = observer(function ActionButton(props: {
  action: () => PanelAction
  targets: HotkeyTargets
  settings: BetSettings
}) {
  const action = props.action()
  const { session } = useStores()
  const { stake, available } = props.settings
  // The press opens the deposit then: it does not look like a bet that can be placed.
  const isShort = session.isLoggedIn && !action.busy && stake !== undefined && stake > available
  const { areHotkeysOn } = useStores().feature(GameTools)
  const detailId = useId()
  useShortcut(action)
  useHotkeys(action, props.targets)
  return (
    <Button
      full
      size="l"
      variant={action.variant ?? (isShort ? 'secondary' : 'primary')}
      disabled={action.disabled}
      className={classes(styles.main, action.ignoresEarlyPress && styles.justShown)}
      loading={action.busy}
      aria-keyshortcuts={areHotkeysOn ? `${shortcut.toUpperCase()} Space Enter` : shortcut.toUpperCase()}
      aria-describedby={action.detail === undefined ? undefined : detailId}
      onClick={({ detail }) => {
        if (!action.ignoresDoubleClick || detail < 2) action.onPress()
      }}
    >
      {action.detail === undefined ? (
        <span>{action.label}</span>
      ) : (
        <span className={styles.label}>
          <span>{action.label}</span>
          <span aria-hidden id={detailId} translate="no" className={styles.detail}>
            {action.detail}
          </span>
        </span>
      )}
      {action.rounds !== undefined && (
        <span aria-hidden translate="no" className={styles.rounds}>
          {action.rounds === 0 ? '∞' : `${action.rounds}×`}
        </span>
      )}
    </Button>
  )
})

/** The choice of wallet; shown only when there is a bonus. A separate component, because the bonus changes with bets. */
const Wallets = observer(function Wallets(props: { settings: BetSettings; disabled: boolean }) {
  const { settings, disabled } = props
  const { wallet } = useStores()
  if (wallet.bonus <= ZERO) return null
  return (
    <WalletChoice
      wallet={settings.wallet}
      available={settings.available}
      disabled={disabled}
      onSwap={() => settings.choose(settings.wallet === 'cash' ? 'bonus' : 'cash')}
    />
  )
})

/** The keyboard shortcut presses the main button, except while the player types or a dialog is open. */
function useShortcut({ onPress, disabled, busy }: PanelAction): void {
  const root = useStores()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== shortcut || disabled || busy || !isForGame(event, root)) return
      event.preventDefault()
      onPress()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [onPress, disabled, busy, root])
}
