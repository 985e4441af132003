const storageKey = 'deviceId'
/** How long a request waits for the fingerprint before it goes out with a random id. */
const patienceMs = 500

export interface DeviceId {
  /** Starts computing after the first paint; at once when it is stored already there is nothing to do. */
  compute(): void
  known(): string | null
  /** The id, computed within half a second or a random one; the same for the rest of the browser session. */
  get(): Promise<string>
}

/** The device fingerprint id (spec §7), in session storage as JSON. Its library stays out of the first load. */
export function createDeviceId(): DeviceId {
  let pending: Promise<string> | null = null

  function known(): string | null {
    const stored = sessionStorage.getItem(storageKey)
    return stored === null ? null : parse(stored)
  }

  function get(): Promise<string> {
    const id = known()
    if (id !== null) return Promise.resolve(id)
    pending ??= Promise.race([fingerprint(), late()]).then((computed) => {
      // A second tab action or the fallback may have been first: one id for the whole session.
      const first = known() ?? computed
      sessionStorage.setItem(storageKey, JSON.stringify(first))
      pending = null
      return first
    })
    return pending
  }

  return { compute: () => void get(), known, get }
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
    // A hidden tab paints nothing, and not every browser tells: then the random id goes out.
    if (document.visibilityState === 'hidden') return resolve()
    new PerformanceObserver((list, observer) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return
      observer.disconnect()
      resolve()
    }).observe({ type: 'paint', buffered: true })
  })
}

function late(): Promise<string> {
  return new Promise((resolve) => setTimeout(() => resolve(randomId()), patienceMs))
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
