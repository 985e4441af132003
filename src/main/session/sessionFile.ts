import { safeStorage } from 'electron'
import { hasKeyStore } from '../keyStore.ts'
import { damageOf, StoreFile } from '../storage/StoreFile.ts'
import { machineFingerprint } from './machineFingerprint.ts'
import type { SessionFile } from './Session.ts'
import { reasonOf } from '../reasonOf.ts'

interface Stored extends Record<string, string> {
  deviceId: string
  /** Encrypted with the operating system's key store, base64; '' without a session. */
  token: string
  /** The server that issued the token; '' of earlier versions. */
  server: string
}

export interface SessionFileOptions {
  /** The user data folder. */
  folder: string
  /** The origin of the server that is called: no other one's token is ever sent to it. */
  server: string
  keepToken: boolean
}

/**
 * `session.json` of the user data folder: the device id, which is the machine's fingerprint at the first start, and the token encrypted with safeStorage. Where the system
 * has no key store (or with `keepToken` false: a kiosk) the token is not written at all.
 */
export function openSessionFile({ folder, server, keepToken }: SessionFileOptions): SessionFile {
  const file = new StoreFile<Stored>({
    folder,
    name: 'session',
    schema: { deviceId: { type: 'string' }, token: { type: 'string' }, server: { type: 'string' } },
    configFileMode: 0o600,
  })
  const stored: Stored = { deviceId: '', token: '', server: '', ...read(file) }
  const set = (changes: Partial<Pick<Stored, 'deviceId' | 'token'>>) => {
    const before = JSON.stringify(stored)
    Object.assign(stored, changes, { server })
    if (JSON.stringify(stored) !== before) save(file, stored)
  }
  // Checked only for a stored token: the key store is another process, and the first page waits for this.
  const canKeepToken = () => keepToken && hasKeyStore()
  const isOfAnother = stored.server !== '' && stored.server !== server
  if (stored.token !== '' && (isOfAnother || !canKeepToken())) set({ token: '' })
  if (stored.deviceId === '') set({ deviceId: machineFingerprint() })
  else if (stored.token !== '') set({})
  return {
    deviceId: stored.deviceId,
    readToken: () => (stored.token === '' ? null : decrypt(stored.token)),
    writeToken: (token) => {
      if (token === null) set({ token: '' })
      else if (canKeepToken()) set({ token: encrypt(token) })
    },
  }
}

/** A disk that is full must not end a login: the session then lasts as long as the application runs. */
function save(file: StoreFile<Stored>, stored: Stored): void {
  try {
    file.write({ ...stored })
  } catch (error) {
    console.error('palpite: the session cannot be saved', reasonOf(error))
  }
}

/** Null also for a damaged file, which the next value replaces. */
function read(file: StoreFile<Stored>): Stored | null {
  try {
    return file.read()
  } catch (error) {
    console.error(`palpite: ${file.fileName} ${damageOf(error)}: the session is lost`)
    return null
  }
}

function encrypt(token: string): string {
  return safeStorage.encryptString(token).toString('base64')
}

function decrypt(stored: string): string | null {
  try {
    return safeStorage.decryptString(Buffer.from(stored, 'base64'))
  } catch (error) {
    // Another user, or a new key ring: the player logs in again.
    console.warn('decrypting the stored session failed', reasonOf(error))
    return null
  }
}
