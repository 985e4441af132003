import { it } from 'vitest'
import { longHistory } from './scenarios/longHistory.ts'
import { sized } from '../scope.ts'
import { withLab } from './withLab.ts'

it('bets and account pages read no more rows after thousands of postings', async () => {
  await withLab(async (lab) => {
    await longHistory(lab, { postings: sized(4_000, 20_000) })
  })
})
