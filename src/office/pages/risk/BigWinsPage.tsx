import { bigWinCalls } from '#contract/office/risk.ts'
import { suspendBetActions } from '../suspendedPrizes/suspendedPrizeActions.ts'
import { BigBetsList } from './BigBetsList.tsx'

export default function BigWinsPage() {
  return (
    <BigBetsList
      call={bigWinCalls.list}
      titleKey="risk.wins"
      empty="risk.winsEmpty"
      emptyText="risk.winsEmptyText"
      actions={suspendBetActions}
    />
  )
}
