import { it } from 'vitest'
import { kills } from './scenarios/kills.ts'
import { withLab } from './withLab.ts'

it('a server and a PostgreSQL killed under load recover in time and neither lose nor duplicate anything', async () => {
  await withLab((lab) => kills(lab, ['server', 'PostgreSQL']))
})
