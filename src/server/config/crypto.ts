import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const ivLength = 12
const tagLength = 16

/**
 * Encrypts CPFs, payout keys and other personal data: AES-256-GCM for the value, and a keyed HMAC-SHA256
 * index to find equal values without decrypting any. The first key is derived (HKDF) from the configuration's
 * encryption key, the second one is lasting.
 */
export interface Vault {
  /**
   * Returns iv, authentication tag and ciphertext, different on each call. `context` (the column's name) is
   * authenticated too.
   */
  seal(text: string, context: string): Buffer
  /**
   * Decrypts. Throws when the value was sealed under another context or key than the configuration's, the previous one included, or
   * was changed.
   */
  open(sealed: Buffer, context: string): string
  /** The same for bytes, such as a file. */
  sealBytes(bytes: Buffer, context: string): Buffer
  openBytes(sealed: Buffer, context: string): Buffer
  /** Whether the value was sealed with the current key, and not with the previous one. Throws as `open` does. */
  isCurrent(sealed: Buffer, context: string): boolean
  /** Returns the same bytes for the same text and context. They cannot be computed without the key. */
  index(text: string, context: string): Buffer
}

/**
 * Keys that stay when the encryption key is replaced: what they have made cannot be made again, because the values are gone or others
 * have it. They are derived from the first encryption key of a database, which keeps them sealed
 * (domain/installation/encryptionKey.ts).
 */
export interface LastingKeys {
  index: Buffer
  /** Signs orders to terminals, which know its public key. */
  terminalOrders: Buffer
}

/** Those of a database whose first encryption key this is. */
export function lastingKeysOf(secret: Buffer): LastingKeys {
  return { index: derive(secret, 'index'), terminalOrders: derive(secret, 'terminal orders') }
}

function derive(secret: Buffer, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `palpite ${use}`, 32))
}

/**
 * The vault of an encryption key; a server has one, in `config.secrets`. It opens what was sealed with the `previous` key too. The
 * index is made with what `lasting` has at that moment.
 */
export function createVault(
  secret: Buffer,
  { previous, lasting = lastingKeysOf(secret) }: { previous?: Buffer; lasting?: LastingKeys } = {},
): Vault {
  const sealKey = derive(secret, 'seal')
  const previousKey = previous && derive(previous, 'seal')
  const sealBytes = (bytes: Buffer, context: string) => {
    const iv = randomBytes(ivLength)
    const cipher = createCipheriv('aes-256-gcm', sealKey, iv).setAAD(Buffer.from(context))
    const body = Buffer.concat([cipher.update(bytes), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), body])
  }
  const openWith = (key: Buffer, sealed: Buffer, context: string) => {
    const iv = sealed.subarray(0, ivLength)
    const tag = sealed.subarray(ivLength, ivLength + tagLength)
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagLength })
    decipher.setAAD(Buffer.from(context))
    decipher.setAuthTag(tag)
    const body = decipher.update(sealed.subarray(ivLength + tagLength))
    return Buffer.concat([body, decipher.final()])
  }
  const openEither = (sealed: Buffer, context: string): { bytes: Buffer; isCurrent: boolean } => {
    try {
      return { bytes: openWith(sealKey, sealed, context), isCurrent: true }
    } catch (error) {
      if (!previousKey) throw error
      return { bytes: openWith(previousKey, sealed, context), isCurrent: false }
    }
  }
  const openBytes = (sealed: Buffer, context: string) => openEither(sealed, context).bytes
  return {
    seal: (text, context) => sealBytes(Buffer.from(text), context),
    open: (sealed, context) => openBytes(sealed, context).toString('utf8'),
    sealBytes,
    openBytes,
    isCurrent: (sealed, context) => openEither(sealed, context).isCurrent,
    index(text, context) {
      return createHmac('sha256', lasting.index).update(`${context}\0${text}`).digest()
    },
  }
}
