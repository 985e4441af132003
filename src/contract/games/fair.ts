/**
 * Provably fair numbers: docs/product.md, "Provably fair draws". Block r = HMAC-SHA256(key = server seed as text,
 * message = `clientSeed:nonce:r`). Its 32 bytes are 8 floats of 4 bytes, used in order.
 * It needs only WebCrypto, so server, client and the offline verifier share it.
 */

/** HMAC-SHA256: 32 bytes. The server passes a faster, synchronous implementation. */
export type HmacBlock = (serverSeed: string, message: string) => Uint8Array | Promise<Uint8Array>
/** A synchronous {@link HmacBlock}, for {@link floatsSync}. */
export type SyncHmacBlock = (serverSeed: string, message: string) => Uint8Array

/** The two hash functions that verification needs. */
export interface FairHashes {
  block: HmacBlock
  /** SHA-256 of a text, as lower-case hexadecimal digits. */
  sha256Hex: (text: string) => string | Promise<string>
}

const FLOATS_PER_BLOCK = 8
const encoder = new TextEncoder()

/** The messages of the blocks that hold `count` floats, block 0 first. */
function blockMessages(clientSeed: string, nonce: number, count: number): string[] {
  const blocks = Math.ceil(count / FLOATS_PER_BLOCK)
  return Array.from({ length: blocks }, (_, r) => `${clientSeed}:${nonce}:${r}`)
}

/**
 * The floats of blocks of 32 bytes, in order: each is b0/256 + b1/256^2 + b2/256^3 + b3/256^4, exact and in [0, 1).
 * `count` limits the list. Throws RangeError if a block has another length, or if there are fewer floats.
 */
export function floatsFromBlocks(blocks: readonly Uint8Array[], count?: number): number[] {
  const floats: number[] = []
  for (const block of blocks) {
    if (block.length !== 32) throw new RangeError(`a block has 32 bytes, not ${block.length}`)
    const view = new DataView(block.buffer, block.byteOffset, block.byteLength)
    for (let at = 0; at < 32; at += 4) floats.push(view.getUint32(at) / 2 ** 32)
  }
  if (count === undefined) return floats
  if (count > floats.length) throw new RangeError(`${count} floats requested, ${floats.length} available`)
  return floats.slice(0, count)
}

/** HMAC-SHA256 by WebCrypto. */
const webCryptoBlock: HmacBlock = async (serverSeed, message) => {
  const key = await globalThis.crypto.subtle.importKey(
    'raw',
    encoder.encode(serverSeed),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  return new Uint8Array(await globalThis.crypto.subtle.sign('HMAC', key, encoder.encode(message)))
}

/** The first `count` floats of a round. */
export async function floats(
  serverSeed: string,
  clientSeed: string,
  nonce: number,
  count: number,
  block: HmacBlock = webCryptoBlock,
): Promise<number[]> {
  const messages = blockMessages(clientSeed, nonce, count)
  const blocks = await Promise.all(messages.map((message) => block(serverSeed, message)))
  return floatsFromBlocks(blocks, count)
}

/** The first `count` floats of a round, with a synchronous HMAC (node:crypto on the server). */
export function floatsSync(
  serverSeed: string,
  clientSeed: string,
  nonce: number,
  count: number,
  block: SyncHmacBlock,
): number[] {
  const messages = blockMessages(clientSeed, nonce, count)
  return floatsFromBlocks(
    messages.map((message) => block(serverSeed, message)),
    count,
  )
}

/** SHA-256 of a text, as lower-case hexadecimal digits; of a server seed it is shown before play. */
async function sha256Hex(text: string): Promise<string> {
  return toHex(new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', encoder.encode(text))))
}

export const webCryptoHashes: FairHashes = { block: webCryptoBlock, sha256Hex }

/** A new seed: 32 bytes of the platform's cryptographic generator, as hexadecimal digits. */
export function newSeed(): string {
  return toHex(globalThis.crypto.getRandomValues(new Uint8Array(32)))
}

/**
 * Checks a client seed: 1 to 64 letters (A to Z), digits, hyphens or underscores. Returns the error key or null.
 * Only new seeds are checked: rounds whose older seeds have other characters can still be verified.
 */
export function clientSeedError(clientSeed: unknown): 'clientSeedInvalid' | null {
  if (typeof clientSeed !== 'string') return 'clientSeedInvalid'
  return /^[A-Za-z0-9_-]{1,64}$/.test(clientSeed) ? null : 'clientSeedInvalid'
}

/**
 * Whether `seed` is the seed of round `round` (counted from 0) in the chain of `commitment`: round + 1 hashes lead
 * back to it.
 */
export async function verifyChainSeed(
  seed: string,
  round: number,
  commitment: string,
  hashOf: FairHashes['sha256Hex'] = sha256Hex,
): Promise<boolean> {
  let hash = seed
  for (let step = 0; step <= round; step++) hash = await hashOf(hash)
  return hash === commitment
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
