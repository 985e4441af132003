import type { z } from 'zod'
import type { PasskeyProof } from '../webAuthn.ts'
import { post } from './call.ts'
import type * as schema from './passkeys.schema.ts'

/** Apart from the other calls of passkeys: what keeps the session's token is loaded first of all, and knows this one only. */
export const passkeyLoginCall = post<
  { body: { response: PasskeyProof } },
  z.output<typeof schema.login.data>
>('/api/auth/user/passkeyLogin', { auth: 'none' })
