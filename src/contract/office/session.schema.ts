import { z } from 'zod'
import { byId } from './fields.schema.ts'

export { byId }

const email = z.string().trim().min(3).max(254)
const password = z.string().min(1).max(128)
/** Base64url; @simplewebauthn/server checks what is in it. What else a browser sends is left out. */
const bytes = z.string().max(16_384)
const webAuthnResponse = <Response extends z.ZodType>(response: Response) =>
  z.object({
    id: z.string().min(1).max(1_024),
    rawId: z.string().min(1).max(1_024),
    type: z.literal('public-key'),
    authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
    clientExtensionResults: z.object({}),
    response,
  })
const token = z.string().regex(/^[\w-]{43}$/)

export const login = z.strictObject({ email, password })
export const totp = z.strictObject({ code: z.string().trim().max(20) })
export const recoveryCode = z.strictObject({ code: z.string().trim().max(40) })
export const passkey = z.strictObject({
  response: webAuthnResponse(
    z.object({
      clientDataJSON: bytes,
      authenticatorData: bytes,
      signature: bytes,
      userHandle: bytes.optional(),
    }),
  ),
})
export const lookAtInvitation = z.strictObject({ token })
export const acceptInvitation = z.strictObject({ token, password })
export const changePassword = z.strictObject({ current: password, password })
export const renewRecoveryCodes = z.strictObject({ password })
export const addPasskey = z.strictObject({
  name: z.string().trim().min(1).max(60),
  response: webAuthnResponse(
    z.object({
      clientDataJSON: bytes,
      attestationObject: bytes,
      transports: z.array(z.string().max(30)).max(10).optional(),
    }),
  ),
})
