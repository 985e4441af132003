/** TRON addresses, which USDT (TRC20) is paid to: Base58Check of 0x41 and 20 bytes (TRON developer guide). */

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const PREFIX = 0x41
/** Prefix, 20 bytes, and 4 bytes of checksum. */
const LENGTH = 25

/** Right alphabet, length, prefix and checksum (first 4 bytes of the double SHA-256). */
export async function isTrc20Address(address: string): Promise<boolean> {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) return false
  const bytes = decodeBase58(address)
  if (bytes[0] !== PREFIX) return false
  const body = bytes.slice(0, LENGTH - 4)
  const hash = await sha256(await sha256(body))
  return bytes.slice(LENGTH - 4).every((byte, i) => byte === hash[i])
}

/** TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t as TR7N***Lj6t. */
export function maskTrc20(address: string): string {
  return `${address.slice(0, 4)}***${address.slice(-4)}`
}

/** 34 characters as 25 bytes, which hold any of them: 58^34 is below 2^200. */
function decodeBase58(text: string): Uint8Array<ArrayBuffer> {
  let value = 0n
  for (const character of text) value = value * 58n + BigInt(ALPHABET.indexOf(character))
  const bytes = new Uint8Array(LENGTH)
  for (let i = LENGTH - 1; i >= 0; i--) {
    bytes[i] = Number(value & 0xffn)
    value >>= 8n
  }
  return bytes
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', bytes))
}
