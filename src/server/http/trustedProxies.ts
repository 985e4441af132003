import { BlockList, isIPv6 } from 'node:net'
import type { ServerConfig } from '../config/config.ts'

/** Returns a function that says whether an address is that of a trusted proxy; `hop` 0 is who opened the connection. */
export function trustedProxies(
  trustProxy: ServerConfig['trustProxy'],
): (address: string, hop: number) => boolean {
  if (trustProxy === false) return () => false
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy
  return addressMatcher(trustProxy)
}

/** Returns a function that says whether an address is one of these, or in one of these networks. */
export function addressMatcher(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return (address) => list.check(address, familyOf(address))
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}
