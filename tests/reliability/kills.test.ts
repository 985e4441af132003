import { it } from 'vitest'
import { kills } from './scenarios/kills.ts'
import { withLab } from './withLab.ts'

it('a server and a PostgreSQL that are killed under load are back in time, and have lost and doubled nothing', async () => {
  await withLab((lab) => kills(lab, ['server', 'PostgreSQL']))
})
