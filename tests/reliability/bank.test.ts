import { expect, it } from 'vitest'
import { bank } from './scenarios/bank.ts'
import { withLab } from './withLab.ts'

it('every read finds the same total of money while 32 workers move it', async () => {
  await withLab(async (lab) => {
    const { reads } = await bank(lab)
    expect(reads).toBeGreaterThan(10)
  })
})
