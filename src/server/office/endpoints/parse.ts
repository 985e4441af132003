import type { z } from 'zod'
import type { ProblemParams } from '#contract/bounds.schema.ts'
import type { OfficeLanguage } from '#contract/office/session.ts'
import { OfficeRefusal } from '../texts/officeRefusal.ts'
import { fieldText, type FieldIssue } from '../texts/texts.ts'

/** The checked value. Throws `invalid` with a text for each wrong field. */
export function parse<T>(schema: z.ZodType<T>, value: unknown, language: OfficeLanguage): T {
  const result = schema.safeParse(value, { error: (issue) => fieldText(language, issueOf(issue)) })
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  for (const { path, message } of result.error.issues) fields[path.join('.')] ??= message
  throw new OfficeRefusal('invalid', { fields })
}

function issueOf(issue: z.core.$ZodRawIssue): FieldIssue {
  switch (issue.code) {
    case 'invalid_type':
      return { problem: issue.input === undefined || issue.input === null ? 'missing' : 'invalid' }
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return { problem: 'missing' }
      return { problem: issue.origin === 'string' ? 'tooShort' : 'tooLow', limit: issue.minimum }
    case 'too_big':
      return { problem: issue.origin === 'string' ? 'tooLong' : 'tooHigh', limit: issue.maximum }
    case 'invalid_format':
      return { problem: issue.format === 'email' ? 'email' : 'invalid' }
    case 'invalid_value':
      return { problem: 'choice' }
    case 'unrecognized_keys':
      return { problem: 'unknown' }
    case 'custom':
      // Only the contract's schemas give params to a custom issue.
      return (issue.params as ProblemParams | undefined) ?? { problem: 'invalid' }
    default:
      return { problem: 'invalid' }
  }
}
