/** TRON addresses for USDT (TRC20): Base58Check of 0x41 and 20 bytes (TRON developer guide). */
import { base58 } from '@scure/base'

const PREFIX = 0x41
/** Prefix, 20 bytes, and 4 bytes of checksum. */
const LENGTH = 25

/** Checks alphabet, length, prefix and checksum (first 4 bytes of the double SHA-256). */
export async function isTrc20Address(address: string): Promise<boolean> {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) return false
  const bytes = new Uint8Array(base58.decode(address))
  if (bytes.length !== LENGTH || bytes[0] !== PREFIX) return false
  const body = bytes.slice(0, LENGTH - 4)
  const hash = await sha256(await sha256(body))
  return bytes.slice(LENGTH - 4).every((byte, i) => byte === hash[i])
}

/** TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t as TR7N***Lj6t. */
export function maskTrc20(address: string): string {
  return `${address.slice(0, 4)}***${address.slice(-4)}`
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', bytes))
}
