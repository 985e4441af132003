import { it } from 'vitest'
import { longHistory } from './scenarios/longHistory.ts'
import { withLab } from './withLab.ts'

it('a bet and the pages of the account read no more rows after tens of thousands of postings', async () => {
  await withLab(async (lab) => {
    await longHistory(lab, { postings: 20_000 })
  })
})
