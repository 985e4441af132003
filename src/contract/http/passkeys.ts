import type { z } from 'zod'
import type { NewPasskey } from '../webAuthn.ts'
import { get, post } from './call.ts'
import { passkeyLoginCall } from './passkeyLogin.ts'
import type * as schema from './passkeys.schema.ts'

type Options = z.output<typeof schema.loginOptions.data>
type List = z.output<typeof schema.list.data>

/** Passkeys of players: docs/product.md, "Passkeys". */
export const passkeyCalls = {
  /** A challenge for a login; the browser asks which passkey. */
  loginOptions: post<{ body: Record<string, never> }, Options>('/api/auth/user/passkeyOptions', {
    auth: 'none',
  }),
  login: passkeyLoginCall,
  list: get<object, List>('/api/app/user/passkeys'),
  /** A challenge for a new one. Needs the password, or one typed within the last fifteen minutes. */
  addOptions: post<{ body: { pwd?: string } }, Options>('/api/app/user/passkeys/options'),
  add: post<{ body: { name: string; response: NewPasskey } }, List>('/api/app/user/passkeys/add'),
  remove: post<{ body: { passkeyId: string } }, List>('/api/app/user/passkeys/remove'),
}

/** A player's passkey. Times are ISO 8601; `usedAt` is null before its first login. */
export interface Passkey {
  id: string
  name: string
  createdAt: string
  usedAt: string | null
}

export function fromWirePasskeys(wire: List): Passkey[] {
  return wire.map(({ passkeyId, name, createdTime, usedTime }) => ({
    id: passkeyId,
    name,
    createdAt: createdTime,
    usedAt: usedTime,
  }))
}
