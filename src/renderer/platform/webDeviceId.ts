const storageKey = 'deviceId'

export interface DeviceId {
  /** Starts computing as soon as the page is idle; the first call that needs the id does not wait for that. */
  compute(): void
  stored(): string | null
  /** The fingerprint, or a random id where it cannot be computed. It is the same for the whole browser session. */
  get(): Promise<string>
}

/** The device fingerprint, stored in session storage as JSON. Its library is not part of the first load. */
export function createDeviceId(): DeviceId {
  let pending: Promise<string> | null = null

  function readStored(): string | null {
    const stored = sessionStorage.getItem(storageKey)
    return stored === null ? null : parse(stored)
  }

  function get(): Promise<string> {
    const id = readStored()
    if (id !== null) return Promise.resolve(id)
    pending ??= fingerprint().then((computed) => {
      sessionStorage.setItem(storageKey, JSON.stringify(computed))
      pending = null
      return computed
    })
    return pending
  }

  return { compute: () => whenIdle(() => void get()), stored: readStored, get }
}

/** At the latest after two seconds. */
function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, { timeout: 2_000 })
  else setTimeout(run, 200)
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
