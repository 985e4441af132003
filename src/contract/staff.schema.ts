import * as v from 'valibot'
import { languageCodes } from './languages.ts'
import { rotations, type StaffRequestName, type StaffRequests } from './staff.ts'

const origins = v.pipe(v.array(v.pipe(v.string(), v.maxLength(300))), v.maxLength(20))

/** The arguments of every call of the staff panel. The values of settings are checked by the configuration's schema. */
export const staffSchemas = {
  'staff:lock': v.strictTuple([]),
  'staff:unlock': v.strictTuple([v.pipe(v.string(), v.maxLength(64))]),
  'staff:close': v.strictTuple([]),
  'staff:read': v.strictTuple([]),
  'staff:save': v.strictTuple([
    v.strictObject({
      serverUrl: v.pipe(v.string(), v.maxLength(300)),
      kiosk: v.boolean(),
      display: v.number(),
      scale: v.union([v.literal('fit'), v.number()]),
      hideCursor: v.boolean(),
      volume: v.number(),
      language: v.picklist(languageCodes),
      languages: v.pipe(v.array(v.picklist(languageCodes)), v.maxLength(20)),
      idleSeconds: v.number(),
      idleAnswerSeconds: v.number(),
      attractSeconds: v.number(),
      logFolder: v.pipe(v.string(), v.maxLength(300)),
      printer: v.pipe(v.string(), v.maxLength(300)),
      printerColumns: v.picklist([42, 48]),
      printerModel: v.pipe(v.string(), v.maxLength(40)),
      openingHours: v.pipe(v.string(), v.maxLength(20)),
      restartAt: v.pipe(v.string(), v.maxLength(20)),
      brightness: v.number(),
      rotation: v.picklist(rotations),
      paymentOrigins: origins,
      frameOrigins: origins,
    }),
  ]),
  'staff:exportLog': v.strictTuple([]),
  'staff:printTest': v.strictTuple([]),
  'staff:restart': v.strictTuple([]),
  'staff:quit': v.strictTuple([]),
  'staff:turnOff': v.strictTuple([v.picklist(['reboot', 'poweroff'])]),
} satisfies { [Name in StaffRequestName]: v.GenericSchema<unknown, StaffRequests[Name]['args']> }
