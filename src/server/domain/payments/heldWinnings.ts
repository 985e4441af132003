import { cents, min, type Cents } from '#contract/money.ts'
import type { HeldWinnings } from '#contract/http/order.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader } from '../../db/client.ts'

/** How many times a player is told; what comes later is told with the last of them. */
const shownTimes = 3

/**
 * What results have paid for tickets and corrections may take back, by the time from which it can be withdrawn, the earliest
 * first. What was paid as bonus is held as far as bonus has become cash since. What is suspended, or was taken by the
 * house, is in the wallet no more.
 */
export async function readHeldWinnings(
  { clock }: Pick<AppDeps, 'clock'>,
  db: Reader,
  userId: string,
): Promise<HeldWinnings[]> {
  const rows = await db.read<{ until: Date; cash: number; bonus: number; released: number }>(
    `select held_until as until, coalesce(sum(greatest(payout - coalesce(p.amount, 0), 0)) filter (where t.wallet = 'cash'), 0)::bigint as cash,
        coalesce(sum(greatest(payout - coalesce(p.amount, 0), 0)) filter (where t.wallet = 'bonus'), 0)::bigint as bonus,
        coalesce((
          select sum((r.args ->> 'amount')::bigint) from transfers r where r.user_id = $1 and r.kind = 'release'
            and r.id > (
              select min(s.id) from tickets k join transfers s on s.key = 'close:ticket:' || k.id and s.user_id = $1
              where k.user_id = $1 and k.held_until > $2 and k.wallet = 'bonus')
        ), 0)::bigint as released
      from tickets t left join (
        select ref_id, sum(amount) as amount from prize_suspensions
          where user_id = $1 and ref_type = 'ticket' and (ended_at is null or taken) group by ref_id
      ) p on p.ref_id = t.id
      where t.user_id = $1 and held_until > $2 group by held_until order by held_until`,
    [userId, clock.now()],
  )
  let released = rows[0]?.released ?? 0
  const held: HeldWinnings[] = []
  for (const { until, cash, bonus } of rows) {
    const fromBonus = Math.min(bonus, released)
    released -= fromBonus
    const amount = cents(cash + fromBonus)
    const last = held.at(-1)
    if (amount === 0) continue
    if (last && held.length === shownTimes)
      held[held.length - 1] = { amount: cents(last.amount + amount), until }
    else held.push({ amount, until })
  }
  return held
}

/** The cash that stays in the wallet: what is held, as far as it is still there. */
export function heldCash(held: readonly HeldWinnings[], cash: Cents): Cents {
  return min(cash, cents(held.reduce((sum, { amount }) => sum + amount, 0)))
}
