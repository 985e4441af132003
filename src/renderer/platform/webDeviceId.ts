import { visitStorage } from '#contract/visitStorage.ts'

const storageKey = 'deviceId'

/**
 * Returns a function that reads the device's fingerprint, or a random id where it cannot be computed. It is the same for
 * the whole browser session, which stores it as JSON.
 */
export function createDeviceId(): () => Promise<string> {
  const session = visitStorage(() => sessionStorage)
  let pending: Promise<string> | null = null

  return () => {
    const stored = session.getItem(storageKey)
    const id = stored === null ? null : parse(stored)
    if (id !== null) return Promise.resolve(id)
    pending ??= fingerprint().then((computed) => {
      session.setItem(storageKey, JSON.stringify(computed))
      pending = null
      return computed
    })
    return pending
  }
}

async function fingerprint(): Promise<string> {
  try {
    return await (await import('./fingerprint.ts')).computeFingerprint()
  } catch (error) {
    console.warn('no device fingerprint', error)
    return randomId()
  }
}

function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function parse(stored: string): string | null {
  try {
    const id: unknown = JSON.parse(stored)
    return typeof id === 'string' && id !== '' ? id : null
  } catch (error) {
    console.warn('unreadable device id, computing it again', error)
    return null
  }
}
