import { it } from 'vitest'
import { flows } from './harness/flows.ts'
import { cutNetwork } from './scenarios/network.ts'
import { withLab } from './withLab.ts'

it('x', async () => {
  const journal = await withLab((lab) => cutNetwork(lab, flows.map((flow) => ({ flow, cuts: [
    { place: 'database', direction: 'up', action: 'cut' },
    { place: 'database', direction: 'down', action: 'cut' },
    { place: 'client', direction: 'down', action: 'cut' },
  ] }))))
  console.log(journal.cuts, journal.operations)
})
