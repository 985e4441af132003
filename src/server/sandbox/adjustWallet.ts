import { randomUUID } from 'node:crypto'
import { cents, type Cents, type WalletBalances } from '#contract/money.ts'
import type { Writer } from '../db/client.ts'
import type { PushedWallet } from '../domain/payments/walletEvents.ts'
import type { Actor } from '../ledger/ledger.ts'

/** Whoever works the sandbox's controls. */
export const sandboxStaff: Actor = { kind: 'staff', id: 'sandbox' }

const adjustSql = `
  with w as (select * from wallets where user_id = $1 for no key update),
    change as (select $3::bigint - cash as cash, $4::bigint - bonus as bonus, $5::bigint - turnover_left as turnover,
      $9::bigint - deposit_sum as deposited, $10::bigint - bet_sum as bet from w)
  select r.cash, r.bonus, r.deposit_sum, r.bet_sum, r.version
  from change, ledger_post_one($1, row('adjust:' || $2, 'adjust', $1, 'adjust', $2,
    jsonb_strip_nulls(jsonb_build_object('cash', $3::bigint, 'bonus', $4::bigint, 'turnover', $5::bigint,
      'depositSum', $9::bigint, 'betSum', $10::bigint)),
    (case when change.cash <> 0 then '{house_sandbox,cash}' else '{}' end::ledger_account[])
      || (case when change.bonus <> 0 then '{house_sandbox,bonus}' else '{}' end::ledger_account[]),
    array_remove(array_remove(array[-change.cash, change.cash, -change.bonus, change.bonus], 0), null),
    coalesce(change.turnover, 0), coalesce(change.deposited, 0), 0, coalesce(change.bet, 0), '', $6, $7)::ledger_posting, $8) r`

/** What a wallet can be set to, in cents: its balances and turnover, and the sums of deposits and bets that levels require. */
type Adjusted = Partial<WalletBalances & Record<'turnoverLeft' | 'depositSum' | 'betSum', Cents>>

/** Sets the given values to exactly these; balances against an account of the sandbox. */
export async function adjustWallet(
  on: Writer,
  { userId, cash, bonus, turnoverLeft, depositSum, betSum }: { userId: string } & Adjusted,
  at: Date,
): Promise<PushedWallet> {
  const [row] = await on.write<{
    cash: number
    bonus: number
    deposit_sum: number
    bet_sum: number
    version: number
  }>(adjustSql, [
    userId,
    randomUUID(),
    cash ?? null,
    bonus ?? null,
    turnoverLeft ?? null,
    sandboxStaff.kind,
    sandboxStaff.id,
    at,
    depositSum ?? null,
    betSum ?? null,
  ])
  if (!row) throw new RangeError(`no wallet: ${userId}`)
  return {
    cash: cents(row.cash),
    bonus: cents(row.bonus),
    depositSum: cents(row.deposit_sum),
    betSum: cents(row.bet_sum),
    version: row.version,
  }
}
