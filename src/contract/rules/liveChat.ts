/** Where LiveChat serves its chat window. */
export const liveChatOrigin = 'https://secure.livechatinc.com'

/**
 * LiveChat's chat window as a page, for a frame: licence id, the player's name and e-mail (spec §2). The
 * window's own documented address, so that none of its scripts runs in our page.
 */
export function liveChatUrl(supportId: string, visitor: { username: string; email: string }): string {
  const url = new URL(`/licence/${encodeURIComponent(supportId)}/v2/open_chat.cgi`, liveChatOrigin)
  url.search = new URLSearchParams({ groups: '0', name: visitor.username, email: visitor.email }).toString()
  return url.href
}
