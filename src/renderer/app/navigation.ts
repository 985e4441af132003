import type { DataRouter } from 'react-router-dom'
import type { Navigation } from '../stores/Navigation.ts'

/** Navigation for the stores, which are there before the router. */
export interface AppNavigation extends Navigation {
  /** From now on the router navigates; it begins with what was requested before. */
  attach(router: DataRouter): void
}

export function createNavigation(): AppNavigation {
  const pending: ((router: DataRouter) => void)[] = []
  let attached: DataRouter | undefined
  const withRouter = (action: (router: DataRouter) => void) => {
    if (attached) action(attached)
    else pending.push(action)
  }
  return {
    attach(router) {
      attached = router
      for (const action of pending.splice(0)) action(router)
    },
    go(path, { replace = false } = {}) {
      withRouter((router) => void router.navigate(path, { replace }))
    },
    back() {
      // The router numbers its history entries: at 0 there is no earlier page of ours.
      const { idx = 0 } = (window.history.state ?? {}) as { idx?: number }
      withRouter((router) => void (idx > 0 ? router.navigate(-1) : router.navigate('/home')))
    },
    path: () => window.location.pathname,
  }
}
