import { it } from 'vitest'
import { flows } from './harness/flows.ts'
import { cutNetwork, type Cuts } from './scenarios/network.ts'
import { isWhole, sized } from '../scope.ts'
import { withLab } from './withLab.ts'

/**
 * Every packet of these flows is cut, in `npm test` every eighth on the way to the database and those of fewer flows; the long run
 * cuts all flows (longScenarios.ts).
 */
const chosen: Record<string, Cuts[]> = {
  'dice bet': [
    { place: 'database', direction: 'up', action: 'cut' },
    { place: 'database', direction: 'down', action: 'cut' },
    { place: 'client', direction: 'up', action: 'half' },
    { place: 'client', direction: 'up', action: 'after' },
    { place: 'client', direction: 'down', action: 'stall' },
  ],
  'mines cashOut': [{ place: 'database', direction: 'down', action: 'cut' }],
  single: [{ place: 'database', direction: 'down', action: 'half' }],
  order: [{ place: 'client', direction: 'down', action: 'cut' }],
  deposit: [{ place: 'database', direction: 'down', action: 'cut' }],
  withdrawal: [{ place: 'database', direction: 'up', action: 'after' }],
  rebate: [{ place: 'database', direction: 'down', action: 'cut' }],
  commission: [{ place: 'database', direction: 'up', action: 'after' }],
  ladder: [{ place: 'database', direction: 'down', action: 'cut' }],
  'provider debit': [{ place: 'database', direction: 'down', action: 'cut' }],
  'provider credit': [{ place: 'database', direction: 'up', action: 'after' }],
  'provider rollback': [{ place: 'client', direction: 'down', action: 'cut' }],
  registration: [
    { place: 'database', direction: 'down', action: 'cut' },
    { place: 'client', direction: 'up', action: 'after' },
  ],
}

/** Flows whose calls are handled as those of another one. */
const alike = ['rebate', 'commission']

it('a money call cut at any packet gets a true response, if any, and has one effect after a retry', async () => {
  await withLab((lab) =>
    cutNetwork(
      lab,
      flows
        .filter(({ name }) => name in chosen && (isWhole || !alike.includes(name)))
        .map((flow) => ({ flow, cuts: chosen[flow.name] ?? [] })),
      { every: sized(8, 1) },
    ),
  )
})
