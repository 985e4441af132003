import { z } from 'zod'

/** What is wrong with a field of a form, beyond what the library of schemas tells. The back office has a text for each. */
export type FieldProblem =
  | 'tooLow'
  | 'tooHigh'
  | 'zero'
  | 'nothingChanged'
  | 'needsPortuguese'
  | 'needsOneLanguage'
  | 'endsFirst'
  | 'rangeTooLong'
  | 'notAPage'

/** In what a person types a number: `cents` in reais, a `fraction` in per cent. */
export type TypedUnit = 'cents' | 'fraction'

/** The `params` of an issue with code `custom`. */
export interface ProblemParams {
  problem: FieldProblem
  /** Of `tooLow` and `tooHigh`, in the unit of the value. */
  limit?: number
  unit?: TypedUnit
}

/** `params` of a refinement, by which whoever answers finds the text. */
export function problem(name: FieldProblem): { params: ProblemParams & Record<string, unknown> } {
  return { params: { problem: name } }
}

/** A number from `least` to `most`, whose bounds are told in the unit in which it is typed. */
function within(number: z.ZodNumber, unit: TypedUnit, least: number, most: number) {
  return number.superRefine((value, context) => {
    const isLow = value < least
    if (!isLow && value <= most) return
    const params: ProblemParams = {
      problem: isLow ? 'tooLow' : 'tooHigh',
      limit: isLow ? least : most,
      unit,
    }
    context.addIssue({ code: 'custom', params: { ...params } })
  })
}

/** Integer cents, typed in reais. */
export function centsWithin(least: number, most: number) {
  return within(z.number().int(), 'cents', least, most)
}

/** A fraction, typed in per cent. */
export function fractionWithin(least: number, most: number) {
  return within(z.number(), 'fraction', least, most)
}
