import { exitPath } from '#contract/games/exitPath.ts'

/** The renderer's own origin: a custom scheme, so that nothing on the network can impersonate it. */
export const appOrigin = 'app://palpite'

/**
 * The fallback when a launcher ran us after `ready`, too late for a scheme (never in a packaged application):
 * a name that no network resolves, served from the bundle.
 */
export const lateAppOrigin = 'https://palpite.invalid'

/** Whether an address is on the renderer's origin: one of the above, or the development server. */
export function isOnOrigin(address: string, origin: string): boolean {
  const url = parse(address)
  // Not `url.origin`: in Node, custom schemes have none.
  return url !== null && `${url.protocol}//${url.host}` === origin
}

/** `http(s)://host:port` of an address; null for every other scheme, and for addresses with a password in them. */
function webOrigin(address: string): string | null {
  const url = parse(address)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  if (url.username !== '' || url.password !== '') return null
  return url.origin
}

/**
 * Like webOrigin, for our own server: plain HTTP only on this machine, because anyone on the network could read
 * and change the traffic.
 */
export function safeOrigin(address: string): string | null {
  const origin = webOrigin(address)
  if (origin === null) return null
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || isThisMachine(hostname) ? origin : null
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/** Whether an address is on one of the origins; exact, no wildcards. */
export function isOnOrigins(address: string, origins: readonly string[]): boolean {
  const origin = webOrigin(address)
  return origin !== null && origins.includes(origin)
}

/** Whether it is the page to which a game sends the player who leaves it, on one of the framed origins. */
export function isExit(address: string, frameOrigins: readonly string[]): boolean {
  return isOnOrigins(address, frameOrigins) && parse(address)?.pathname === exitPath
}

/** A server's origins: on this machine both of its names, since the server may use the other one. */
export function originsOf(serverUrl: string): string[] {
  const url = new URL(serverUrl)
  const names = ['127.0.0.1', 'localhost']
  if (!names.includes(url.hostname)) return [url.origin]
  const port = url.port === '' ? '' : `:${url.port}`
  return names.map((name) => `${url.protocol}//${name}${port}`)
}

/**
 * The games' origins of a server on this machine: the next port (server/config/config.ts, GAMES_PORT), with both of its
 * names. For any other server the operator configures them (`frameOrigins`).
 */
export function gamesOriginsOf(serverUrl: string): string[] {
  const url = new URL(serverUrl)
  if (originsOf(serverUrl).length === 1 || url.port === '') return []
  url.port = String(Number(url.port) + 1)
  return originsOf(url.origin)
}

function parse(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null
}
