import { ownFilesOnly, type CspDirectives } from '#contract/csp.ts'
import { chatCalls } from '#contract/http/chat.ts'
import type { ServerConfig } from '../../config/config.ts'
import { electronOrigins, originsOf, type RequestAddress } from '../origins.ts'

/** The page of the support chat in the web build. */
export const chatPageFile = 'chat/index.html'

/**
 * The policy of the chat page: it loads its own files only, and only our own product may frame it. Its frame has an opaque
 * origin, which WebKit takes literally: `'self'` matches nothing there, so the page's own origin is listed too.
 */
export function chatPolicy(config: ServerConfig, request: RequestAddress): CspDirectives {
  const ownSources = ["'self'", originsOf(config, request).product]
  return {
    ...ownFilesOnly,
    'script-src': ownSources,
    'style-src': ownSources,
    'img-src': [...ownSources, 'data:'],
    'font-src': ownSources,
    'connect-src': ownSources,
    'frame-ancestors': [
      "'self'",
      new URL(config.publicUrl).origin,
      ...electronOrigins,
      ...(config.sandbox ? ['http://localhost:*'] : []),
    ],
  }
}

/** The page's calls. Without the one for its ticket, which the client makes with the player's session. */
const pageCalls = new Set(
  [chatCalls.list, chatCalls.send, chatCalls.read, chatCalls.unread, chatCalls.session].map(
    ({ path }) => path,
  ),
)

/**
 * Whether the chat page may make this call. Its frame has an opaque origin, so that it cannot read the player's
 * token; it sends the chat session's token in a header, and there is no cookie that another page could use.
 */
export function isChatPageCall(url: string): boolean {
  return pageCalls.has(url.replace(/\?.*$/s, ''))
}
