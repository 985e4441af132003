import { firstViewId, replyKey, type FirstView } from '#contract/firstView.ts'
import type { HttpReply } from '#contract/ipc.ts'
import type { PlatformRequest } from './Platform.ts'

/** The responses that came with the page. */
export interface ReadyReplies {
  /** The response to a guest's call, at its first use only; later calls go to the server. */
  take(request: PlatformRequest): HttpReply | undefined
}

/** Reads the responses that the server put into the page; there are none in a page from the browser's cache. */
export function readFirstView(): ReadyReplies {
  const element = document.getElementById(firstViewId)
  element?.remove()
  const view = element && !isCachedPage() ? (JSON.parse(element.textContent) as FirstView) : undefined
  const replies = new Map(Object.entries(view?.replies ?? {}))
  return {
    take({ method, path, query, language }) {
      const key = replyKey(path, query)
      const body = replies.get(key)
      if (method !== 'GET' || body === undefined) return undefined
      replies.delete(key)
      if (language !== view?.language) return undefined
      return { networkError: false, httpStatus: 200, body, serverTime: view.serverTime, isInPage: true }
    },
  }
}

/** Going back, or opening the browser again, may show a page as it was long ago. */
function isCachedPage(): boolean {
  return performance
    .getEntriesByType('navigation')
    .some((entry) => (entry as PerformanceNavigationTiming).type === 'back_forward')
}
