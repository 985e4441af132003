import { describe, it } from 'vitest'
import { clockJumps } from './scenarios/clockJumps.ts'
import { processes } from './scenarios/processes.ts'
import { newerDatabase } from './scenarios/versions.ts'
import { withLab } from './withLab.ts'
import { isWhole } from '../scope.ts'

describe('several servers on one database', () => {
  it("share a player's calls, survive the kill of one of them, and push events through all of them", async () => {
    await withLab((lab) => processes(lab, isWhole ? 3 : 2, 'killed'))
  })
})

describe('the clock', () => {
  it('jumps a day ahead and an hour back: all money stays right, and the jobs continue', async () => {
    await withLab((lab) => clockJumps(lab))
  })
})

// `npm test` has tests/server/db.test.ts, which migrates such databases without a program.
if (isWhole)
  describe('a program older than the database', () => {
    it('refuses a newer schema and a newer ledger, and changes nothing', async () => {
      await withLab(newerDatabase)
    })
  })
