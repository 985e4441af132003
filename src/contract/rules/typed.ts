/** What people type, in whatever alphabet and with whatever marks their keyboard, or the page they copied from, has. */

/** Hyphens, dashes and minus signs, and the long-vowel mark that a Japanese keyboard has in their place. */
const dashes = /[\p{Pd}\u2212\u02d7\u2043\u30fc]/gu

/** Digits of any script, such as ٣, १ or ３, as those of ASCII. */
export function plainDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    let value = 0
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
    return String(value)
  })
}

/** Full-width letters, letters in circles and digits of any script as plain ones; invisible marks are dropped. */
export function plainText(text: string): string {
  return plainDigits(text.normalize('NFKC')).replace(/\p{Cf}/gu, '')
}

/** Plain characters with plain hyphens: a phone, a seed. */
export function plainNumber(text: string): string {
  return plainText(text).replace(dashes, '-').trim()
}

/**
 * A code as it is compared, be it a number of a document, a phone, a voucher or what was mailed: plain characters without blanks
 * and dashes, of which there are a dozen. Upper and lower case stay.
 */
export function bareCode(text: string): string {
  return plainText(text).replace(dashes, '').replace(/\s/g, '')
}
