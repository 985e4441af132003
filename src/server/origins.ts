import type { ServerConfig } from './config.ts'

/** Where a request's sender finds us: the product with its API, and the games on an origin of their own. */
export interface Origins {
  /** http://127.0.0.1:5250 */
  product: string
  /** http://127.0.0.1:5251 */
  games: string
}

type Asked = { protocol: string; hostname: string }
type Places = Pick<ServerConfig, 'port' | 'publicUrl' | 'hasPublicUrl' | 'gamesPort' | 'gamesUrl'>

/** The renderer's origin in the Electron window, and its stand-in (src/main/security/urls.ts). */
export const electronOrigins = ['app://palpite', 'https://palpite.invalid']

/**
 * The addresses of the configuration; where it leaves them open, the host that was asked at with our ports: a
 * phone in the same network reaches both by the name that it knows. What is no host name counts for nothing.
 */
export function originsOf(config: Places, asked: Asked): Origins {
  const given = new URL(config.publicUrl)
  const isKnown = !config.hasPublicUrl && /^([\w.-]+|\[[\da-f:]+\])$/i.test(asked.hostname)
  const [protocol, hostname] = isKnown
    ? [`${asked.protocol}:`, asked.hostname]
    : [given.protocol, given.hostname]
  const at = (port: number) => new URL(`${protocol}//${hostname}:${port}`).origin
  return {
    product: isKnown ? at(config.port) : given.origin,
    games: config.gamesUrl ?? at(config.gamesPort),
  }
}

/** Whose pages may show a game: the product on the web, in the Electron window, and from the dev servers. */
export function frameAncestors(config: Places & Pick<ServerConfig, 'sandbox'>, asked: Asked): string[] {
  const { product } = originsOf(config, asked)
  const known = new URL(config.publicUrl).origin
  const dev = config.sandbox ? ['http://localhost:*', 'http://127.0.0.1:*'] : []
  return [...new Set([known, product, ...electronOrigins, ...dev])]
}
