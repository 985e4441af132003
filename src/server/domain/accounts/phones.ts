import { Refusal } from '../../texts/refusal.ts'

const brazil = '55'

/**
 * Returns the country prefix with its plus and the phone's digits; an empty phone stays empty. Throws
 * `phoneInvalid` when no such number can exist: letters, a Brazilian number without area code, or a length
 * that E.164 does not allow.
 */
export function checkPhone(country: string, phone: string): { country: string; phone: string } {
  const prefix = bareDigits(country) || brazil
  const phoneDigits = bareDigits(phone)
  if (!/^[1-9]\d{0,3}$/.test(prefix)) throw new Refusal('phoneInvalid')
  if (phoneDigits === '') return { country: `+${prefix}`, phone: '' }
  if (!/^\d+$/.test(phoneDigits)) throw new Refusal('phoneInvalid')
  const isPlausible = prefix === brazil ? isBrazilian : isInternational
  // In Brazil a long-distance call begins with 0, which some write in front of the area code.
  const withoutTrunk = prefix === brazil ? phoneDigits.replace(/^0/, '') : phoneDigits
  const national = [phoneDigits, withoutPrefix(phoneDigits, prefix), withoutTrunk].find((digits) =>
    isPlausible(digits, prefix),
  )
  if (national === undefined) throw new Refusal('phoneInvalid')
  return { country: `+${prefix}`, phone: national }
}

/** Full-width digits become plain ones; without what people write between digits. */
function bareDigits(text: string): string {
  return text.normalize('NFKC').replace(/[\s().+\p{Pd}\p{Cf}]/gu, '')
}

/** An area code without zeros, then eight or nine digits. */
function isBrazilian(digits: string): boolean {
  return /^[1-9][1-9]\d{8,9}$/.test(digits)
}

/** At least six digits, at most fifteen with the prefix (E.164), and not all the same. */
function isInternational(digits: string, prefix: string): boolean {
  return digits.length >= 6 && digits.length + prefix.length <= 15 && new Set(digits).size > 1
}

function withoutPrefix(digits: string, prefix: string): string {
  return digits.startsWith(prefix) ? digits.slice(prefix.length) : digits
}
