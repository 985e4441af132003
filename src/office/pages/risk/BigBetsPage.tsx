import { bigBetCalls } from '#contract/office/risk.ts'
import { suspendBetActions } from '../suspendedPrizes/suspendedPrizeActions.ts'
import { BigBetsList } from './BigBetsList.tsx'

export default function BigBetsPage() {
  return (
    <BigBetsList
      call={bigBetCalls.list}
      titleKey="risk.bets"
      empty="risk.betsEmpty"
      emptyText="risk.betsEmptyText"
      actions={suspendBetActions}
    />
  )
}
