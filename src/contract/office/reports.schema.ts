import { z } from 'zod'
import { problem } from '../bounds.schema.ts'
import { reportPeriods } from './reports.ts'

const brand = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/)
  .optional()

export const overviewQuery = z.object({ brand })

/** Three years and a day. */
const mostDays = 1_097

export const query = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    by: z.enum([...reportPeriods, 'range']).default('day'),
    brand,
  })
  .refine(({ from, to }) => from <= to, { path: ['to'], ...problem('endsFirst') })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= mostDays * 86_400_000, {
    path: ['from'],
    ...problem('rangeTooLong'),
  })
