import { z } from 'zod'
import { newPasskey, passkeyName, passkeyProof } from '../webAuthn.schema.ts'
import { byId } from './fields.schema.ts'

export { byId }

const email = z.string().trim().min(3).max(254)
const password = z.string().min(1).max(128)
const token = z.string().regex(/^[\w-]{43}$/)

export const login = z.strictObject({ email, password })
export const totp = z.strictObject({ code: z.string().trim().max(20) })
export const recoveryCode = z.strictObject({ code: z.string().trim().max(40) })
export const passkey = z.strictObject({ response: passkeyProof })
export const lookAtInvitation = z.strictObject({ token })
export const acceptInvitation = z.strictObject({ token, password })
export const changePassword = z.strictObject({ current: password, password })
export const renewRecoveryCodes = z.strictObject({ password })
export const addPasskey = z.strictObject({ name: passkeyName, response: newPasskey })
