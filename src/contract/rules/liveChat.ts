/** Where LiveChat serves its chat window. */
export const liveChatOrigin = 'https://secure.livechatinc.com'

/**
 * The address of LiveChat's chat window for a frame, with licence id, the player's name and e-mail. It is the
 * documented address of the window, so that none of its scripts runs in our page.
 */
export function liveChatUrl(supportId: string, visitor: { username: string; email: string }): string {
  const url = new URL(`/licence/${encodeURIComponent(supportId)}/v2/open_chat.cgi`, liveChatOrigin)
  url.search = new URLSearchParams({ groups: '0', name: visitor.username, email: visitor.email }).toString()
  return url.href
}
