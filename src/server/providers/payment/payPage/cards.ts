import { z } from 'zod'

/** What became of a card: `challenge` asks for the code that the bank has sent to the holder. */
export type CardAnswer = 'paid' | 'declined' | 'expired' | 'challenge' | 'notTest'

/** What became of a code: `declined` after the last try, with which another card may be tried. */
export type CodeAnswer = 'paid' | 'wrongCode' | 'declined'

const digits = (text: string) => text.replace(/[\s-]/g, '')

/**
 * A card as it is typed, without spaces. It is checked here and then forgotten: neither stored, nor logged, nor part of
 * an error.
 */
export const cardForm = z.strictObject({
  number: z
    .string()
    .max(40)
    .transform(digits)
    .refine((number) => /^\d{12,19}$/.test(number) && hasCheckDigit(number)),
  name: z.string().trim().min(2).max(80),
  expiry: z
    .string()
    .max(10)
    .transform((text) => /^(0[1-9]|1[0-2])\/?(\d{2})$/.exec(text.replaceAll(' ', '')))
    .refine((match) => match !== null)
    .transform((match) => ({ month: Number(match?.[1]), year: 2000 + Number(match?.[2]) })),
  cvv: z.string().regex(/^\d{3,4}$/),
})
export type Card = z.output<typeof cardForm>

/** Who takes cards for the page. */
export interface CardDesk {
  pay(payNo: string, card: Card): Promise<CardAnswer>
  /** The code of a card that was answered with `challenge`. */
  confirm(payNo: string, code: string): Promise<CodeAnswer>
  /** Shown on the page: the numbers that work, and the code that confirms. */
  testCards: Readonly<Record<string, CardAnswer>>
  testCode: string
}

export const codeForm = z.strictObject({ code: z.string().trim().max(12) })

/** Luhn's algorithm (ISO/IEC 7812-1). */
function hasCheckDigit(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
