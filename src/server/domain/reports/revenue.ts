import ownBrand from '#brand/brand.json' with { type: 'json' }
import { cents, ZERO, type Cents } from '#contract/money.ts'
import type { Reader } from '../../db/client.ts'
import { taxOf, type TaxRates } from './tax.ts'

/** A week begins on Monday. A period is named by its first day, also if the range begins later. */
export type Period = 'day' | 'week' | 'month'

/** Days in Brasília, YYYY-MM-DD, both included. */
export interface DayRange {
  from: string
  to: string
}

/** Which players of the house: those of a brand, by its id in brand.json; all if it is left out. */
export interface OfBrand {
  brand?: string | undefined
}

/** Bets of some days. */
export interface BetSums {
  /** Bets that were placed, and their stakes. */
  placed: number
  placedCents: Cents
  /** Bets that were decided. */
  settled: number
  /** Stakes of decided bets and what they paid out, by wallet. Corrections of results are part of the payouts. */
  cashStakes: Cents
  bonusStakes: Cents
  cashPayouts: Cents
  bonusPayouts: Cents
  /** Stakes that were given back; they are in no other sum but `placedCents`. */
  refunds: Cents
  /** What corrections of results paid to players in all. */
  corrections: Cents
  /** Gross gaming revenue: stakes less payouts of both wallets. */
  ggr: Cents
  /** What the tax is of: cash stakes less their payouts. A stake from the bonus wallet was never paid in. */
  taxBase: Cents
}

/** What players have at the end of a day, in cents: the house owes it to them or holds it for them. */
export interface Liabilities {
  cash: Cents
  bonus: Cents
  heldWithdrawals: Cents
  openRounds: Cents
  openTickets: Cents
}

/** A period of the whole house; all amounts in cents. */
export interface RevenueRow extends BetSums {
  starts: string
  /** What bonuses of every kind cost, at the time when they were given. */
  bonusCost: Cents
  tax: Cents
  /** Net gaming revenue: the gross one less bonuses and tax. */
  ngr: Cents
  /** What payment providers received less what banks took back, and how often it was paid. */
  deposits: Cents
  depositCount: number
  vouchers: Cents
  /** What was paid out, less what banks sent back. */
  withdrawals: Cents
  withdrawalCount: number
  fees: Cents
  /** What players owe because a bank took back what they had used. */
  debts: Cents
  /** What other postings (adjustments) gave to players, less what they took. */
  adjustments: Cents
  firstDeposits: number
  firstDepositCents: Cents
  registrations: number
  /** Players who placed a bet. */
  actives: number
  /** At the end of the period, or of the range if that ends before. */
  liabilities: Liabilities
}

/** A period of one game or sport. */
export interface GameRow extends BetSums {
  starts: string
  product: 'game' | 'sport'
  /** The game's code, or the sport; `mixed` for tickets on several sports, empty when it is unknown. */
  game: string
  /** Null for a range that is no single period. */
  actives: number | null
}

/** An amount of one kind in a period. */
export interface MoneyRow {
  starts: string
  kind: string
  detail: string
  count: number
  cents: Cents
}

interface BetColumns {
  placed: number
  placed_cents: number
  settled: number
  cash_stakes: number
  bonus_stakes: number
  cash_payouts: number
  bonus_payouts: number
  refunds: number
  corrections: number
}

interface DayRow extends BetColumns {
  starts: string
  day: string
  bonus_cost: number
  deposits: number
  deposit_count: number
  vouchers: number
  withdrawals: number
  withdrawal_count: number
  fees: number
  debts: number
  adjustments: number
  first_deposits: number
  first_deposit_cents: number
  registrations: number
  actives: number
  cash: number
  bonus: number
  held_withdrawals: number
  open_rounds: number
  open_tickets: number
}

const betColumns = `
  coalesce(sum(placed), 0)::bigint as placed, coalesce(sum(placed_cents), 0)::bigint as placed_cents,
  coalesce(sum(settled), 0)::bigint as settled,
  coalesce(sum(stakes) filter (where wallet = 'cash'), 0)::bigint as cash_stakes,
  coalesce(sum(stakes) filter (where wallet = 'bonus'), 0)::bigint as bonus_stakes,
  coalesce(sum(payouts) filter (where wallet = 'cash'), 0)::bigint as cash_payouts,
  coalesce(sum(payouts) filter (where wallet = 'bonus'), 0)::bigint as bonus_payouts,
  coalesce(sum(refunds), 0)::bigint as refunds, coalesce(sum(corrections), 0)::bigint as corrections`

/**
 * SQL: whether a row is counted, with the brand as parameter `place` and null for all. Players from before brands were kept have
 * none, and are those of the brand that this server was built with.
 */
const isOfBrandSql = (place: string) =>
  `(${place}::text is null or coalesce(nullif(brand, ''), '${ownBrand.id}') = ${place})`

/** One row for each day of the range, also for those on which nothing happened. */
const daysSql = `
  with days as (
    select day::date as day from generate_series($1::date, $2::date, interval '1 day') day
  ), account as (
    select day, sum(-cents) filter (where account = 'house_bonus') as bonus_cost,
      sum(-cents) filter (where account = 'house_provider') as deposits,
      sum(-cents) filter (where account = 'house_vouchers') as vouchers,
      sum(cents) filter (where account = 'house_payout') as withdrawals,
      sum(cents) filter (where account = 'house_fees') as fees,
      sum(-cents) filter (where account = 'house_debts') as debts,
      sum(-cents) filter (where account like 'house\\_%' and account not in ('house_games', 'house_bonus',
        'house_provider', 'house_vouchers', 'house_payout', 'house_fees', 'house_debts')) as adjustments
    from report_accounts where day between $1 and $2 and ${isOfBrandSql('$4')} group by day
  ), counted as (
    select day, sum(number) filter (where kind = 'deposit') as deposit_count,
      sum(number) filter (where kind = 'withdrawal') as withdrawal_count,
      sum(number) filter (where kind = 'firstDeposit') as first_deposits,
      sum(cents) filter (where kind = 'firstDeposit') as first_deposit_cents
    from report_money where day between $1 and $2 and ${isOfBrandSql('$4')} group by day
  ), moved as (
    -- What came before the range counts with its first day.
    select greatest(day, $1::date) as day, sum(cents) filter (where account = 'cash') as cash,
      sum(cents) filter (where account = 'bonus' or account = 'hold_round_bonus' and held_for = 'prize') as bonus,
      sum(cents) filter (where account = 'hold_withdrawal') as held_withdrawals,
      sum(cents) filter (where held_for = 'round') as open_rounds,
      sum(cents) filter (where held_for = 'ticket') as open_tickets
    from report_accounts where day <= $2 and account not like 'house\\_%' and ${isOfBrandSql('$4')} group by 1
  ), bets as (
    select day, ${betColumns} from report_bets where day between $1 and $2 and ${isOfBrandSql('$4')} group by day
  ), registered as (
    select day, sum(players)::bigint as registrations from report_registrations
    where day between $1 and $2 and ${isOfBrandSql('$4')} group by day
  ), active as (
    select starts, sum(players)::bigint as actives from report_actives
    where period = $3 and starts between date_trunc($3, $1::date::timestamp)::date and $2 and product = '*' and game = '*'
      and ${isOfBrandSql('$4')} group by starts
  )
  select days.day::text as day, date_trunc($3, days.day::timestamp)::date::text as starts,
    coalesce(placed, 0) as placed, coalesce(placed_cents, 0) as placed_cents, coalesce(settled, 0) as settled,
    coalesce(cash_stakes, 0) as cash_stakes, coalesce(bonus_stakes, 0) as bonus_stakes,
    coalesce(cash_payouts, 0) as cash_payouts, coalesce(bonus_payouts, 0) as bonus_payouts,
    coalesce(refunds, 0) as refunds, coalesce(corrections, 0) as corrections,
    coalesce(bonus_cost, 0)::bigint as bonus_cost, coalesce(deposits, 0)::bigint as deposits,
    coalesce(vouchers, 0)::bigint as vouchers, coalesce(withdrawals, 0)::bigint as withdrawals,
    coalesce(fees, 0)::bigint as fees, coalesce(debts, 0)::bigint as debts,
    coalesce(adjustments, 0)::bigint as adjustments,
    coalesce(deposit_count, 0)::bigint as deposit_count, coalesce(withdrawal_count, 0)::bigint as withdrawal_count,
    coalesce(first_deposits, 0)::bigint as first_deposits,
    coalesce(first_deposit_cents, 0)::bigint as first_deposit_cents,
    coalesce(registrations, 0) as registrations, coalesce(actives, 0) as actives,
    coalesce(sum(moved.cash) over so_far, 0)::bigint as cash, coalesce(sum(moved.bonus) over so_far, 0)::bigint as bonus,
    coalesce(sum(moved.held_withdrawals) over so_far, 0)::bigint as held_withdrawals,
    coalesce(sum(moved.open_rounds) over so_far, 0)::bigint as open_rounds,
    coalesce(sum(moved.open_tickets) over so_far, 0)::bigint as open_tickets
  from days left join account using (day) left join counted using (day) left join moved using (day)
    left join bets using (day) left join registered using (day)
    left join active on active.starts = date_trunc($3, days.day::timestamp)::date
  window so_far as (order by days.day rows unbounded preceding) order by days.day`

/** The whole house by period, oldest first. A period without anything is there too. */
export async function readRevenue(
  on: Reader,
  range: DayRange,
  period: Period,
  rates: TaxRates,
  { brand }: OfBrand = {},
): Promise<RevenueRow[]> {
  const days = await on.read<DayRow>(daysSql, [range.from, range.to, period, brand ?? null])
  const periods = new Map<string, DayRow[]>()
  for (const day of days) {
    const list = periods.get(day.starts) ?? []
    periods.set(day.starts, list)
    list.push(day)
  }
  return [...periods].map(([starts, rows]) => toRevenue(starts, rows, rates))
}

/** The whole range as one row; `actives` are not known for it. */
export async function readTotals(
  on: Reader,
  range: DayRange,
  rates: TaxRates,
  { brand }: OfBrand = {},
): Promise<Omit<RevenueRow, 'actives'>> {
  const { actives: _, ...row } = toRevenue(
    range.from,
    await on.read<DayRow>(daysSql, [range.from, range.to, 'day', brand ?? null]),
    rates,
  )
  return row
}

/** Games and sports by period, the ones that earned most first. */
export async function readGames(
  on: Reader,
  { from, to }: DayRange,
  period: Period | 'range',
  { brand }: OfBrand = {},
): Promise<GameRow[]> {
  const rows = await on.read<BetColumns & Omit<GameRow, keyof BetSums>>(
    `select b.starts::text as starts, b.product, b.game, b.placed, b.placed_cents, b.settled, b.cash_stakes, b.bonus_stakes,
       b.cash_payouts, b.bonus_payouts, b.refunds, b.corrections, case when $3 <> 'range' then coalesce((
         select sum(players)::bigint from report_actives a where a.period = $3 and a.starts = b.starts
           and a.product = b.product and a.game = b.game and ${isOfBrandSql('$4')}
       ), 0) end as actives
     from (
       select case $3 when 'range' then $1::date else date_trunc($3, day::timestamp)::date end as starts, product, game, ${betColumns}
       from report_bets where day between $1 and $2 and ${isOfBrandSql('$4')} group by 1, product, game
     ) b
     order by b.starts, b.cash_stakes + b.bonus_stakes - b.cash_payouts - b.bonus_payouts desc, b.product, b.game`,
    [from, to, period, brand ?? null],
  )
  return rows.map((row) => ({
    ...betSums([row]),
    starts: row.starts,
    product: row.product,
    game: row.game,
    actives: row.actives,
  }))
}

/** Deposits, withdrawals, bonuses and the rest by kind and detail (countedSql.ts) and period. */
export async function readMoney(
  on: Reader,
  { from, to }: DayRange,
  period: Period | 'range',
  { brand }: OfBrand = {},
): Promise<MoneyRow[]> {
  const rows = await on.read<Omit<MoneyRow, 'cents'> & { cents: number }>(
    `select case $3 when 'range' then $1::date else date_trunc($3, day::timestamp)::date end::text as starts, kind, detail,
       sum(number)::bigint as count, sum(cents)::bigint as cents
     from report_money where day between $1 and $2 and ${isOfBrandSql('$4')} group by 1, kind, detail order by 1, kind, cents desc, detail`,
    [from, to, period, brand ?? null],
  )
  return rows.map((row) => ({ ...row, cents: cents(row.cents) }))
}

/** The ids of the brands that have players in the reports, this server's own first. */
export async function readBrands(on: Reader): Promise<string[]> {
  const rows = await on.read<{ brand: string }>(
    `select distinct brand from report_registrations where brand not in ('', $1) order by brand`,
    [ownBrand.id],
  )
  return [ownBrand.id, ...rows.map(({ brand }) => brand)]
}

function toRevenue(starts: string, days: readonly DayRow[], rates: TaxRates): RevenueRow {
  const sum = (read: (day: DayRow) => number) => cents(days.reduce((total, day) => total + read(day), 0))
  const last = days.at(-1)
  const bets = betSums(days)
  const bonusCost = sum((day) => day.bonus_cost)
  const tax = taxOf(
    rates,
    days.map((day) => ({ day: day.day, base: cents(day.cash_stakes - day.cash_payouts) })),
  )
  return {
    ...bets,
    starts,
    bonusCost,
    tax,
    ngr: cents(bets.ggr - bonusCost - tax),
    deposits: sum((day) => day.deposits),
    depositCount: sum((day) => day.deposit_count),
    vouchers: sum((day) => day.vouchers),
    withdrawals: sum((day) => day.withdrawals),
    withdrawalCount: sum((day) => day.withdrawal_count),
    fees: sum((day) => day.fees),
    debts: sum((day) => day.debts),
    adjustments: sum((day) => day.adjustments),
    firstDeposits: sum((day) => day.first_deposits),
    firstDepositCents: sum((day) => day.first_deposit_cents),
    registrations: sum((day) => day.registrations),
    // The same on each day of a period.
    actives: last?.actives ?? 0,
    liabilities: {
      cash: cents(last?.cash ?? 0),
      bonus: cents(last?.bonus ?? 0),
      heldWithdrawals: cents(last?.held_withdrawals ?? 0),
      openRounds: cents(last?.open_rounds ?? 0),
      openTickets: cents(last?.open_tickets ?? 0),
    },
  }
}

function betSums(rows: readonly BetColumns[]): BetSums {
  const sums = {
    placed: 0,
    placedCents: ZERO,
    settled: 0,
    cashStakes: ZERO,
    bonusStakes: ZERO,
    cashPayouts: ZERO,
    bonusPayouts: ZERO,
    refunds: ZERO,
    corrections: ZERO,
  }
  for (const row of rows) {
    sums.placed += row.placed
    sums.placedCents = cents(sums.placedCents + row.placed_cents)
    sums.settled += row.settled
    sums.cashStakes = cents(sums.cashStakes + row.cash_stakes)
    sums.bonusStakes = cents(sums.bonusStakes + row.bonus_stakes)
    sums.cashPayouts = cents(sums.cashPayouts + row.cash_payouts)
    sums.bonusPayouts = cents(sums.bonusPayouts + row.bonus_payouts)
    sums.refunds = cents(sums.refunds + row.refunds)
    sums.corrections = cents(sums.corrections + row.corrections)
  }
  const taxBase = cents(sums.cashStakes - sums.cashPayouts)
  return { ...sums, taxBase, ggr: cents(taxBase + sums.bonusStakes - sums.bonusPayouts) }
}
