import { expect, it } from 'vitest'
import { callbacks } from './scenarios/callbacks.ts'
import { sized } from '../scope.ts'
import { withLab } from './withLab.ts'

it('a payment is credited exactly once, whatever the order, number and delay of its notifications', async () => {
  await withLab(async (lab) => {
    const { orders, credited } = await callbacks(lab, sized(4, 12))
    expect(credited).toBeGreaterThan(0)
    expect(credited).toBeLessThan(orders)
  })
})
