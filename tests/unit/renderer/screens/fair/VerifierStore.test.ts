import { expect, it } from 'vitest'
import { gameCalls } from '#contract/http/game.ts'
import { VerifierStore } from '#renderer/screens/fair/VerifierStore.ts'
import { createMoneyRoot, deferred } from '../../stores/moneyRoot.ts'

const seeds = {
  serverSeed: 'f2ac89b608eeb01312d115bce6741b32',
  clientSeed: '86ff027f15c48241af7f54a726690ee7',
}
const round = {
  gameCode: 'dice',
  multiplier: 2,
  payout: 20,
  time: '2030-01-01T00:00:00Z',
  params: {},
  proof: { ...seeds, serverSeedHash: '', nonce: 0 },
}

it('shows the result of what stands in the form, not of what was changed meanwhile', async () => {
  const store = new VerifierStore(createMoneyRoot().root)
  store.change({ game: 'dice', ...seeds })
  await store.verify()
  expect(store.result?.outcome).toEqual(expect.objectContaining({ roll: 28.07 }))
  const verified = store.verify()
  store.change({ nonce: 7 })
  await verified
  expect(store.result).toBeNull()
})

it('a round that comes late does not overwrite what the player has typed since', async () => {
  const fixture = createMoneyRoot()
  const answer = deferred<typeof round>()
  fixture.respond(gameCalls.round, () => answer.promise)
  const store = new VerifierStore(fixture.root)
  const filled = store.fill('r1')
  store.change({ clientSeed: 'my own' })
  answer.resolve(round)
  await filled
  expect([store.clientSeed, store.result]).toEqual(['my own', null])

  await store.fill('r1')
  expect([store.clientSeed, store.result?.outcome]).toEqual([
    seeds.clientSeed,
    expect.objectContaining({ roll: 28.07 }),
  ])
})
