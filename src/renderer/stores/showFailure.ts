import type { CallError } from '#contract/errors.ts'
import { userCalls } from '#contract/http/user.ts'
import type { Cents } from '#contract/money.ts'
import type { AlertStore, Message } from './AlertStore.ts'
import type { Navigation } from './Navigation.ts'
import type { OverlayStore } from './OverlayStore.ts'
import type { SessionStore } from './SessionStore.ts'

const alertDelayMs = 500

/** What a failure changes on the screen. */
interface FailureHost {
  readonly alerts: AlertStore
  readonly overlays: OverlayStore
  readonly navigation: Navigation
  readonly session: SessionStore
}

/** What a failed call does to the screen (docs/product.md, "Errors"). `stake`: what was to be bet from the cash wallet. */
export function showFailure(
  { alerts, overlays, navigation, session }: FailureHost,
  { kind, path, message, data }: CallError,
  stake?: Cents,
): void {
  // Navigates once: when five calls of a page fail, one "try again" must still lead back to it.
  const goToErrorPage = (errorPage: string) => {
    if (navigation.path() !== '/error') navigation.go(errorPage)
  }
  const alertLater = (text: Message) =>
    setTimeout(
      () => (session.failurePlaces > 0 && path === userCalls.userInfo.path) || alerts.alert(text),
      alertDelayMs,
    )
  switch (kind) {
    case 'loggedOut':
      // A session that was closed for inactivity: say why.
      if ((data as { reason?: unknown } | null | undefined)?.reason === 'idle')
        alerts.alert({ text: message }, { outlivesSession: true })
      return void session.end()
    case 'funds':
      // In a game (the path contains "bet") the small deposit opens at once.
      if (/bet/i.test(path)) return overlays.open('gameDeposit', { stake })
      return alerts.alert({ text: message || '-' }, { onConfirm: () => overlays.open('deposit') })
    case 'closed':
      return goToErrorPage('/error?reason=closed')
    case 'network':
      return void alertLater({ key: 'errors.slowInternet' })
    case 'refused':
      if (!message) return goToErrorPage('/error')
      alertLater({ text: message })
  }
}
