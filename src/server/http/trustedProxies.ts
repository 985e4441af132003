import { BlockList, isIPv6 } from 'node:net'
import type { ServerConfig } from '../config/config.ts'

/** Returns a function that says whether an address is that of a trusted proxy; `hop` 0 is who opened the connection. */
export function trustedProxies(
  trustProxy: ServerConfig['trustProxy'],
): (address: string, hop: number) => boolean {
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
