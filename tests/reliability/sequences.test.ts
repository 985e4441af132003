import { expect, it } from 'vitest'
import { sequences } from './scenarios/sequences.ts'
import { withLab } from './withLab.ts'
import { sized } from '../scope.ts'

it('the wallet equals that of the model after every call of the generated sequences', async () => {
  await withLab(async (lab) => {
    const seen = await sequences(lab, { players: sized(2, 4) })
    // An action that never occurred was not tested.
    expect([...seen.keys()].filter((name) => name.endsWith('refused')).length).toBeGreaterThan(0)
  })
})
