import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const ivLength = 12
const tagLength = 16

/**
 * Encrypts CPFs, payout keys and other personal data: AES-256-GCM for the value, and a keyed HMAC-SHA256
 * index to find equal values without decrypting any. Both keys are derived (HKDF) from the configuration's
 * encryption key.
 */
export interface Vault {
  /**
   * Returns iv, authentication tag and ciphertext, different on each call. `context` (the column's name) is
   * authenticated too.
   */
  seal(text: string, context: string): Buffer
  /** Decrypts. Throws when the value was sealed under another key or context, or was changed. */
  open(sealed: Buffer, context: string): string
  /** The same for bytes, such as a file. */
  sealBytes(bytes: Buffer, context: string): Buffer
  openBytes(sealed: Buffer, context: string): Buffer
  /** Returns the same bytes for the same text and context. They cannot be computed without the key. */
  index(text: string, context: string): Buffer
}

/** The vault of an encryption key; a server has one, in `config.secrets`. */
export function createVault(secret: Buffer): Vault {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `palpite ${use}`, 32))
  const sealKey = derive('seal')
  const indexKey = derive('index')
  const sealBytes = (bytes: Buffer, context: string) => {
    const iv = randomBytes(ivLength)
    const cipher = createCipheriv('aes-256-gcm', sealKey, iv).setAAD(Buffer.from(context))
    const body = Buffer.concat([cipher.update(bytes), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), body])
  }
  const openBytes = (sealed: Buffer, context: string) => {
    const iv = sealed.subarray(0, ivLength)
    const tag = sealed.subarray(ivLength, ivLength + tagLength)
    const decipher = createDecipheriv('aes-256-gcm', sealKey, iv, { authTagLength: tagLength })
    decipher.setAAD(Buffer.from(context))
    decipher.setAuthTag(tag)
    const body = decipher.update(sealed.subarray(ivLength + tagLength))
    return Buffer.concat([body, decipher.final()])
  }
  return {
    seal: (text, context) => sealBytes(Buffer.from(text), context),
    open: (sealed, context) => openBytes(sealed, context).toString('utf8'),
    sealBytes,
    openBytes,
    index(text, context) {
      return createHmac('sha256', indexKey).update(`${context}\0${text}`).digest()
    },
  }
}
