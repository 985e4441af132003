import type { RootStore } from '../stores/RootStore.ts'
import type { AppNavigation } from './navigation.ts'
import { matchRoute } from './routeTable.ts'

/**
 * The navigation guard of spec §4, on each route change: leaving a game tells the server; a page that needs
 * login without a token shows the alert, goes home and opens the login overlay; the real-time connection
 * follows the address.
 */
export function watchRoutes(navigation: AppNavigation, root: RootStore): void {
  let previous: string | undefined
  const check = () => {
    const { pathname } = navigation.location()
    if (pathname === previous) return
    const left = previous === undefined ? undefined : matchRoute(previous)
    previous = pathname
    if (left?.entry.gameCode && root.realtime.status === 'online') root.realtime.offGame(left.entry.gameCode)
    root.realtime.reconcile(pathname)
    const target = matchRoute(pathname)
    if (!target?.entry.auth || root.session.hasToken) return
    // The login comes after the alert is understood: of two dialogs at once, readers know only the newer.
    root.alerts.alert({ key: 'errors.loginFirst' }, { onConfirm: () => root.overlays.open('login') })
    root.navigation.go('/home', { replace: true })
  }
  check()
  navigation.subscribe(check)
}
