import { createCipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto'

const recordSize = 4_096

/** A browser that takes pushes. Keys in base64url. */
export interface PushSubscription {
  endpoint: string
  p256dh: string
  auth: string
}

/**
 * Encrypts a push for a browser as RFC 8291 says (aes128gcm, one record). `sender` and `salt` are new for every message; a test
 * gives those of the RFC.
 */
export function encryptPush(
  text: string,
  { p256dh, auth }: Pick<PushSubscription, 'p256dh' | 'auth'>,
  { sender = newSender(), salt = randomBytes(16) }: { sender?: ECDH; salt?: Buffer } = {},
): Buffer {
  const browserKey = Buffer.from(p256dh, 'base64url')
  const ownKey = sender.getPublicKey()
  const secret = sender.computeSecret(browserKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, ownKey])
  const keying = derive(secret, Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(keying, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(keying, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // 2 ends the last record.
  const encrypted = Buffer.concat([cipher.update(text), cipher.update(Buffer.from([2])), cipher.final()])
  const head = Buffer.alloc(21)
  salt.copy(head)
  head.writeUInt32BE(recordSize, 16)
  head.writeUInt8(ownKey.length, 20)
  return Buffer.concat([head, ownKey, encrypted, cipher.getAuthTag()])
}

function newSender(): ECDH {
  const sender = createECDH('prime256v1')
  sender.generateKeys()
  return sender
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}
