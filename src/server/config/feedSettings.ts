import { z } from 'zod'
import { oneOf } from './fields.ts'

/** Where matches and prices come from (docs/feeds.md). */
export interface FeedSettings {
  /** A recording, and how many times faster than it was recorded it is told again; only for the provider `replay`. */
  replay: { folder: string | undefined; speed: number }
  /** Only for the provider `isports`: addresses, key, the bookmaker whose prices are taken, leagues (undefined: all), calls a day. */
  isports: {
    urls: readonly string[]
    key: string | undefined
    companyId: string | undefined
    leagues: readonly string[] | undefined
    dailyCalls: number | undefined
  }
}

export const feedFields = {
  FEED_PROVIDER: oneOf('FEED_PROVIDER', ['simulated', 'replay', 'isports']).default('simulated'),
  FEED_FOLDER: z.string().min(1).optional(),
  FEED_SPEED: z
    .string()
    .regex(/^\d{1,4}(?:\.\d{1,2})?$/, { error: 'FEED_SPEED must be a number such as 1 or 60' })
    .default('1')
    .transform(Number)
    .refine((speed) => speed > 0, { error: 'FEED_SPEED must be more than 0' }),
  ISPORTS_URLS: z
    .string()
    .regex(/^https?:\/\/[^\s,]+(?:,https?:\/\/[^\s,]+)*$/, {
      error: 'ISPORTS_URLS must be addresses separated by commas',
    })
    .default('https://api.isportsapi.com,https://api2.isportsapi.com'),
  ISPORTS_KEY: z.string().min(1).optional(),
  ISPORTS_COMPANY: z
    .string()
    .regex(/^\d{1,4}$/, { error: 'ISPORTS_COMPANY must be the number of a bookmaker' })
    .optional(),
  ISPORTS_LEAGUES: z
    .string()
    .regex(/^\d+(?:,\d+)*$/, { error: 'ISPORTS_LEAGUES must be ids separated by commas' })
    .optional(),
  ISPORTS_DAILY_CALLS: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, { error: 'ISPORTS_DAILY_CALLS must be a number of calls' })
    .transform(Number)
    .optional(),
}

type Values = z.output<z.ZodObject<typeof feedFields>>

export function feedOf(values: Values): FeedSettings {
  return {
    replay: { folder: values.FEED_FOLDER, speed: values.FEED_SPEED },
    isports: {
      urls: values.ISPORTS_URLS.split(',').map((address) => address.replace(/\/+$/, '')),
      key: values.ISPORTS_KEY,
      companyId: values.ISPORTS_COMPANY,
      leagues: values.ISPORTS_LEAGUES?.split(','),
      dailyCalls: values.ISPORTS_DAILY_CALLS,
    },
  }
}
