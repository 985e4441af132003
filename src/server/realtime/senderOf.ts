import type { IncomingMessage } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import type { ServerConfig } from '../config.ts'

/**
 * Returns a function that finds the IP address of a handshake's sender. It trusts `X-Forwarded-For` by the same rules
 * (TRUST_PROXY) as Fastify, which does not see socket handshakes.
 */
export function senderOf(trustProxy: ServerConfig['trustProxy']): (request: IncomingMessage) => string {
  const isProxy = proxyTest(trustProxy)
  return ({ headers, socket }) => {
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
    const hops = [socket.remoteAddress ?? '', ...forwarded.map((address) => address.trim()).reverse()]
    const addresses = hops.filter((address) => address !== '')
    return addresses.find((address, hop) => !isProxy(address, hop)) ?? addresses.at(-1) ?? ''
  }
}

function proxyTest(trustProxy: ServerConfig['trustProxy']): (address: string, hop: number) => boolean {
  if (trustProxy === false) return () => false
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy
  const proxies = new BlockList()
  for (const network of trustProxy) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) proxies.addAddress(address, familyOf(address))
    else proxies.addSubnet(address, Number(bits), familyOf(address))
  }
  return (address) => proxies.check(address, familyOf(address))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}
