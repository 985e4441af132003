import type { z } from 'zod'
import type { OfficeLanguage } from '#contract/office/session.ts'
import { OfficeRefusal } from '../texts/officeRefusal.ts'
import { fieldText, type FieldProblem } from '../texts/texts.ts'

/** The checked value. Throws `invalid` with a text for each wrong field. */
export function parse<T>(schema: z.ZodType<T>, value: unknown, language: OfficeLanguage): T {
  const result = schema.safeParse(value, { error: (issue) => fieldText(language, ...problemOf(issue)) })
  if (result.success) return result.data
  const fields: Record<string, string> = {}
  for (const { path, message } of result.error.issues) fields[path.join('.')] ??= message
  throw new OfficeRefusal('invalid', { fields })
}

function problemOf(issue: z.core.$ZodRawIssue): [problem: FieldProblem, limit?: number | bigint] {
  switch (issue.code) {
    case 'invalid_type':
      return [issue.input === undefined || issue.input === null ? 'missing' : 'invalid']
    case 'too_small':
      return [issue.origin === 'string' ? 'tooShort' : 'tooLow', issue.minimum]
    case 'too_big':
      return [issue.origin === 'string' ? 'tooLong' : 'tooHigh', issue.maximum]
    case 'invalid_format':
      return [issue.format === 'email' ? 'email' : 'invalid']
    case 'invalid_value':
      return ['choice']
    case 'unrecognized_keys':
      return ['unknown']
    default:
      return ['invalid']
  }
}
