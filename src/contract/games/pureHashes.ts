import { hmac } from '@noble/hashes/hmac'
import { sha256 } from '@noble/hashes/sha2'
import type { FairHashes } from './fair.ts'

const encoder = new TextEncoder()

/**
 * The hash functions of fair.ts without WebCrypto, which browsers offer only on https, on localhost and in some
 * local files. For the saved verifier, and for venues whose network has no https.
 */
export const pureHashes: FairHashes = {
  block: (serverSeed, message) => hmac(sha256, encoder.encode(serverSeed), encoder.encode(message)),
  sha256Hex: (text) =>
    Array.from(sha256(encoder.encode(text)), (byte) => byte.toString(16).padStart(2, '0')).join(''),
}
