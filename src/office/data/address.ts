import { reactRouterProvider, type RouterProvider } from 'ra-core'
import { createContext, useCallback, useContext } from 'react'
import { useLocation, useSearchParams, type createBrowserRouter } from 'react-router-dom'

/*
 * What a page keeps in its address, such as filters, it changes here, so that it follows at once. React Router's own hooks let
 * it follow when the browser has time: a change in between begins from the old address and takes the newer one back.
 */

type Router = ReturnType<typeof createBrowserRouter>

export const RouterContext = createContext<Router | null>(null)

function useRouter(): Router {
  const router = useContext(RouterContext)
  if (!router) throw new Error('no RouterContext above')
  return router
}

/** What stands after the `?` of the address, and its change; going back leads past changes. */
export function useSearch(): [URLSearchParams, (change: (search: URLSearchParams) => void) => void] {
  const router = useRouter()
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const change = useCallback(
    (edit: (search: URLSearchParams) => void) => {
      // While the next page loads this one is still shown.
      if (router.state.location.pathname !== pathname) return
      const next = new URLSearchParams(router.state.location.search)
      edit(next)
      void router.navigate({ search: next.toString() }, { replace: true, flushSync: true })
    },
    [router, pathname],
  )
  return [search, change]
}

type Navigate = ReturnType<RouterProvider['useNavigate']>

function useNavigateAtOnce(): Navigate {
  const router = useRouter()
  return useCallback<Navigate>(
    (to, options) => {
      if (typeof to === 'number') void router.navigate(to)
      else void router.navigate(to, { ...options, flushSync: true })
    },
    [router],
  )
}

/** ra-core's way to the addresses of its lists. */
export const routerProvider: RouterProvider = { ...reactRouterProvider, useNavigate: useNavigateAtOnce }
