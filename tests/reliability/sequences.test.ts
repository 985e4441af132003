import { expect, it } from 'vitest'
import { sequences } from './scenarios/sequences.ts'
import { withLab } from './withLab.ts'

it('the wallet is that of the model after every call of generated sequences', async () => {
  await withLab(async (lab) => {
    const seen = await sequences(lab)
    // What the sequences never reach would not be tested.
    expect([...seen.keys()].filter((name) => name.endsWith('refused')).length).toBeGreaterThan(0)
  })
})
