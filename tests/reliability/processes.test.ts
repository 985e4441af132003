import { describe, it } from 'vitest'
import { clockJumps } from './scenarios/clockJumps.ts'
import { processes } from './scenarios/processes.ts'
import { newerDatabase } from './scenarios/versions.ts'
import { withLab } from './withLab.ts'

describe('several servers on one database', () => {
  it('share the calls of a player, survive that one is killed, and tell the player everywhere', async () => {
    await withLab((lab) => processes(lab, 3, 'killed'))
  })
})

describe('the clock', () => {
  it('jumps a day ahead and an hour back: no money is wrong, and jobs go on', async () => {
    await withLab((lab) => clockJumps(lab))
  })
})

describe('a program that is older than the database', () => {
  it('refuses a newer schema and a newer ledger, and changes nothing', async () => {
    await withLab(newerDatabase)
  })
})
