import {
  launderingRules,
  riskRules,
  usualThresholds,
  type RiskRule,
  type RiskThresholds,
} from '#contract/rules/risk.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader, Tx } from '../../db/client.ts'
import { Refusal } from '../../texts/refusal.ts'
import { readSettings } from '../installation/settings.ts'

/** How far back the first run looks, and one after the clock was moved. */
const dayMs = 24 * 3_600_000
/** A transaction that was open during a run commits within this time: the next run looks so far back again. */
const overlapMs = 60_000
/** More accounts than a family has on one device. */
const mostOfModel = 5

/** SQL: what a player has paid in within 24 hours; known by the player's day, so that it is found once a day. */
function depositsOfDay(measured: string): string {
  return `
    select user_id, user_id || ' ' || ($2::timestamptz at time zone 'America/Sao_Paulo')::date as ref,
      ${measured} as measured, null as ref_kind, null as ref_id, max(paid_at) as at
    from orders
    where status = 'paid' and paid_at > $2::timestamptz - interval '24 hours' and paid_at <= $2
      and user_id in (select user_id from orders where status = 'paid' and paid_at > $1 and paid_at <= $2)
    group by user_id having ${measured} >= $3`
}

/**
 * What each rule finds in ($1, $2], with threshold $3, as `user_id, ref, measured, ref_kind, ref_id, at`. A hit is known by
 * its rule and `ref`. The conditions that repeat a number are those of the indexes.
 */
const ruleSql: Record<RiskRule, string> = {
  depositSum: depositsOfDay('sum(principal)::bigint'),
  manyDeposits: depositsOfDay('count(*)'),
  bigStake: `
    select user_id, id as ref, stake + cashed_stake as measured, 'ticket' as ref_kind, id as ref_id, created_at as at
      from tickets where stake >= 50000 and created_at > $1 and created_at <= $2 and stake + cashed_stake >= $3
    union all
    select user_id, id, stake, 'round', id, created_at
      from game_rounds where stake >= 50000 and created_at > $1 and created_at <= $2 and stake >= $3`,
  bigWin: `
    select user_id, id as ref, payout - stake as measured, 'ticket' as ref_kind, id as ref_id, settled_at as at
      from tickets where payout >= 10000 and settled_at > $1 and settled_at <= $2 and payout - stake >= $3
    union all
    select user_id, id, payout - stake, 'round', id, settled_at
      from game_rounds where payout >= 10000 and settled_at > $1 and settled_at <= $2 and payout - stake >= $3`,
  manyWithdrawals: `
    select user_id, user_id || ' ' || ($2::timestamptz at time zone 'America/Sao_Paulo')::date as ref,
      count(*) as measured, null as ref_kind, null as ref_id, max(created_at) as at
    from withdrawals
    where created_at > $2::timestamptz - interval '24 hours' and created_at <= $2
      and user_id in (select user_id from withdrawals where created_at > $1 and created_at <= $2)
    group by user_id having count(*) >= $3`,
  depositWithoutPlay: `
    select w.user_id, w.id as ref, floor(played.sum * 100 / paid.sum)::bigint as measured, 'withdrawal' as ref_kind,
      w.id as ref_id, w.created_at as at
    from withdrawals w
    cross join lateral (
      select sum(principal) from orders
      where user_id = w.user_id and status = 'paid' and paid_at > w.created_at - interval '7 days' and paid_at <= w.created_at
    ) paid
    cross join lateral (
      select coalesce(sum(stakes), 0) as sum from bet_days
      where user_id = w.user_id and day >= ((w.created_at - interval '7 days') at time zone 'America/Sao_Paulo')::date
    ) played
    where w.created_at > $1 and w.created_at <= $2 and paid.sum > 0 and played.sum * 100 < paid.sum * $3`,
  sharedDevice: `
    select min(last.user_id) as user_id, 'browser ' || used.browser_id as ref, used.accounts as measured,
      null as ref_kind, null as ref_id, max(last.created_at) as at
    from (
      select s.browser_id, count(distinct s.user_id) as accounts
      from sessions s join users u on u.id = s.user_id and not u.test_flag
      where s.browser_id in (
        select browser_id from sessions where created_at > $1 and created_at <= $2 and browser_id is not null)
      group by s.browser_id having count(distinct s.user_id) >= $3
    ) used
    join (
      select s.browser_id, s.user_id, s.created_at
      from sessions s join users u on u.id = s.user_id and not u.test_flag
      where s.created_at > $1 and s.created_at <= $2
    ) last on last.browser_id = used.browser_id
    group by used.browser_id, used.accounts`,
  // Somebody who opens another account in a pause. A device that many accounts have is a model of telephones.
  excludedPerson: `
    with own as materialized (
      select u.id, u.created_at, m.kind, m.mark
      from users u join account_marks m on m.user_id = u.id and m.kind in ('phone', 'browser', 'device')
      where u.created_at > $1 and u.created_at <= $2
    ), models as materialized (
      select mark from account_marks where mark in (select mark from own where kind = 'device')
      group by mark having count(*) > ${mostOfModel}
    ), paused as materialized (
      select p.id, p.excluded_until, m.kind, m.mark
      from users p join account_marks m on m.user_id = p.id
      where p.excluded_until > $1 and m.mark in (select mark from own)
    )
    select own.id as user_id, own.id || ' ' || min(paused.id) as ref, count(distinct own.kind) as measured,
      null as ref_kind, null as ref_id, own.created_at as at
    from own join paused on paused.mark = own.mark and paused.kind = own.kind and paused.id <> own.id
      and paused.excluded_until > own.created_at
    where own.kind <> 'device' or own.mark not in (select mark from models)
    group by own.id, own.created_at having count(distinct own.kind) >= $3`,
}

export async function readThresholds(db: Reader): Promise<RiskThresholds> {
  // Stored before there was a rule: as usual.
  return { ...usualThresholds, ...(await readSettings(db)).riskRules }
}

/** Applies the rules to what players, but no test accounts, have done since the last run. A hit is stored once, however often it is found. */
export async function findRiskHits(deps: Pick<AppDeps, 'db' | 'clock'>): Promise<void> {
  const thresholds = await readThresholds(deps.db)
  await deps.db.tx(async (tx) => {
    const now = deps.clock.now()
    const [scan] = await tx.query<{ scanned_to: Date | null }>('select scanned_to from risk_scan for update')
    const last = scan?.scanned_to?.getTime() ?? -Infinity
    // The sandbox moves the clock back, too.
    const from = last > now.getTime() || last === -Infinity ? now.getTime() - dayMs : last - overlapMs
    for (const rule of riskRules) {
      const { isOn, threshold } = thresholds[rule]
      if (!isOn) continue
      const rows = await tx.query<{ user_id: string }>(ruleSql[rule], [new Date(from), now, threshold])
      if (rows.length === 0) continue
      const testers = await tx.query<{ id: string }>(
        'select id from users where id = any($1) and test_flag',
        [rows.map(({ user_id }) => user_id)],
      )
      const found = rows.filter(({ user_id }) => !testers.some(({ id }) => id === user_id))
      await tx.query(
        `insert into risk_hits (user_id, id, rule, measured, ref_kind, ref_id, at)
         select user_id, $2 || ' ' || ref, $2, measured, ref_kind, ref_id, at from jsonb_to_recordset($1)
           as found (user_id text, ref text, measured bigint, ref_kind text, ref_id text, at timestamptz)
         on conflict do nothing`,
        [JSON.stringify(found), rule],
      )
    }
    await tx.query('update risk_scan set scanned_to = $1', [now])
  })
}

export interface RiskHitRow {
  id: string
  user_id: string
  email: string
  rule: RiskRule
  measured: number
  ref_kind: 'ticket' | 'round' | 'withdrawal' | null
  ref_id: string | null
  at: Date
  acknowledged_by: string | null
  acknowledged_at: Date | null
  note: string | null
}

/** Somebody has looked at a hit. Undefined for one that does not exist or was acknowledged before. */
export async function acknowledgeHit(
  { clock }: Pick<AppDeps, 'clock'>,
  tx: Tx,
  { id, staffId, note }: { id: string; staffId: string; note: string },
): Promise<RiskHitRow | undefined> {
  const [hit] = await tx.query<RiskHitRow>(
    `update risk_hits set acknowledged_by = $2, acknowledged_at = $3, note = $4
     where id = $1 and acknowledged_at is null
     returning id, user_id, (select email from users where users.id = user_id) as email, rule, measured, ref_kind, ref_id, at, acknowledged_by, acknowledged_at, note`,
    [id, staffId, clock.now(), note],
  )
  return hit
}

/**
 * Somebody's decision about a hit that may have to be reported, in place of an earlier one, which is returned. Reporting is done
 * outside of this program. Throws notFound, also for a hit of another kind of rule, and conflict when the decision is not the one
 * that was seen (`from`; undefined: unknown).
 */
export async function decideHit(
  { clock }: Pick<AppDeps, 'clock'>,
  tx: Tx,
  decided: {
    id: string
    staffId: string
    from?: 'reported' | 'dismissed' | null
    decision: 'reported' | 'dismissed'
    reason: string
  },
): Promise<'reported' | 'dismissed' | null> {
  const [owner] = await tx.query<{ user_id: string }>(
    'select user_id from risk_hits where id = $1 and rule = any($2)',
    [decided.id, [...launderingRules]],
  )
  if (!owner) throw new Refusal('notFound')
  // By its player, because only a row of one node can be locked where players are spread over nodes.
  const [hit] = await tx.query<{ decision: 'reported' | 'dismissed' | null }>(
    'select decision from risk_hits where id = $1 and user_id = $2 for update',
    [decided.id, owner.user_id],
  )
  if (!hit) throw new Refusal('notFound')
  if (decided.from !== undefined && hit.decision !== decided.from) throw new Refusal('conflict')
  await tx.query(
    `update risk_hits set decision = $2, decided_by = $3, decided_at = $4, decision_reason = $5
      where id = $1 and user_id = $6`,
    [decided.id, decided.decision, decided.staffId, clock.now(), decided.reason, owner.user_id],
  )
  return hit.decision
}
