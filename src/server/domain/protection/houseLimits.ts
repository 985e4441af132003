import type { HouseLimitKind, HouseLimitPeriod } from '#contract/rules/playerStatus.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader, Tx } from '../../db/client.ts'
import { lockWallet } from '../../ledger/walletLock.ts'
import { Refusal } from '../../texts/refusal.ts'

/** A limit of the operator for one player. Cents, or minutes for kind `time`. */
export interface HouseLimit {
  kind: HouseLimitKind
  period: HouseLimitPeriod
  amount: number
}

export async function readHouseLimits(db: Reader, userId: string): Promise<HouseLimit[]> {
  return db.read<HouseLimit>(
    'select kind, period, amount from house_limits where user_id = $1 order by kind, period',
    [userId],
  )
}

/**
 * Sets or removes (`amount` null) a limit for one player, and returns the player's house limits before. It applies to the
 * next bet or deposit. Throws badRequest where kind and period do not fit.
 */
export async function setHouseLimit(
  { clock }: Pick<AppDeps, 'clock'>,
  tx: Tx,
  {
    userId,
    kind,
    period,
    amount,
    staffId,
  }: Omit<HouseLimit, 'amount'> & {
    userId: string
    amount: number | null
    staffId: string
  },
): Promise<HouseLimit[]> {
  if ((kind === 'stake') !== (period === 'bet')) throw new Refusal('badRequest')
  await lockWallet(tx, userId)
  const before = await readHouseLimits(tx, userId)
  if (amount === null) {
    await tx.query('delete from house_limits where user_id = $1 and kind = $2 and period = $3', [
      userId,
      kind,
      period,
    ])
    return before
  }
  await tx.query(
    `insert into house_limits (user_id, kind, period, amount, made_by, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (user_id, kind, period) do update
       set amount = excluded.amount, made_by = excluded.made_by, created_at = excluded.created_at`,
    [userId, kind, period, amount, staffId, clock.now()],
  )
  return before
}
