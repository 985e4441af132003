import { expect, it } from 'vitest'
import { callbacks } from './scenarios/callbacks.ts'
import { withLab } from './withLab.ts'

it('a payment is credited exactly once, in whatever order, however often and however late its notices come', async () => {
  await withLab(async (lab) => {
    const { orders, credited } = await callbacks(lab)
    expect(credited).toBeGreaterThan(0)
    expect(credited).toBeLessThan(orders)
  })
})
