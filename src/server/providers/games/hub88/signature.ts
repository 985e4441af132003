import { sign, verify, type KeyObject } from 'node:crypto'

export const hub88SignatureHeader = 'x-hub88-signature'

/** RSA-SHA256 (PKCS #1 v1.5) over the body's exact bytes, in base64. */
export function signHub88Body(key: KeyObject, body: string | Buffer): string {
  return sign('RSA-SHA256', Buffer.from(body), key).toString('base64')
}

/** Whether the body has been signed with the private key of `key`. */
export function isHub88Signed(key: KeyObject, body: Buffer, signature: unknown): boolean {
  if (typeof signature !== 'string' || !/^[A-Za-z0-9+/]{1,1400}={0,2}$/.test(signature)) return false
  return verify('RSA-SHA256', body, key, Buffer.from(signature, 'base64'))
}
