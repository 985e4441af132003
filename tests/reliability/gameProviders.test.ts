import { expect, it } from 'vitest'
import { gameProviders } from './scenarios/gameProviders.ts'
import { withLab } from './withLab.ts'

it('a round of a third party moves its money once, in whatever order, however often and at once its calls come', async () => {
  await withLab(async (lab) => {
    const { rounds, moved } = await gameProviders(lab)
    expect(moved).toBeGreaterThan(0)
    expect(moved).toBeLessThan(rounds)
  })
})
