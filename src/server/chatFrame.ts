import { chatCalls } from '#contract/http/chat.ts'
import { liveChatOrigin } from '#contract/rules/liveChat.ts'
import type { ServerConfig } from './config.ts'

/** The page of the support chat in the web build. */
export const chatPageFile = 'chat/index.html'

/** The renderer's origin in the Electron window, and its stand-in (src/main/security/urls.ts). */
const electronOrigins = ['app://palpite', 'https://palpite.invalid']

/** The chat page: nothing from elsewhere, nothing inline, framed by our own product only. */
export function chatPolicy({ publicUrl, sandbox }: Pick<ServerConfig, 'publicUrl' | 'sandbox'>): string {
  const product = new URL(publicUrl).origin
  const ancestors = ["'self'", product, ...electronOrigins, ...(sandbox ? ['http://localhost:*'] : [])]
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors.join(' ')}`,
  ].join('; ')
}

/** The client's policy; LiveChat may be framed only where a licence id says so. */
export function withLiveChat(policy: string, { supportId }: Pick<ServerConfig, 'supportId'>): string {
  return supportId === undefined ? policy : policy.replace(/(frame-src [^;]*)/, `$1 ${liveChatOrigin}`)
}

/** What the page asks for. Not the ticket: that is asked for by the player's own session. */
const pageCalls = new Set(
  [chatCalls.list, chatCalls.send, chatCalls.read, chatCalls.unread, chatCalls.session].map(
    ({ path }) => path,
  ),
)

/**
 * Whether a call may come from a frame without an origin: the chat page's, which is kept away from the origin
 * that holds the player's token. It carries its own token in a header; there is no cookie anybody could ride on.
 */
export function isChatPageCall(url: string): boolean {
  return pageCalls.has(url.replace(/\?.*$/s, ''))
}
