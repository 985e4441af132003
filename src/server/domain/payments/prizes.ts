import { cents, min, ZERO, type Cents, type WalletBalances, type WalletName } from '#contract/money.ts'
import { potentialReturn } from '#contract/rules/settlement.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader } from '../../db/client.ts'

/** A bet or an award, and what of its prize the player still has. */
export interface Prize {
  userId: string
  refType: 'ticket' | 'round' | 'award'
  /** Of the bet; of an award the key of its posting. */
  refId: string
  /** Where it is; of an open bet, where it will be paid. */
  wallet: WalletName
  /** What is left of it; of an open bet the most that it pays. */
  amount: Cents
  /** The bet is not decided: there is no prize yet. */
  isOpen: boolean
}

/** Why no prize can be suspended: there is no such bet or award, it has paid nothing, or nothing of it is left. */
export type NoPrize = 'unknown' | 'unpaid' | 'spent'

interface Row {
  ref_type: Prize['refType']
  user_id: string
  wallet: WalletName
  amount: number
  state: 'open' | 'playing' | 'decided'
  paid_by: string[]
}

/** An award is a posting that gives something for no stake: a bonus, that of a deposit, or a prize that staff have given. */
const selectSql = `
  select 'ticket' as ref_type, user_id, wallet, payout as amount,
      case when state in (-10, 0) then 'open' else 'decided' end as state, array['close:ticket:' || id] as paid_by
    from tickets where id = $1
  union all
  select 'round', user_id, wallet, payout, case status when 'open' then 'playing' else 'decided' end,
      array['close:round:' || id, 'stake:round:' || id]
    from game_rounds where id = $1
  union all
  select 'award', user_id, coalesce(args ->> 'wallet', 'bonus'), coalesce(args ->> 'bonus', args ->> 'amount')::bigint, 'decided',
      array[key]
    from transfers where key = $1 and (kind = 'bonus' or kind = 'deposit' and (args ->> 'bonus')::bigint > 0
      or kind = 'adjust' and ref_type = 'adjust' and (args ->> 'amount')::bigint > 0
        and exists (select from adjustments a where a.user_id = transfers.user_id and a.id = ref_id and a.kind = 'prize'))`

/** Finds the prize of a bet, by the id of the ticket or round, or an award, by the key of its posting. */
export async function findPrize(
  { ledger }: Pick<AppDeps, 'ledger'>,
  db: Reader,
  id: string,
): Promise<Prize | NoPrize> {
  const [row] = await db.read<Row>(selectSql, [id])
  if (!row) return 'unknown'
  const { ref_type: refType, user_id: userId, wallet } = row
  if (row.state === 'open')
    return { userId, refType, refId: id, wallet, amount: await mostOf(db, userId, id), isOpen: true }
  if (row.state === 'playing' || row.amount === 0) return 'unpaid'
  const balances = await ledger.wallet(db, userId)
  const left = await leftOf(db, { userId, wallet, amount: cents(row.amount), paidBy: row.paid_by }, balances)
  return left.amount === ZERO ? 'spent' : { userId, refType, refId: id, ...left, isOpen: false }
}

/** The most that a ticket pays. */
export async function mostOf(db: Reader, userId: string, ticketId: string): Promise<Cents> {
  const [row] = await db.read<{ stake: number; max_return: number; odds: number[] }>(
    `select stake, max_return, array(
        select odds::float8 from ticket_legs l where l.user_id = $1 and l.ticket_id = t.id order by position) as odds
      from tickets t where user_id = $1 and id = $2`,
    [userId, ticketId],
  )
  return row ? potentialReturn(cents(row.stake), row.odds, cents(row.max_return)) : ZERO
}

/** A bonus may have become cash since it was paid. */
async function leftOf(
  db: Reader,
  paid: { userId: string; wallet: WalletName; amount: Cents; paidBy: string[] },
  { cash, bonus }: WalletBalances,
): Promise<Pick<Prize, 'wallet' | 'amount'>> {
  const { userId, wallet, amount, paidBy } = paid
  if (wallet === 'cash' || bonus > ZERO)
    return { wallet, amount: min(amount, wallet === 'cash' ? cash : bonus) }
  const [row] = await db.read<{ released: number }>(
    `select coalesce(sum((r.args ->> 'amount')::bigint), 0)::bigint as released from transfers r
      where r.user_id = $1 and r.kind = 'release'
        and r.id > (select max(s.id) from transfers s where s.key = any($2) and s.user_id = $1)`,
    [userId, paidBy],
  )
  return { wallet: 'cash', amount: min(amount, min(cents(row?.released ?? 0), cash)) }
}
