import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import { signedText } from '#contract/terminal.ts'
import type { ServerConfig } from '../../config/config.ts'

/** The DER form of an Ed25519 private key is this and its 32 bytes (RFC 8410). */
const privateKeyPrefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The key that signs orders, the same in all processes; terminals know its public key since they were enrolled. */
function serverKey({ config }: { config: Pick<ServerConfig, 'secrets'> }): KeyObject {
  const seed = config.secrets.lasting.terminalOrders
  return createPrivateKey({ key: Buffer.concat([privateKeyPrefix, seed]), format: 'der', type: 'pkcs8' })
}

/** Base64 of the DER form (SPKI). */
export function publicServerKey(deps: { config: Pick<ServerConfig, 'secrets'> }): string {
  return createPublicKey(serverKey(deps)).export({ format: 'der', type: 'spki' }).toString('base64')
}

/** Base64 of the server's signature over orders. */
export function signOrders(deps: { config: Pick<ServerConfig, 'secrets'> }, orders: string): string {
  return sign(null, Buffer.from(signedText('orders', orders)), serverKey(deps)).toString('base64')
}

/** The key of an enrolling terminal; undefined when it is not an Ed25519 key. */
export function readPublicKey(base64: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}

/** Whether the owner of the key signed this body for this path. */
export function isSignedBy(publicKey: string, path: string, body: string, signature: string): boolean {
  const key = readPublicKey(publicKey)
  return (
    key !== undefined &&
    verify(null, Buffer.from(signedText(path, body)), key, Buffer.from(signature, 'base64'))
  )
}
