import { it } from 'vitest'
import { longHistory } from './scenarios/longHistory.ts'
import { withLab } from './withLab.ts'

it('bets and account pages read no more rows after tens of thousands of postings', async () => {
  await withLab(async (lab) => {
    await longHistory(lab, { postings: 20_000 })
  })
})
