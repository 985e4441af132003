import type { NavigateFunction } from 'react-router-dom'
import type { Navigation } from '../stores/Navigation.ts'

/** Navigation for the stores and for listeners of the address; React's router is attached to it. */
export interface AppNavigation extends Navigation {
  /** The current path, including a navigation that is not rendered yet. */
  location(): { pathname: string; search: string }
  /** Calls the listener with every rendered address. */
  subscribe(listener: () => void): void
  /** Called by the router with its navigate function; runs navigations requested before. */
  attach(navigate: NavigateFunction): void
  /** Called by the router when the rendered address changed. */
  notifyRendered(): void
}

export function createNavigation(): AppNavigation {
  const listeners = new Set<() => void>()
  const pending: ((navigate: NavigateFunction) => void)[] = []
  let router: NavigateFunction | undefined
  const withRouter = (action: (navigate: NavigateFunction) => void) => {
    if (router) action(router)
    else pending.push(action)
  }
  return {
    attach(navigate) {
      router = navigate
      for (const action of pending.splice(0)) action(navigate)
    },
    notifyRendered() {
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
      // The router numbers its history entries: at 0 there is no earlier page of ours.
      const { idx = 0 } = (window.history.state ?? {}) as { idx?: number }
      withRouter((navigate) => void (idx > 0 ? navigate(-1) : navigate('/home')))
    },
    path: () => window.location.pathname,
  }
}
