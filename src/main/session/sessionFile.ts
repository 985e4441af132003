import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { safeStorage } from 'electron'
import { hasKeyStore } from '../keyStore.ts'
import type { SessionFile } from './Session.ts'
import { writeWhole } from '../writeWhole.ts'

interface Stored {
  deviceId: string
  /** Encrypted with the operating system's key store, base64; '' without a session. */
  token: string
}

export interface SessionFileOptions {
  /** The user data folder. */
  folder: string
  keepToken: boolean
}

/**
 * `session.json` of the user data folder: device id, and the token encrypted with safeStorage. Where the system
 * has no key store (or with `keepToken` false: a kiosk) the token is not written at all.
 */
export function openSessionFile({ folder, keepToken }: SessionFileOptions): SessionFile {
  const file = join(folder, 'session.json')
  const stored = readStored(file)
  const set = (key: keyof Stored, value: string) => {
    if (stored[key] === value) return
    stored[key] = value
    save(file, stored)
  }
  // Checked only for a stored token: the key store is another process, and the first page waits for this.
  const canKeepToken = () => keepToken && hasKeyStore()
  if (stored.token !== '' && !canKeepToken()) set('token', '')
  if (stored.deviceId === '') set('deviceId', randomBytes(16).toString('hex'))
  return {
    deviceId: stored.deviceId,
    readToken: () => (stored.token === '' ? null : decrypt(stored.token)),
    writeToken: (token) => {
      if (token === null) set('token', '')
      else if (canKeepToken()) set('token', encrypt(token))
    },
  }
}

/** A disk that is full must not end a login: the session then lasts as long as the application runs. */
function save(file: string, stored: Stored): void {
  try {
    writeWhole(file, JSON.stringify(stored), 0o600)
  } catch (error) {
    console.error('palpite: the session cannot be saved', error instanceof Error ? error.message : error)
  }
}

/** Replaces missing and invalid values by empty strings. */
function readStored(file: string): Stored {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
  try {
    if (!existsSync(file)) return { deviceId: '', token: '' }
    const stored = JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<keyof Stored, unknown>> | null
    return { deviceId: textOf(stored?.deviceId), token: textOf(stored?.token) }
  } catch (error) {
    // The message of a syntax error quotes the file.
    const reason = error instanceof SyntaxError ? 'it is not JSON' : error
    console.error(
      'palpite: the session file cannot be read',
      reason instanceof Error ? reason.message : reason,
    )
    return { deviceId: '', token: '' }
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
    console.warn('decrypting the stored session failed', error instanceof Error ? error.message : error)
    return null
  }
}
