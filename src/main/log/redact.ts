/**
 * What a text may hold of a customer, in the order of replacement. No repetition that a later part can refuse is without
 * a limit: the time would grow with the square of the length.
 */
const rules: readonly [pattern: RegExp, replacement: string][] = [
  // Queries and fragments of addresses: tickets, tokens, searches.
  [/([\w/%.~-])[?#][^\s"'<>)]+/g, '$1?…'],
  // E-mail addresses.
  [/[^\s/?&=:;,"'<>()]{1,64}(?:@|%40)[^\s/?&=;,"'<>()]+/gi, '…'],
  // CPFs, telephone numbers, cards: nine digits and more, however they are grouped.
  [/\+?\(?\d(?:[ ().-]{0,2}\d){8,}/g, '…'],
  // Tokens, keys and ids: long, with a digit somewhere.
  [/(?=[\w-]{0,64}\d)[\w-]{24,}/g, '…'],
]

/** The text without anything that tells who a customer is or lets others act for them. */
export function redact(text: string): string {
  return rules.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text)
}
