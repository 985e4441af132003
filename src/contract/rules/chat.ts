/** The longest message of the support chat, in UTF-16 units after tidying. */
export const longestChatText = 1_000

/** A page of the conversation's history. */
export const chatPageSize = 30

/** At most so many messages of a player in a minute. */
export const chatMessagesPerMinute = 20

/**
 * A message as it is kept: no control characters but line breaks, nothing blank around it, at most one empty
 * line in a row. '' when nothing is left; the length is for the caller to check.
 */
export function tidyChatText(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      .replace(/\t/g, ' ')
      // Control characters, halves of characters, and what turns the direction of a line around.
      .replace(/(?!\n)[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, '')
      .replace(/[^\S\n]+$/gm, '')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  )
}
