import { z } from 'zod'
import { longestTypedName } from '../rules/kyc.ts'
import { nothing } from './wire.schema.ts'

const captchaAnswer = {
  // Optional here, so that a missing captcha is refused with its own message.
  codeId: z
    .union([z.string().max(32), z.number()])
    .transform(String)
    .default(''),
  captCode: z.string().max(4096).default(''),
}

const credentials = {
  username: z.string().max(254),
  pwd: z.string().max(256),
  ...captchaAnswer,
}

const token = z.object({ access_token: z.string() })

export const restLogin = { body: z.strictObject(credentials), data: token }

export const restRegister = {
  body: z.strictObject({
    ...credentials,
    name: z.string().max(longestTypedName).optional(),
    cardNo: z.string().max(32).optional(),
    birthDate: z.iso.date().optional(),
    country: z
      .union([z.string().max(8), z.number()])
      .transform(String)
      .optional(),
    phone: z
      .union([z.string().max(24), z.number()])
      .transform(String)
      .optional(),
    pwd1: z.string().max(256),
    regcode: z.string().max(32).nullish(),
    isapp: z.union([z.literal([0, 1, '0', '1'])]).optional(),
  }),
  data: token,
}

/** An image for `<img>`, or a proof-of-work challenge for the ALTCHA widget. */
export const captcha = {
  params: z.object({ codeId: z.string().regex(/^\d{1,8}$/) }),
  query: z.object({
    kind: z.literal('widget').optional().describe('the bot check, for whoever cannot see the image'),
  }),
  data: z.union([
    z.object({ kind: z.literal('image'), image: z.string().describe('data:image/png;base64,…') }),
    z.object({ kind: z.literal('widget'), challenge: z.record(z.string(), z.unknown()) }),
  ]),
}

export const logout = { data: z.null() }

export const exchangeLink = { body: z.strictObject({ token: z.string().min(1).max(200) }), data: token }

/** The three steps of a password reset. */
export const sendEmail = {
  body: z.strictObject({ email: z.string().max(254), ...captchaAnswer }),
  data: nothing,
}
export const checkEmail = {
  body: z.strictObject({ email: z.string().max(254), code: z.string().max(16) }),
  data: z.string().describe('check id: can be used once, within ten minutes'),
}
export const setPwd = {
  body: z.strictObject({ nPwd: z.string().max(256), chkId: z.string().max(200) }),
  data: nothing,
}
