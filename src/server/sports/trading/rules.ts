import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import { deskChanged, type DeskScope, type DeskTerms } from '../../feed/desk/Desk.ts'
import { readPlayerLimits, type PlayerLimits } from '../deskLimits.ts'

type Deps = Pick<AppDeps, 'bus' | 'clock' | 'desk' | 'log'>

const nothing: DeskTerms = {
  isStopped: false,
  priceFactor: null,
  margin: null,
  maxStake: null,
  maxWin: null,
  maxExposure: null,
}

/**
 * Changes the given terms of the rule for a scope; it holds in every process within a second of the commit. Returns what
 * the rule said before and says then.
 */
export async function changeRule(
  deps: Deps,
  tx: Tx,
  { scope, change, staffId }: { scope: DeskScope; change: Partial<DeskTerms>; staffId: string },
): Promise<{ before: DeskTerms; after: DeskTerms }> {
  const key = [scope.sport, scope.league, scope.matchId, scope.market]
  await tx.query(
    `insert into desk_rules (sport, league, match_id, market, changes, changed_by, changed_at)
     values ($1, $2, $3, $4, 0, $5, $6) on conflict do nothing`,
    [...key, staffId, deps.clock.now()],
  )
  const [before = nothing] = await tx.query<DeskTerms>(
    `select is_stopped as "isStopped", price_factor as "priceFactor", margin, max_stake as "maxStake",
       max_win as "maxWin", max_exposure as "maxExposure"
     from desk_rules where sport = $1 and league = $2 and match_id = $3 and market = $4 for update`,
    key,
  )
  const after = { ...before, ...change }
  await tx.query(
    `update desk_rules set is_stopped = $5, price_factor = $6, max_stake = $7, max_win = $8, max_exposure = $9,
       margin = $10, changes = changes + 1, changed_by = $11, changed_at = $12
     where sport = $1 and league = $2 and match_id = $3 and market = $4`,
    [
      ...key,
      after.isStopped,
      after.priceFactor,
      after.maxStake,
      after.maxWin,
      after.maxExposure,
      after.margin,
      staffId,
      deps.clock.now(),
    ],
  )
  await announceDesk(deps, tx)
  return { before, after }
}

/** Every process reads rules and decisions again after the commit; this one before the caller goes on. */
export async function announceDesk({ bus, desk }: Pick<Deps, 'bus' | 'desk'>, tx: Tx): Promise<void> {
  await bus.publish(tx, { type: 'broadcast', name: deskChanged, payload: null })
  tx.afterCommit(() => desk.refresh())
}

/** Sets the limits of one player's tickets; null removes one. Returns those before. */
export async function setPlayerLimits(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { userId, limits, staffId }: { userId: string; limits: PlayerLimits; staffId: string },
): Promise<PlayerLimits> {
  const by = [staffId, clock.now()]
  // With a row there is one to lock.
  await tx.query(
    `insert into desk_player_limits (user_id, changed_by, changed_at) values ($1, $2, $3) on conflict do nothing`,
    [userId, ...by],
  )
  await tx.query('select 1 from desk_player_limits where user_id = $1 for update', [userId])
  const before = await readPlayerLimits(tx, userId)
  await tx.query(
    `update desk_player_limits set max_stake = $2, max_win = $3, changed_by = $4, changed_at = $5 where user_id = $1`,
    [userId, limits.maxStake, limits.maxWin, ...by],
  )
  return before
}
