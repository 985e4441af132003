import type { ServerConfig } from '../config/config.ts'

/**
 * The origins at which the sender of a request reaches us: the product with its API, and the games.
 */
export interface Origins {
  /** For example http://127.0.0.1:5250. */
  product: string
  /** For example http://127.0.0.1:5251. */
  games: string
}

const hostFormat = /^([\w.-]+|\[[\da-f:]+\])$/i

export type RequestAddress = { protocol: string; hostname: string }
type Addresses = Pick<ServerConfig, 'port' | 'publicUrl' | 'hasPublicUrl' | 'gamesPort' | 'gamesUrl'>

/**
 * The renderer's origin in the Electron window, and the substitute where the app's own scheme cannot be used
 * (src/main/security/urls.ts).
 */
export const electronOrigins = ['app://palpite', 'https://palpite.invalid']

/**
 * The configured origins; for those that are not configured, the requested host with our ports, so that a phone
 * in the same network reaches both under the name that it used. An invalid `Host` header is ignored.
 */
export function originsOf(config: Addresses, request: RequestAddress): Origins {
  const configured = new URL(config.publicUrl)
  const usesRequestHost = !config.hasPublicUrl && hostFormat.test(request.hostname)
  const [protocol, hostname] = usesRequestHost
    ? [`${request.protocol}:`, request.hostname]
    : [configured.protocol, configured.hostname]
  const at = (port: number) => new URL(`${protocol}//${hostname}:${port}`).origin
  return {
    product: usesRequestHost ? at(config.port) : configured.origin,
    games: config.gamesUrl ?? at(config.gamesPort),
  }
}

/** The office's own origin: OFFICE_URL, or the host that the request was sent to with the office's port. */
export function officeOriginOf(
  { publicUrl, officeUrl, officePort }: Pick<ServerConfig, 'publicUrl' | 'officeUrl' | 'officePort'>,
  request: RequestAddress,
): string {
  if (officeUrl !== undefined) return officeUrl
  const isValid = hostFormat.test(request.hostname)
  const [protocol, hostname] = isValid
    ? [`${request.protocol}:`, request.hostname]
    : [new URL(publicUrl).protocol, new URL(publicUrl).hostname]
  return new URL(`${protocol}//${hostname}:${officePort ?? 0}`).origin
}

/**
 * Origins whose pages may frame a game: the product on the web, the Electron window, and in the sandbox the
 * dev servers.
 */
export function frameAncestors(
  config: Addresses & Pick<ServerConfig, 'sandbox'>,
  request: RequestAddress,
): string[] {
  const { product } = originsOf(config, request)
  const publicOrigin = new URL(config.publicUrl).origin
  const dev = config.sandbox ? ['http://localhost:*', 'http://127.0.0.1:*'] : []
  return [...new Set([publicOrigin, product, ...electronOrigins, ...dev])]
}
