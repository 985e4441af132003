/** The code of a voucher: 14 random characters and two that find a slip of the finger, in groups of four. */

import { codeIn } from './scannedCodes.ts'
import { bareCode } from './typed.ts'

/** Without letters and digits that are read for one another. Its length is a prime number: see `checkOf`. */
export const voucherAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const voucherRandomLength = 14
const length = voucherRandomLength + 2

/** The code as it is stored, whatever its case and its groups, also from its address; null when characters are missing or wrong. */
export function parseVoucherCode(text: string): string | null {
  const code = bareCode(codeIn(text, 'voucher')).toUpperCase()
  if (code.length !== length || [...code].some((character) => !voucherAlphabet.includes(character)))
    return null
  const random = code.slice(0, voucherRandomLength)
  return withCheckCharacters(random) === code ? code : null
}

export function withCheckCharacters(random: string): string {
  return random + checkOf(random)
}

/** 'ABCD-EFGH-JKLM-NPQR'. */
export function formatVoucherCode(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? ''
}

/** The sum of the characters' values, and the sum weighted by position: every single error and every swap changes one. */
function checkOf(random: string): string {
  const values = [...random].map((character) => voucherAlphabet.indexOf(character))
  const sum = values.reduce((total, value) => total + value, 0)
  const weighted = values.reduce((total, value, index) => total + value * (index + 1), 0)
  return [sum, weighted].map((total) => voucherAlphabet[total % voucherAlphabet.length]).join('')
}
