import type { NavigateFunction } from 'react-router-dom'
import type { Navigation } from '../stores/Navigation.ts'

/** Navigation for the stores and for what watches the address; the router of React is attached to it. */
export interface AppNavigation extends Navigation {
  /** Where we are, the last navigation included even before it is drawn. */
  location(): { pathname: string; search: string }
  /** Hears every address that has been drawn. */
  subscribe(listener: () => void): void
  /** By the router: how to navigate. What was asked for before is done now. */
  attach(navigate: NavigateFunction): void
  /** By the router: the address on the screen changed. */
  arrived(): void
}

export function createNavigation(): AppNavigation {
  const listeners = new Set<() => void>()
  const waiting: ((navigate: NavigateFunction) => void)[] = []
  let router: NavigateFunction | undefined
  const withRouter = (action: (navigate: NavigateFunction) => void) => {
    if (router) action(router)
    else waiting.push(action)
  }
  return {
    attach(navigate) {
      router = navigate
      for (const action of waiting.splice(0)) action(navigate)
    },
    arrived() {
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
    },
    location: () => window.location,
    go(path, options) {
      withRouter((navigate) => void navigate(path, { replace: options?.replace ?? false }))
    },
    back() {
      // The router numbers its entries: at 0 there is nothing of ours to go back to.
      const { idx = 0 } = (window.history.state ?? {}) as { idx?: number }
      withRouter((navigate) => void (idx > 0 ? navigate(-1) : navigate('/home')))
    },
    path: () => window.location.pathname,
  }
}
