import { expect, it } from 'vitest'
import { gameProviders } from './scenarios/gameProviders.ts'
import { withLab } from './withLab.ts'

it('a third-party round moves its money once, whatever the order, repetition and concurrency of its calls', async () => {
  await withLab(async (lab) => {
    const { rounds, moved } = await gameProviders(lab)
    expect(moved).toBeGreaterThan(0)
    expect(moved).toBeLessThan(rounds)
  })
})
