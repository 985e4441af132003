import { randomBytes } from 'node:crypto'
import { safeStorage } from 'electron'
import ElectronStore from 'electron-store'
import type { SessionFile } from './Session.ts'

interface Stored {
  deviceId: string
  /** Encrypted with the operating system's key store, base64; '' without a session. */
  token: string
}

/**
 * `session.json` of the user data folder: device id, and the token encrypted with safeStorage. Where the system
 * has no key store (or with `keepToken` false: a kiosk) the token is not written at all.
 */
export function openSessionFile(options: { keepToken: boolean }): SessionFile {
  const store = new ElectronStore<Stored>({
    name: 'session',
    defaults: { deviceId: '', token: '' },
    deserialize: readStored,
    clearInvalidConfig: true,
  })
  // Checked only for a stored token: the key store is another process, and the first page waits for this.
  const canKeepToken = () => options.keepToken && canEncrypt()
  if (store.get('token') !== '' && !canKeepToken()) store.set('token', '')
  if (store.get('deviceId') === '') store.set('deviceId', randomBytes(16).toString('hex'))
  return {
    deviceId: store.get('deviceId'),
    readToken: () => {
      const stored = store.get('token')
      return stored === '' ? null : decrypt(stored)
    },
    writeToken: (token) => {
      if (token === null) store.set('token', '')
      else if (canKeepToken()) store.set('token', encrypt(token))
    },
  }
}

/** Replaces invalid values by empty strings. */
function readStored(text: string): Stored {
  const stored = JSON.parse(text) as Partial<Record<keyof Stored, unknown>> | null
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
  return { deviceId: textOf(stored?.deviceId), token: textOf(stored?.token) }
}

function canEncrypt(): boolean {
  if (!safeStorage.isEncryptionAvailable()) return false
  // On Linux without a key ring, Chromium "encrypts" with a well-known password.
  return process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text'
}

function encrypt(token: string): string {
  return safeStorage.encryptString(token).toString('base64')
}

function decrypt(stored: string): string | null {
  try {
    return safeStorage.decryptString(Buffer.from(stored, 'base64'))
  } catch (error) {
    // Another user, or a new key ring: the player logs in again.
    console.warn('decrypting the stored session failed', error instanceof Error ? error.message : error)
    return null
  }
}
