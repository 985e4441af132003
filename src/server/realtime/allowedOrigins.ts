import type { IncomingHttpHeaders } from 'node:http'
import type { ServerConfig } from '../config/config.ts'

/**
 * Whether a page of this origin may open the real-time connection: the product, at its public address or at the one
 * that the browser used, and in the sandbox the dev servers. A request without an origin comes from no page but from
 * Electron's main process. The connection needs a token anyway; this check prevents other sites from using a leaked one.
 */
export function isAllowedOrigin(
  { publicUrl, sandbox }: Pick<ServerConfig, 'publicUrl' | 'sandbox'>,
  { origin, host }: IncomingHttpHeaders,
): boolean {
  if (origin === undefined || origin === new URL(publicUrl).origin) return true
  if (host !== undefined && [`http://${host}`, `https://${host}`].includes(origin)) return true
  return sandbox && /^http:\/\/(localhost|127\.0\.0\.1):\d{1,5}$/.test(origin)
}
