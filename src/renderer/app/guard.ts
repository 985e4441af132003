import { reaction } from 'mobx'
import type { RootStore } from '../stores/RootStore.ts'
import type { AppNavigation } from './navigation.ts'
import { matchRoute } from './routeTable.ts'

/** While one of these is open, the guest is still logging in. */
const loginOverlays = ['login', 'register', 'resetPassword']

/**
 * The navigation guard, run on each route change: leaving a game tells the server; a page that needs
 * login without a token shows the alert, goes home and opens the login overlay; the real-time connection
 * follows the address. After that login the player gets to the page that was asked for.
 */
export function watchRoutes(navigation: AppNavigation, root: RootStore): void {
  let previous: string | undefined
  let playing: string | undefined
  /** The address that waits for the login. */
  let requested: string | undefined
  const check = () => {
    const { pathname, search } = navigation.location()
    const target = matchRoute(pathname)
    // /play has its game code in the query.
    const game = target?.name === 'play' ? new URLSearchParams(search).get('game') : target?.entry.gameCode
    if (pathname === previous && (game ?? undefined) === playing) return
    if (playing && root.realtime.status === 'online') root.realtime.offGame(playing)
    previous = pathname
    if (pathname !== '/home') requested = undefined
    playing = game ?? undefined
    root.realtime.reconcile(pathname)
    if (!target?.entry.auth || root.session.hasToken) return
    // The login opens after the alert is closed: screen readers handle only the newer of two dialogs.
    root.alerts.alert({ key: 'errors.loginFirst' }, { onConfirm: () => root.overlays.open('login') })
    root.navigation.go('/home', { replace: true })
    requested = pathname + search
  }
  check()
  navigation.subscribe(check)
  reaction(
    () => root.overlays.current?.name ?? '',
    (open) => {
      if (requested === undefined || loginOverlays.includes(open)) return
      if (root.session.hasToken) root.navigation.go(requested)
      requested = undefined
    },
  )
}
