import { it } from 'vitest'
import { kills } from './scenarios/kills.ts'
import { isWhole } from '../scope.ts'
import { withLab } from './withLab.ts'

/** In `npm test` servers are killed under load in processes.test.ts, banks.test.ts and gameProviders.test.ts. */
const victims = isWhole ? (['server', 'PostgreSQL'] as const) : (['PostgreSQL'] as const)

it(`what is killed under load recovers in time and neither loses nor duplicates anything: ${victims.join(', ')}`, async () => {
  await withLab((lab) => kills(lab, victims))
})
