import { z } from 'zod'

/** Base64url; @simplewebauthn/server checks what is in it. */
const bytes = z.string().max(16_384)
const webAuthnResponse = <Response extends z.ZodType>(response: Response) =>
  z.strictObject({
    id: z.string().min(1).max(1_024),
    rawId: z.string().min(1).max(1_024),
    type: z.literal('public-key'),
    authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
    clientExtensionResults: z.strictObject({}),
    response,
  })

export const passkeyProof = webAuthnResponse(
  z.strictObject({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.optional(),
  }),
)
export const newPasskey = webAuthnResponse(
  z.strictObject({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
)
export const passkeyName = z.string().trim().min(1).max(60)
