import type { CallError } from '#contract/errors.ts'
import type { Cents } from '#contract/money.ts'
import type { AlertStore } from './AlertStore.ts'
import type { Navigation } from './Navigation.ts'
import type { OverlayStore } from './OverlayStore.ts'
import type { SessionStore } from './SessionStore.ts'

const alertDelayMs = 500

function isIdle(data: unknown): boolean {
  return (data as { reason?: unknown } | null | undefined)?.reason === 'idle'
}

/** What a failed call does to the screen (docs/product.md, "Errors"). */
export class FailureStore {
  readonly #alerts: AlertStore
  readonly #overlays: OverlayStore
  readonly #navigation: Navigation
  readonly #session: () => SessionStore

  constructor(
    alerts: AlertStore,
    overlays: OverlayStore,
    navigation: Navigation,
    session: () => SessionStore,
  ) {
    this.#alerts = alerts
    this.#overlays = overlays
    this.#navigation = navigation
    this.#session = session
  }

  /** `stake`: what was to be bet from the cash wallet. */
  show(error: CallError, stake?: Cents): void {
    switch (error.kind) {
      case 'loggedOut':
        // A session that was closed for inactivity: say why.
        if (isIdle(error.data)) this.#alerts.alert({ text: error.message })
        return void this.#session().end()
      case 'funds':
        return this.#showInsufficientFunds(error, stake)
      case 'closed':
        return this.#goToErrorPage('/error?reason=closed')
      case 'network':
        return this.#later(() => this.#alerts.alert({ key: 'errors.slowInternet' }))
      case 'refused':
        if (!error.message) return this.#goToErrorPage('/error')
        return this.#later(() => this.#alerts.alert({ text: error.message }))
    }
  }

  #showInsufficientFunds(error: CallError, stake: Cents | undefined): void {
    // In a game (the path contains "bet") the small deposit opens at once.
    if (/bet/i.test(error.path)) return this.#overlays.open('gameDeposit', { stake })
    this.#alerts.alert({ text: error.message || '-' }, { onConfirm: () => this.#overlays.open('deposit') })
  }

  /** Navigates once: when five calls of a page fail, one "try again" must still lead back to it. */
  #goToErrorPage(errorPage: string): void {
    if (this.#navigation.path() !== '/error') this.#navigation.go(errorPage)
  }

  #later(show: () => void): void {
    setTimeout(show, alertDelayMs)
  }
}
