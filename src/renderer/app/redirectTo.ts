import { redirect, replace, type LoaderFunctionArgs } from 'react-router-dom'

/**
 * A redirect for the loader of a route. Where the address has come first (opened directly, or by going back), it is replaced:
 * going back would lead to the same redirect again.
 */
export function redirectTo(path: string, { request }: LoaderFunctionArgs): Response {
  const { pathname, search } = new URL(request.url)
  const isThere = pathname + search === window.location.pathname + window.location.search
  return isThere ? replace(path) : redirect(path)
}
