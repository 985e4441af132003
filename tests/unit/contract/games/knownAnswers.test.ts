import { describe, expect, it } from 'vitest'
import { floatsSync } from '#contract/games/fair.ts'
import type { OriginalGame } from '#contract/games/gameCodes.ts'
import { drawFor, recompute, type Outcomes } from '#contract/games/recompute.ts'
import { nodeBlock } from './chain.ts'

/** docs/product.md, "Known answers". */
const seeds = {
  dice: ['f2ac89b608eeb01312d115bce6741b32', '86ff027f15c48241af7f54a726690ee7'],
  limbo: ['5c5c42b55822f994bd955a4416775190', '40cea334816e7a68ed62d208ce4a2572'],
  mines: ['5ff5c610e633b2a91c46d1be1f74286b', '854581b6f52eaa86503f1dc6433655f9'],
  double: ['f7b51b19a4563681f2c1e00ef747884a', '94ffb08138facf8cffa9c376d703aaed'],
  luckyColor: ['f7b51b19a4563681f2c1e00ef747884a', '94ffb08138facf8cffa9c376d703aaed'],
  rowDouble: ['f0344667883e7628a041d8e500e6d203', '2a73709723181740d73e64233275c29c'],
} as const

/** The verifier's result; the server's synchronous draw must be the same. */
async function play<Game extends OriginalGame>(
  game: Game,
  nonce: number,
  params: unknown = {},
): Promise<Outcomes[Game]> {
  const [serverSeed, clientSeed] = seeds[game]
  const result = await recompute(game, serverSeed, clientSeed, nonce, params)
  if (!result.ok) throw new Error(result.error)
  const draw = drawFor(game, params)
  if (!draw.ok) throw new Error(draw.error)
  const { floatCount, outcome } = draw.value
  expect(outcome(floatsSync(serverSeed, clientSeed, nonce, floatCount, nodeBlock))).toEqual(result.value)
  return result.value as Outcomes[Game]
}

const nonces = (count: number) => Array.from({ length: count }, (_, nonce) => nonce)

describe('known answers', () => {
  it('dice', async () => {
    const rolls = await Promise.all(nonces(10).map(async (nonce) => (await play('dice', nonce)).roll))
    expect(rolls).toEqual([28.07, 29.02, 5.86, 54.86, 9.66, 93.25, 87.23, 38.99, 90.35, 32.79])
  })

  it('limbo', async () => {
    const results = await Promise.all(nonces(10).map(async (nonce) => (await play('limbo', nonce)).result))
    expect(results).toEqual([17.41, 1.69, 2.88, 21.02, 1.09, 140.42, 1.43, 1.21, 3, 2.38])
  })

  it('mines', async () => {
    const boards = await Promise.all(
      nonces(6).map(async (nonce) => (await play('mines', nonce, { mineCount: nonce + 1 })).mines),
    )
    expect(boards.map((mines) => mines.toSorted((a, b) => a - b))).toEqual([
      [6],
      [1, 21],
      [13, 16, 22],
      [14, 16, 21, 23],
      [0, 6, 16, 18, 22],
      [3, 12, 14, 20, 21, 24],
    ])
  })

  it('double', async () => {
    const slots = await Promise.all(nonces(10).map(async (nonce) => (await play('double', nonce)).slot))
    expect(slots).toEqual([13, 2, 9, 13, 6, 3, 4, 6, 3, 8])
  })

  it('luckyColor', async () => {
    const digits = await Promise.all(nonces(10).map(async (nonce) => (await play('luckyColor', nonce)).digit))
    expect(digits).toEqual([9, 1, 6, 9, 4, 2, 3, 4, 2, 5])
  })

  it('rowDouble', async () => {
    const rows = async (nonce: number, mode: string) =>
      (await play('rowDouble', nonce, { mode })).safe.map((row) => row.join('')).join()
    expect(await rows(2, 'hard')).toBe('0,0,0,1,0,1,0,0,1')
    expect(await rows(1, 'medium')).toBe('21,20,02,12,01,12,21,02,10')
  })
})

describe('recompute', () => {
  it('returns an error key for invalid games and parameters', async () => {
    expect(await recompute('plinko', 'a', 'b', 0, {})).toEqual({ ok: false, error: 'gameUnknown' })
    expect(await recompute('mines', 'a', 'b', 0, { mineCount: 25 })).toEqual({
      ok: false,
      error: 'minesInvalid',
    })
    expect(await recompute('rowDouble', 'a', 'b', 0, null)).toEqual({ ok: false, error: 'betInvalid' })
  })

  it('needs no parameters that do not affect the draw', async () => {
    const result = await recompute('double', ...seeds.double, 0, null)
    expect(result).toEqual({ ok: true, value: { slot: 13, colour: 'black' } })
  })
})
