import type { CallError } from '#contract/errors.ts'
import type { AlertStore } from './AlertStore.ts'
import type { Navigation } from './Navigation.ts'
import type { OverlayStore } from './OverlayStore.ts'
import type { SessionStore } from './SessionStore.ts'

const alertDelayMs = 500

function isIdle(data: unknown): boolean {
  return (data as { reason?: unknown } | null | undefined)?.reason === 'idle'
}

/** The error catalogue of spec §8, in one place: what a failed call does to the screen. */
export class FailureStore {
  constructor(
    private readonly alerts: AlertStore,
    private readonly overlays: OverlayStore,
    private readonly navigation: Navigation,
    private readonly session: () => SessionStore,
  ) {}

  show(error: CallError): void {
    switch (error.kind) {
      case 'loggedOut':
        // A session that was closed for want of use: the player is told why.
        if (isIdle(error.data)) this.alerts.alert({ text: error.message })
        return void this.session().end()
      case 'funds':
        return this.showLackOfFunds(error)
      case 'closed':
        return this.leaveFor('/error?reason=closed')
      case 'network':
        return this.later(() => this.alerts.alert({ key: 'errors.slowInternet' }))
      case 'refused':
        if (!error.message) return this.leaveFor('/error')
        return this.later(() => this.alerts.alert({ text: error.message }))
    }
  }

  private showLackOfFunds(error: CallError): void {
    // Spec §8: in a game (the address says bet or betPlay) the small deposit opens at once.
    if (/bet/i.test(error.path)) return this.overlays.open('gameDeposit')
    this.alerts.alert({ text: error.message || '-' }, { onConfirm: () => this.overlays.open('deposit') })
  }

  /** Once: a page whose five calls all fail must still find its way back with one "try again". */
  private leaveFor(errorPage: string): void {
    if (this.navigation.path() !== '/error') this.navigation.go(errorPage)
  }

  private later(show: () => void): void {
    setTimeout(show, alertDelayMs)
  }
}
