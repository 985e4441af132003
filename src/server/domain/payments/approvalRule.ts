import type { AppDeps } from '../../deps.ts'
import type { Reader } from '../../db/client.ts'
import { openAgainstSql } from './debts.ts'
import { approveIf, readHeld } from './withdrawals.ts'

/** An account that is younger leaves time to find out who is behind it. */
const minimumAgeDays = 7

/** How many are approved in one run. */
const batchSize = 50

/**
 * Approves the withdrawals that need no person; returns how many. The rule: at most `payoutAutoLimit` with the player's
 * other withdrawals of the last 24 hours, to the player's own verified CPF, from an account of seven days, with no
 * turnover left and nothing open against the player (a lock, a suspension, a suspended prize, a review, a deposit that goes back, a
 * debt because a bank has taken one back or a result was corrected). The others wait for a
 * person. Safe to run in every process.
 */
export async function approveByRule(deps: AppDeps): Promise<number> {
  let count = 0
  for (const id of await findByRule(deps, deps.db)) {
    try {
      // Once more under the lock: a lock or a bonus may have come meanwhile.
      const meets = async (tx: Reader) => (await findByRule(deps, tx, id)).length > 0
      if (await approveIf(deps, approveByRule.name, id, meets)) count++
    } catch (error) {
      deps.log.error(error, `approving withdrawal ${id} failed`)
    }
  }
  return count
}

async function findByRule(
  { clock, config }: Pick<AppDeps, 'clock' | 'config'>,
  db: Reader,
  id: string | null = null,
): Promise<string[]> {
  const rows = await db.read<{ id: string }>(
    `select w.id from withdrawals w join users u on u.id = w.user_id join wallets a on a.user_id = w.user_id
      where w.status = 'requested' and ($4::text is null or w.id = $4)
        and w.type = 'CPF' and w.key_index = u.cpf_index and u.kyc = 1
        and u.created_at <= $1::timestamptz - make_interval(days => $2)
        and not u.lock and coalesce(u.suspended_until <= $1, true) and not u.test_flag and u.erased_at is null
        and a.turnover_left = 0
        and not ${openAgainstSql('w.user_id')} and w.user_id <> all($6)
        and (select sum(d.amount) from withdrawals d where d.user_id = w.user_id
              and d.status not in ('refused', 'failed', 'returned')
              and (d.id = w.id or d.created_at > $1::timestamptz - interval '24 hours')) <= $3
      order by w.created_at, w.id limit $5`,
    [clock.now(), minimumAgeDays, config.payoutAutoLimit, id, batchSize, await readHeld({ config }, db)],
  )
  return rows.map((row) => row.id)
}
