import { expect, it } from 'vitest'
import { banks } from './scenarios/banks.ts'
import { sized } from '../scope.ts'
import { withLab } from './withLab.ts'

it('deposits and payouts end as the banks’ own books say, whatever fails, however often it is told, whenever the server dies', async () => {
  await withLab(async (lab) => {
    const { credited, paidOut, killed } = await banks(lab, { customers: sized(4, 6), kills: sized(1, 2) })
    expect(credited).toBeGreaterThan(1)
    expect(paidOut).toBeGreaterThan(1)
    expect(killed).toBeGreaterThan(0)
  })
})
