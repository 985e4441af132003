import type { GameRow, HouseSums, MoneyRow } from '#contract/office/reports.ts'
import type * as domain from '../../domain/reports/revenue.ts'

export function presentHouse(
  row: Omit<domain.RevenueRow, 'actives' | 'starts'>,
  actives: number | null,
): HouseSums {
  const { liabilities } = row
  return {
    ...betSums(row),
    ngrCents: row.ngr,
    actives,
    bonusCostCents: row.bonusCost,
    taxCents: row.tax,
    depositsCents: row.deposits,
    depositCount: row.depositCount,
    vouchersCents: row.vouchers,
    withdrawalsCents: row.withdrawals,
    withdrawalCount: row.withdrawalCount,
    feesCents: row.fees,
    debtsCents: row.debts,
    adjustmentsCents: row.adjustments,
    registrations: row.registrations,
    firstDeposits: row.firstDeposits,
    firstDepositCents: row.firstDepositCents,
    cashLiabilityCents: liabilities.cash,
    bonusLiabilityCents: liabilities.bonus,
    heldWithdrawalsCents: liabilities.heldWithdrawals,
    openRoundsCents: liabilities.openRounds,
    openTicketsCents: liabilities.openTickets,
  }
}

export function presentGame(
  row: domain.GameRow,
  known: { name: string | null; provider: string | null } | undefined,
): GameRow {
  const { starts, product, game, actives } = row
  const { name, provider } = known ?? { name: null, provider: null }
  return { starts, product, game, name, provider, actives, ...betSums(row) }
}

export function presentMoney({ starts, kind, detail, count, cents }: domain.MoneyRow): MoneyRow {
  return { starts, kind, detail, count, cents }
}

function betSums(row: domain.BetSums) {
  return {
    ggrCents: row.ggr,
    taxBaseCents: row.taxBase,
    placed: row.placed,
    placedCents: row.placedCents,
    settled: row.settled,
    cashStakesCents: row.cashStakes,
    cashPayoutsCents: row.cashPayouts,
    bonusStakesCents: row.bonusStakes,
    bonusPayoutsCents: row.bonusPayouts,
    correctionsCents: row.corrections,
    refundsCents: row.refunds,
  }
}
