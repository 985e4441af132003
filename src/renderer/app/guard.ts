import type { RootStore } from '../stores/RootStore.ts'
import type { AppNavigation } from './navigation.ts'
import { matchRoute } from './routeTable.ts'

/**
 * The navigation guard, run on each route change: leaving a game tells the server; a page that needs
 * login without a token shows the alert, goes home and opens the login overlay; the real-time connection
 * follows the address.
 */
export function watchRoutes(navigation: AppNavigation, root: RootStore): void {
  let previous: string | undefined
  let playing: string | undefined
  const check = () => {
    const { pathname, search } = navigation.location()
    const target = matchRoute(pathname)
    // /play has its game code in the query.
    const game = target?.name === 'play' ? new URLSearchParams(search).get('game') : target?.entry.gameCode
    if (pathname === previous && (game ?? undefined) === playing) return
    if (playing && root.realtime.status === 'online') root.realtime.offGame(playing)
    previous = pathname
    playing = game ?? undefined
    root.realtime.reconcile(pathname)
    if (!target?.entry.auth || root.session.hasToken) return
    // The login opens after the alert is closed: screen readers handle only the newer of two dialogs.
    root.alerts.alert({ key: 'errors.loginFirst' }, { onConfirm: () => root.overlays.open('login') })
    root.navigation.go('/home', { replace: true })
  }
  check()
  navigation.subscribe(check)
}
