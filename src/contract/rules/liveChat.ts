/** Where LiveChat serves its chat window. */
export const liveChatOrigin = 'https://secure.livechatinc.com'

/**
 * The address of LiveChat's chat window for a frame, with the licence id. It is the documented address of the window, so that
 * none of its scripts runs in our page. It could carry the player's name and e-mail, and does not: addresses stand in
 * histories and logs. LiveChat's own form asks for them.
 */
export function liveChatUrl(supportId: string): string {
  const url = new URL(`/licence/${encodeURIComponent(supportId)}/v2/open_chat.cgi`, liveChatOrigin)
  url.search = new URLSearchParams({ groups: '0' }).toString()
  return url.href
}
