import { hmac } from '@noble/hashes/hmac'
import { sha256 } from '@noble/hashes/sha2'
import type { FairHashes } from './fair.ts'

const encoder = new TextEncoder()

/**
 * The hashes of fair.ts without WebCrypto, which browsers give to https, localhost and some files only: for the
 * saved verifier, which is opened from anywhere, and for a venue's network without https.
 */
export const pureHashes: FairHashes = {
  block: (serverSeed, message) => hmac(sha256, encoder.encode(serverSeed), encoder.encode(message)),
  sha256Hex: (text) =>
    Array.from(sha256(encoder.encode(text)), (byte) => byte.toString(16).padStart(2, '0')).join(''),
}
