import { expect, it } from 'vitest'
import { gameHub } from './scenarios/gameHub.ts'
import { gameProviders } from './scenarios/gameProviders.ts'
import { sized } from '../scope.ts'
import { withLab } from './withLab.ts'

it('a third-party round moves its money once, whatever the order, repetition and concurrency of its calls', async () => {
  await withLab(async (lab) => {
    const { rounds, moved } = await gameProviders(lab, sized(4, 10))
    expect(moved).toBeGreaterThan(0)
    expect(moved).toBeLessThan(rounds)
  })
})

it('rounds of a hub move money once, though calls are lost, repeated and overtaken, and the server is killed', async () => {
  await withLab(async (lab) => {
    const { counts } = await gameHub(lab, { rounds: sized(45, 90), kills: 1 })
    for (const name of [
      'bets',
      'free bets',
      'wins',
      'losses',
      'rollbacks',
      'late bets refused',
      'bets without an answer',
    ])
      expect([name, counts[name] ?? 0]).toEqual([name, expect.toSatisfy((count: number) => count > 0)])
  })
})
