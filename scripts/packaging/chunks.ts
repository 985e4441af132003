/** Vite's manifest of a build: what each chunk imports. */
export interface Manifest {
  [key: string]: {
    file: string
    /** Its style sheets. */
    css?: string[]
    isEntry?: boolean
    imports?: string[]
    dynamicImports?: string[]
    src?: string
  }
}

/** A chunk with everything that it imports statically. What is imported comes first. */
export function loadedWith(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const next of manifest[key]?.imports ?? []) loadedWith(manifest, next, seen)
  // After its imports.
  seen.delete(key)
  return seen.add(key)
}

/** What the main process imports only when it is needed. Every other dynamic import counts as part of the start. */
const loadedLater = [
  // With the first session.
  /\/socket\.io-client\//,
  /^src\/realtime\/RealtimeConnection\.ts$/,
  // The demonstration's server.
  /^src\/main\/embeddedServer\.ts$/,
  /^src\/main\/staff\/staffPanel\.ts$/,
  // Where a printer is configured, with the first receipt.
  /^src\/main\/printer\//,
  // With the first payment.
  /^src\/main\/payment\/paymentWindows\.ts$/,
  // A window does not load them.
  /kiosk[\w-]*\.\w+$/,
  /^src\/main\/terminal\/startTerminal\.ts$/,
  /guardFrames[\w-]*\.\w+$/,
  // Nor does a kiosk that is not enrolled.
  /terminalFile[\w-]*\.\w+$/,
]

/** Everything that the main process loads until its first page is shown. */
export function loadedAtStart(manifest: Manifest): Set<string> {
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry)
  if (entry === undefined) throw new Error('no entry in the manifest of the main process')
  const seen = new Set<string>()
  const waiting = [entry]
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    for (const loaded of loadedWith(manifest, key)) {
      if (seen.has(loaded)) continue
      seen.add(loaded)
      const dynamic = manifest[loaded]?.dynamicImports ?? []
      waiting.push(...dynamic.filter((name) => !loadedLater.some((rule) => rule.test(name))))
    }
  }
  return seen
}
