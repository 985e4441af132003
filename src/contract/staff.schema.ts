import * as z from 'zod/mini'
import { languageCodes } from './languages.ts'
import type { StaffRequestName, StaffRequests } from './staff.ts'

/** The arguments of every call of the staff panel. The values of settings are checked by the configuration's schema. */
export const staffSchemas = {
  'staff:lock': z.tuple([]),
  'staff:unlock': z.tuple([z.string().check(z.maxLength(64))]),
  'staff:close': z.tuple([]),
  'staff:read': z.tuple([]),
  'staff:save': z.tuple([
    z.strictObject({
      serverUrl: z.string().check(z.maxLength(300)),
      kiosk: z.boolean(),
      display: z.number(),
      scale: z.union([z.literal('fit'), z.number()]),
      hideCursor: z.boolean(),
      volume: z.number(),
      language: z.enum(languageCodes),
      languages: z.array(z.enum(languageCodes)).check(z.maxLength(20)),
      idleSeconds: z.number(),
      idleAnswerSeconds: z.number(),
      attractSeconds: z.number(),
      logFolder: z.string().check(z.maxLength(300)),
    }),
  ]),
  'staff:exportLog': z.tuple([]),
  'staff:printTest': z.tuple([]),
  'staff:restart': z.tuple([]),
  'staff:quit': z.tuple([]),
} satisfies { [Name in StaffRequestName]: z.ZodMiniType<StaffRequests[Name]['args']> }
