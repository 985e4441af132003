const storageKey = 'deviceId'
/** How long a request waits for the fingerprint before it is sent with a random id, in ms. */
const timeoutMs = 500

export interface DeviceId {
  /** Starts computing after the first paint. Does nothing when the id is already stored. */
  compute(): void
  stored(): string | null
  /**
   * The id, within half a second: the fingerprint or a random one. It is the same for the whole browser
   * session.
   */
  get(): Promise<string>
}

/** The device fingerprint, kept in session storage as JSON. Its library is not part of the first load. */
export function createDeviceId(): DeviceId {
  let pending: Promise<string> | null = null

  function readStored(): string | null {
    const stored = sessionStorage.getItem(storageKey)
    return stored === null ? null : parse(stored)
  }

  function get(): Promise<string> {
    const id = readStored()
    if (id !== null) return Promise.resolve(id)
    pending ??= Promise.race([fingerprint(), randomIdAfterTimeout()]).then((computed) => {
      // Another tab or the random fallback may have been first: there is one id for the whole session.
      const first = readStored() ?? computed
      sessionStorage.setItem(storageKey, JSON.stringify(first))
      pending = null
      return first
    })
    return pending
  }

  return { compute: () => void get(), stored: readStored, get }
}

async function fingerprint(): Promise<string> {
  await firstPaint()
  try {
    const { default: FingerprintJS } = await import('@fingerprintjs/fingerprintjs')
    const agent = await FingerprintJS.load({ monitoring: false })
    return (await agent.get()).visitorId
  } catch (error) {
    console.warn('no device fingerprint', error)
    return randomId()
  }
}

function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    // A hidden tab paints nothing, and not every browser reports that: then the random id is used.
    if (document.visibilityState === 'hidden') return resolve()
    new PerformanceObserver((list, observer) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return
      observer.disconnect()
      resolve()
    }).observe({ type: 'paint', buffered: true })
  })
}

function randomIdAfterTimeout(): Promise<string> {
  return new Promise((resolve) => setTimeout(() => resolve(randomId()), timeoutMs))
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
