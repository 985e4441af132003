import type { TFunction } from 'i18next'
import type { Language } from '#contract/languages.ts'
import type { Cents } from '#contract/money.ts'
import { formatMoney } from '../../i18n/format.ts'
import type { AutoPlay } from './AutoPlay.ts'

/** The main button of a game's panel, and what it does now. */
export interface PanelAction {
  label: string
  onPress: () => void
  disabled?: boolean
  busy?: boolean
  variant?: 'primary' | 'danger' | 'reward'
  /**
   * What the press bets or gains, e.g. `R$ 10,00 · Vermelho` or `+R$ 1,25`, or why it is disabled; shown in the button, to
   * screen readers its description.
   */
  detail?: string | undefined
  /** Number of rounds that one press plays; 0 means until stopped. The field beside the button names it. */
  rounds?: number
  /** Replaces the start button: ignores the second click of a double click on that one. */
  ignoresDoubleClick?: boolean
  /** Replaces the cash-out or stop button: ignores presses for a moment, which may have been meant for that one. */
  ignoresEarlyPress?: boolean
}

/** The main button of automatic play: starts the rounds, and stops them while they run. */
export function autoAction(
  auto: AutoPlay,
  t: TFunction,
  { detail, disabled, onStart }: { detail: string | undefined; disabled: boolean; onStart: () => void },
): PanelAction {
  return auto.isRunning
    ? { label: t('games.stop'), variant: 'danger', ignoresDoubleClick: true, onPress: () => auto.stop() }
    : {
        label: t('games.bet'),
        detail,
        rounds: auto.rounds,
        disabled,
        onPress: onStart,
        ignoresEarlyPress: auto.stopReason !== null,
      }
}

/** What one press bets: the stake and what it is on. Undefined while the stake is no amount that can be bet. */
export function betText(stake: Cents | undefined, language: Language, on: string): string | undefined {
  return stake === undefined ? undefined : `${formatMoney(stake, language)} · ${on}`
}
