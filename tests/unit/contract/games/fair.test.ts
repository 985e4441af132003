import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  clientSeedError,
  floats,
  floatsFromBlocks,
  floatsSync,
  newSeed,
  verifyChainSeed,
  webCryptoHashes,
} from '#contract/games/fair.ts'
import { buildChain } from '#server/games/double/chain.ts'

const sync = (seed: string, message: string) => createHmac('sha256', seed).update(message).digest()
const sha = (text: string) => createHash('sha256').update(text).digest('hex')

describe('fair numbers', () => {
  it('names the blocks clientSeed:nonce:r, one for every eight floats', () => {
    const messagesOf = (count: number) => {
      const messages: string[] = []
      floatsSync('server', 'abc', 7, count, (_, message) => {
        messages.push(message)
        return new Uint8Array(32)
      })
      return messages
    }
    expect(messagesOf(0)).toEqual([])
    expect(messagesOf(8)).toEqual(['abc:7:0'])
    expect(messagesOf(17)).toEqual(['abc:7:0', 'abc:7:1', 'abc:7:2'])
  })

  it('reads four bytes as b0/256 + b1/256^2 + b2/256^3 + b3/256^4', () => {
    const block = new Uint8Array(32)
    block.set([1, 2, 3, 4], 0)
    block.set([255, 255, 255, 255], 28)
    const read = floatsFromBlocks([block])
    expect(read).toHaveLength(8)
    expect(read[0]).toBe(1 / 256 + 2 / 256 ** 2 + 3 / 256 ** 3 + 4 / 256 ** 4)
    expect(read[1]).toBe(0)
    expect(read[7]).toBe(1 - 2 ** -32)
  })

  it('reads a block that is a view into a larger buffer', () => {
    const buffer = new Uint8Array(40).fill(128, 8)
    expect(floatsFromBlocks([buffer.subarray(8)], 1)).toEqual([
      128 / 256 + 128 / 65536 + 128 / 2 ** 24 + 128 / 2 ** 32,
    ])
  })

  it('refuses blocks of another size, and more floats than they hold', () => {
    expect(() => floatsFromBlocks([new Uint8Array(31)])).toThrow(RangeError)
    expect(() => floatsFromBlocks([new Uint8Array(32)], 9)).toThrow(RangeError)
  })

  it('produces the same floats with WebCrypto, with an injected HMAC and synchronously', async () => {
    const web = await floats('server', 'client', 3, 20)
    expect(web).toHaveLength(20)
    expect(new Set(web).size).toBe(20)
    expect(await floats('server', 'client', 3, 20, sync)).toEqual(web)
    expect(floatsSync('server', 'client', 3, 20, sync)).toEqual(web)
    expect(await floats('server', 'client', 4, 20)).not.toEqual(web)
  })

  it('uses the server seed as text, not as hex', async () => {
    const [first] = await floats('00ff', 'c', 0, 1)
    const digest = createHmac('sha256', Buffer.from('00ff', 'utf8')).update('c:0:0').digest()
    expect(first).toBe(digest.readUInt32BE(0) / 2 ** 32)
  })
})

describe('seeds', () => {
  it('hashes like SHA-256 of the text', async () => {
    const hash = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
    expect(await webCryptoHashes.sha256Hex('abc')).toBe(hash)
  })

  it('makes new seeds of 64 hex digits', () => {
    expect(newSeed()).toMatch(/^[0-9a-f]{64}$/)
    expect(newSeed()).not.toBe(newSeed())
  })

  it('accepts client seeds of 1 to 64 letters, digits, hyphens and underscores', () => {
    for (const good of ['a', 'Z', '0', '-', '_', 'minha-semente_7', 'x'.repeat(64), newSeed()])
      expect(clientSeedError(good)).toBeNull()
    expect(clientSeedError(newSeed().slice(0, 20))).toBeNull()
    const wrong = ['', ' a', 'a ', 'minha semente', 'a:b', 'ção', 'é', 'a!', '<b>', 'a.b', 'ａ', '٣', '😀']
    for (const bad of [...wrong, 'x'.repeat(65), 'a\n', 'a\nb', 'a\u0000', 5, null, undefined])
      expect(clientSeedError(bad)).toBe('clientSeedInvalid')
  })
})

describe('hash chain', () => {
  it('commits to every seed in advance', async () => {
    const { commitment, seeds } = buildChain('last', 4)
    expect(seeds[3]).toBe('last')
    expect(seeds[2]).toBe(sha('last'))
    expect(commitment).toBe(sha(seeds[0] ?? ''))
    for (const [round, seed] of seeds.entries()) {
      expect(await verifyChainSeed(seed, round, commitment)).toBe(true)
    }
  })

  it('refuses a seed of another chain or another round', async () => {
    const { commitment, seeds } = buildChain('last', 4)
    expect(await verifyChainSeed('other', 2, commitment)).toBe(false)
    expect(await verifyChainSeed(seeds[2] ?? '', 1, commitment)).toBe(false)
    expect(await verifyChainSeed(seeds[1] ?? '', 2, commitment)).toBe(false)
    expect(await verifyChainSeed('last', 2, commitment)).toBe(false)
  })
})
