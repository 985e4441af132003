import { reaction } from 'mobx'
import type { DataRouter, LoaderFunction } from 'react-router-dom'
import type { RootStore } from '../stores/RootStore.ts'
import { traitsOf } from './usePage.ts'
import { redirectTo } from './redirectTo.ts'

/** While one of these is open, the guest is still logging in. */
const loginOverlays = ['login', 'register', 'resetPassword']

/** The navigation guard ("Navigation guard" in docs/product.md). */
export interface Guard {
  /** Loader of a page that needs a login. A guest gets the alert, home, and then the login. */
  requireLogin: LoaderFunction
  /**
   * From now on, leaving a game tells the server, the real-time connection follows the address, and the page that was asked
   * for opens after the login.
   */
  watch(router: Pick<DataRouter, 'state' | 'subscribe'>): void
}

export function createGuard(root: RootStore): Guard {
  /** The address that waits for the login. */
  let requested: string | undefined

  const requireLogin: LoaderFunction = (args) => {
    if (root.session.hasToken) return null
    // A session that has ended while the page was still loading has opened the login already. Otherwise it opens after the alert
    // is closed: screen readers handle only the newer of two dialogs.
    if (!loginOverlays.includes(root.overlays.current?.name ?? ''))
      root.alerts.alert({ key: 'errors.loginFirst' }, { onConfirm: () => root.overlays.open('login') })
    const { pathname, search } = new URL(args.request.url)
    requested = pathname + search
    return redirectTo('/home', args)
  }

  const watch: Guard['watch'] = (router) => {
    let previous: string | undefined
    let playing: string | undefined
    const check = () => {
      const { initialized, location, matches } = router.state
      // The first page may still be refused.
      if (!initialized) return
      const { pathname, search } = location
      const match = matches.at(-1)
      // /play has its game code in the query.
      const game =
        match?.route.id === 'play'
          ? (new URLSearchParams(search).get('game') ?? undefined)
          : traitsOf(match?.route.handle, match?.params)?.gameCode
      if (pathname === previous && game === playing) return
      if (playing && root.realtime.status === 'online') root.realtime.offGame(playing)
      if (pathname !== '/home') requested = undefined
      previous = pathname
      playing = game
      root.realtime.reconcile(pathname)
    }
    check()
    router.subscribe(check)
    reaction(
      () => root.overlays.current?.name ?? '',
      (open) => {
        if (requested === undefined || loginOverlays.includes(open)) return
        if (root.session.hasToken) root.navigation.go(requested)
        requested = undefined
      },
    )
  }

  return { requireLogin, watch }
}
