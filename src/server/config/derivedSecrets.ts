import { createHmac, randomBytes } from 'node:crypto'
import { createVault, lastingKeysOf, type LastingKeys, type Vault } from './crypto.ts'

export interface Secrets {
  /** 32 bytes. */
  encryptionKey: Buffer
  /** The one before, while anything may be sealed with it. */
  previousKey: Buffer | undefined
  /** Those of the encryption key, until the database's are read (domain/installation/encryptionKey.ts). */
  lasting: LastingKeys
  /** Encrypts CPFs, payout keys and the like with that key. */
  vault: Vault
  /** Signs the payment provider's webhook. */
  webhookSecret: string
  /** The sandbox's own key for notices of the browser, as WEB_PUSH_KEY is. */
  pushKey: string
  /** Of the embedded database's roles. */
  databasePasswords: Record<'admin' | 'owner' | 'program', string>
}

/** The secrets that the environment sets; the others come from the data folder. */
export interface GivenSecrets {
  encryptionKey?: string
  previousKey?: string
  webhookSecret?: string
}

/**
 * Derives the secrets missing in `given` from the 32 bytes of `master`, so that the data folder needs only one
 * key.
 */
export function deriveSecrets(master: Buffer, given: GivenSecrets = {}): Secrets {
  const derive = (purpose: string) => createHmac('sha256', master).update(purpose).digest()
  const encryptionKey = given.encryptionKey
    ? Buffer.from(given.encryptionKey, 'hex')
    : derive('palpite encryption')
  const previousKey = given.previousKey ? Buffer.from(given.previousKey, 'hex') : undefined
  const lasting = lastingKeysOf(encryptionKey)
  return {
    encryptionKey,
    previousKey,
    lasting,
    vault: createVault(encryptionKey, { ...(previousKey && { previous: previousKey }), lasting }),
    webhookSecret: given.webhookSecret ?? derive('palpite webhook').toString('hex'),
    pushKey: derive('palpite push').toString('base64url'),
    databasePasswords: {
      admin: derive('palpite database admin').toString('hex'),
      owner: derive('palpite database owner').toString('hex'),
      program: derive('palpite database program').toString('hex'),
    },
  }
}

export function newMasterKey(): Buffer {
  return randomBytes(32)
}
