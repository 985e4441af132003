import type { IncomingMessage } from 'node:http'
import type { ServerConfig } from '../config/config.ts'
import { trustedProxies } from '../http/trustedProxies.ts'

/**
 * Returns a function that finds the IP address of a handshake's sender. It trusts `X-Forwarded-For` by the same rules
 * (TRUST_PROXY) as Fastify, which does not see socket handshakes.
 */
export function senderOf(trustProxy: ServerConfig['trustProxy']): (request: IncomingMessage) => string {
  const isProxy = trustedProxies(trustProxy)
  return ({ headers, socket }) => {
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
    const hops = [socket.remoteAddress ?? '', ...forwarded.map((address) => address.trim()).reverse()]
    const addresses = hops.filter((address) => address !== '')
    return addresses.find((address, hop) => !isProxy(address, hop)) ?? addresses.at(-1) ?? ''
  }
}
