/** Maximum length of a support chat message, in UTF-16 units after `sanitizeChatText`. */
export const maxChatTextLength = 1_000

/** Messages per page of a conversation's history. */
export const chatPageSize = 30

/** Maximum number of a player's messages per minute. */
export const chatMessagesPerMinute = 20

/**
 * A message as it is stored: no control characters except line breaks, trimmed, at most one empty
 * line in a row. '' for no content. The caller checks the length.
 */
export function sanitizeChatText(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      .replace(/\t/g, ' ')
      // Control characters, lone surrogates, and marks that change the text direction.
      .replace(/(?!\n)[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, '')
      .replace(/[^\S\n]+$/gm, '')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  )
}
