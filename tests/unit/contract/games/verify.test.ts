import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { webCryptoHashes } from '#contract/games/fair.ts'
import { pureHashes } from '#contract/games/pureHashes.ts'
import { verifyRound } from '#contract/games/verify.ts'
import { buildChain } from '#server/games/double/chain.ts'

const dice = {
  game: 'dice',
  serverSeed: 'f2ac89b608eeb01312d115bce6741b32',
  clientSeed: '86ff027f15c48241af7f54a726690ee7',
  nonce: 0,
  params: {},
}

describe.each([
  ['WebCrypto', webCryptoHashes],
  ['no WebCrypto', pureHashes],
])('a verifier with %s', (_, hashes) => {
  it('returns the known answer and whether the seed was the committed one', async () => {
    const shownHash = await webCryptoHashes.sha256Hex(dice.serverSeed)
    const good = await verifyRound({ ...dice, shownHash: ` ${shownHash.toUpperCase()} ` }, hashes)
    expect(good).toMatchObject({
      ok: true,
      value: { outcome: { roll: 28.07 }, matchesHash: true, isInChain: null, hash: shownHash },
    })
    expect(good.ok && good.value.floats).toHaveLength(1)
    const bad = await verifyRound({ ...dice, shownHash: 'abc' }, hashes)
    expect(bad).toMatchObject({ value: { matchesHash: false } })
    expect(await verifyRound(dice, hashes)).toMatchObject({ value: { matchesHash: null } })
  })

  it('accepts old rounds, whose client seeds had other characters', async () => {
    for (const clientSeed of ['minha semente', 'ção!', '<b>"', '種']) {
      const message = `${clientSeed}:0:0`
      const digest = createHmac('sha256', dice.serverSeed).update(message).digest()
      const result = await verifyRound({ ...dice, clientSeed }, hashes)
      expect(result).toMatchObject({ ok: true, value: { floats: [digest.readUInt32BE(0) / 2 ** 32] } })
    }
  })

  it('finds the position of a shared round in its chain', async () => {
    const { commitment, seeds } = buildChain('f7b51b19a4563681f2c1e00ef747884a', 5)
    const round = (nonce: number, at = nonce) =>
      verifyRound(
        {
          game: 'double',
          serverSeed: seeds[nonce] ?? '',
          clientSeed: 'c',
          nonce: at,
          params: {},
          commitment,
        },
        hashes,
      )
    for (let nonce = 0; nonce < 5; nonce++) {
      expect(await round(nonce)).toMatchObject({ value: { isInChain: true } })
    }
    expect(await round(3, 4)).toMatchObject({ value: { isInChain: false } })
    expect(await round(4, 3)).toMatchObject({ value: { isInChain: false } })
  })

  it('refuses unknown games and choices', async () => {
    expect(await verifyRound({ ...dice, game: 'poker' }, hashes)).toEqual({ ok: false, error: 'gameUnknown' })
    const mines = { ...dice, game: 'mines', params: { mineCount: 25 } }
    expect(await verifyRound(mines, hashes)).toEqual({ ok: false, error: 'minesInvalid' })
  })
})

it('both compute the same hash for any text', async () => {
  for (const text of ['', 'a', 'ção', '種', 'x'.repeat(200)]) {
    expect(pureHashes.sha256Hex(text)).toBe(await webCryptoHashes.sha256Hex(text))
    expect(pureHashes.block(text || 'k', text)).toEqual(await webCryptoHashes.block(text || 'k', text))
  }
})
