import { isIP } from 'node:net'
import type { ServerConfig } from '../config/config.ts'
import { Refusal } from '../texts/refusal.ts'

/**
 * Prevents DNS rebinding: a site that points its own domain at this machine would be on the same origin as the sandbox.
 * It cannot do that with an IP address, a local name or our own domain. Throws `forbidden` for any other host name.
 */
export function refuseForeignHost(hostname: string, config: Pick<ServerConfig, 'publicUrl' | 'host'>): void {
  if (!isOwnHost(hostname.toLowerCase(), config)) throw new Refusal('forbidden')
}

function isOwnHost(name: string, { publicUrl, host }: Pick<ServerConfig, 'publicUrl' | 'host'>): boolean {
  if (isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0) return true
  if (name === new URL(publicUrl).hostname || name === host.toLowerCase()) return true
  return !name.includes('.') || /\.(localhost|local)$/.test(name)
}
