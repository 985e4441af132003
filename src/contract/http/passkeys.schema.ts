import { z } from 'zod'
import { newPasskey, passkeyName, passkeyProof } from '../webAuthn.schema.ts'
import { isoDate } from './wire.schema.ts'

const options = z.record(z.string(), z.unknown()).describe('as @simplewebauthn/browser takes them')

export const loginOptions = { body: z.strictObject({}), data: options }
export const login = {
  body: z.strictObject({ response: passkeyProof }),
  data: z.object({ access_token: z.string() }),
}

export const list = {
  data: z.array(
    z.object({
      passkeyId: z.string(),
      name: z.string(),
      createdTime: isoDate,
      usedTime: isoDate.nullable(),
    }),
  ),
}
export const addOptions = { body: z.strictObject({ pwd: z.string().max(256).optional() }), data: options }
export const add = {
  body: z.strictObject({ name: passkeyName, response: newPasskey }),
  data: list.data,
}
export const remove = { body: z.strictObject({ passkeyId: z.string().max(1_024) }), data: list.data }
