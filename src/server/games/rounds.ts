import { formatAmount } from '#contract/moneyTexts.ts'
import { MAX_STAKE, MIN_STAKE, stakeError, type OriginalGame } from '#contract/games/gameCodes.ts'
import type { SlotCode } from '#contract/games/slotThemes.ts'
import { languages } from '#contract/languages.ts'
import { ZERO, type Cents, type WalletName } from '#contract/money.ts'
import type { AppDeps } from '../deps.ts'
import type { Tx } from '../db/client.ts'
import { readStakeGuard, refuseStake } from '../domain/protection/limits.ts'
import { updateVipLevel } from '../domain/rewards/vipProgress.ts'
import { playerActor, type Actor } from '../ledger/ledger.ts'
import { Refusal } from '../texts/refusal.ts'
import { newRoundId } from './roundIds.ts'
import { roundById, type Json, type RoundRow } from './roundRows.ts'
import { takeNonce, type RoundSeeds } from './seeds.ts'

export interface Stake {
  userId: string
  game: OriginalGame | SlotCode
  amount: Cents
  wallet: WalletName
}

export interface Settled {
  payout: Cents
  multiplier: number
  /** How much of the stake counts for the turnover (contract/rules/turnoverWeight.ts). */
  counted: Cents
}

/** Throws a refusal with the limit when the amount is no valid stake. */
export function checkStake(amount: Cents): void {
  const error = stakeError(amount)
  if (!error) return
  const limit = error === 'stakeTooHigh' ? MAX_STAKE : MIN_STAKE
  throw new Refusal(error, { params: { limit: (code) => formatAmount(limit, languages[code]) } })
}

/**
 * The seeds of a new round. Throws when the stake is invalid, or a pause or a limit (domain/protection/limits.ts)
 * forbids it.
 */
async function beginRound(deps: AppDeps, tx: Tx, stake: Stake): Promise<RoundSeeds> {
  checkStake(stake.amount)
  const [guard, seeds] = await Promise.all([
    readStakeGuard(tx, stake.userId, stake.game),
    takeNonce(deps, tx, stake.userId),
  ])
  await refuseStake(deps, tx, guard, stake)
  return seeds
}

/**
 * The open round of player $2 in game $3. The index game_rounds_one_open compares rounds of the same partition only;
 * others cannot be opened meanwhile, because the caller has locked the wallet.
 */
const openRoundSql = `select from game_rounds where user_id = $2 and game = $3 and status = 'open'
  and double_round is null and provider is null`

/**
 * Opens a round that lasts for several calls: the outcome is decided and stored now, and the stake is held. Throws
 * roundOpen when the player already has an open round of the game.
 */
export async function openRound(
  deps: AppDeps,
  tx: Tx,
  stake: Stake,
  params: Json,
  decide: (seeds: RoundSeeds) => { outcome: Json; state: Json },
): Promise<RoundRow> {
  const seeds = await beginRound(deps, tx, stake)
  const { outcome, state } = decide(seeds)
  const id = newRoundId()
  const now = deps.clock.now()
  // In one round trip. roundOpen takes precedence over insufficientFunds.
  const [inserted, held] = await Promise.allSettled([
    tx.query(
      `insert into game_rounds (id, user_id, game, wallet, stake, status, params, state, outcome, seed_pair_id, nonce, created_at)
       select $1, $2, $3, $4, $5, 'open', $6, $7, $8, $9, $10, $11 where not exists (${openRoundSql})
       on conflict do nothing returning id`,
      [
        id,
        stake.userId,
        stake.game,
        stake.wallet,
        stake.amount,
        JSON.stringify(params),
        JSON.stringify(state),
        JSON.stringify(outcome),
        seeds.pairId,
        seeds.nonce,
        now,
      ],
    ),
    deps.ledger.holdStake(tx, {
      userId: stake.userId,
      actor: playerActor(stake.userId),
      roundId: id,
      amount: stake.amount,
      wallet: stake.wallet,
      game: stake.game,
    }),
  ])
  if (inserted.status === 'rejected') throw inserted.reason
  if (inserted.value.length === 0) throw new Refusal('roundOpen')
  if (held.status === 'rejected') throw held.reason
  markPlayed(deps, tx, stake)
  return { ...newRow(stake, seeds, { id, params, outcome, created_at: now }), state }
}

/**
 * Opens a bet on a round that all players share, with that round's seeds and outcome. A player may have any
 * number of them open.
 */
export async function openSharedRound(
  deps: AppDeps,
  tx: Tx,
  stake: Stake,
  params: Json,
  shared: { sequence: number; nonce: number; outcome: Json },
): Promise<RoundRow> {
  checkStake(stake.amount)
  const { userId, game, amount, wallet } = stake
  await refuseStake(deps, tx, await readStakeGuard(tx, userId, game), stake)
  const id = newRoundId()
  await deps.ledger.holdStake(tx, {
    userId,
    actor: playerActor(userId),
    roundId: id,
    amount,
    wallet,
    game,
  })
  await tx.query(
    `insert into game_rounds
       (id, user_id, game, wallet, stake, status, params, outcome, double_round, nonce, created_at)
     values ($1, $2, $3, $4, $5, 'open', $6, $7, $8, $9, $10)`,
    [
      id,
      userId,
      game,
      wallet,
      amount,
      JSON.stringify(params),
      JSON.stringify(shared.outcome),
      shared.sequence,
      shared.nonce,
      deps.clock.now(),
    ],
  )
  markPlayed(deps, tx, stake)
  return roundById(tx, userId, id)
}

/** A bet that is decided at once. */
export interface InstantBet {
  game: OriginalGame | SlotCode
  amount: Cents
  wallet: WalletName
  params: Json
  decide: (seeds: RoundSeeds) => InstantOutcome
}

export interface InstantOutcome extends Settled {
  outcome: Json
}

/** Plays an instant round: stake, draw and payout in one transaction. */
export async function playInstant(deps: AppDeps, tx: Tx, userId: string, bet: InstantBet): Promise<RoundRow> {
  const stake = { userId, game: bet.game, amount: bet.amount, wallet: bet.wallet }
  const seeds = await beginRound(deps, tx, stake)
  const settled = bet.decide(seeds)
  const { payout, counted } = settled
  const row = instantRow({ id: newRoundId(), userId, bet, seeds, settled, now: deps.clock.now() })
  const actor = playerActor(userId)
  const wallet = await deps.ledger.instantRound(tx, {
    userId,
    actor,
    roundId: row.id,
    stake: stake.amount,
    payout,
    wallet: stake.wallet,
    counted,
    game: stake.game,
  })
  await updateVipLevel(deps, tx, { userId, actor }, wallet, stake.amount)
  // Nothing in this transaction reads the row, so it is sent together with the commit.
  tx.sendWithCommit(
    `insert into game_rounds
       (id, user_id, game, wallet, stake, payout, status, params, outcome, multiplier, seed_pair_id, nonce, created_at, settled_at)
     values ($1, $2, $3, $4, $5, $6, 'settled', $7, $8, $9, $10, $11, $12, $12)`,
    [
      row.id,
      userId,
      stake.game,
      stake.wallet,
      stake.amount,
      payout,
      JSON.stringify(row.params),
      JSON.stringify(row.outcome),
      row.multiplier,
      seeds.pairId,
      seeds.nonce,
      row.created_at,
    ],
  )
  markPlayed(deps, tx, stake)
  return row
}

/** The row of a round that was decided at once. */
export function instantRow(round: {
  id: string
  userId: string
  bet: InstantBet
  seeds: RoundSeeds
  settled: InstantOutcome
  now: Date
}): RoundRow {
  const { id, userId, bet, seeds, settled, now } = round
  const { game, wallet, amount, params } = bet
  const row = newRow({ userId, game, wallet, amount }, seeds, {
    id,
    params,
    outcome: settled.outcome,
    created_at: now,
  })
  row.status = 'settled'
  row.payout = settled.payout
  row.multiplier = settled.multiplier
  return row
}

/** Stores the progress of an open round. */
export async function saveState(tx: Tx, round: RoundRow, state: Json): Promise<void> {
  await tx.query('update game_rounds set state = $3 where id = $1 and user_id = $2', [
    round.id,
    round.user_id,
    JSON.stringify(state),
  ])
}

/** Settles an open round: the house takes the stake and pays the payout (0 for a loss). */
export async function settleOpen(
  deps: AppDeps,
  tx: Tx,
  actor: Actor,
  round: RoundRow,
  settled: Settled,
): Promise<RoundRow> {
  const wallet = await deps.ledger.settleRound(tx, {
    userId: round.user_id,
    actor,
    roundId: round.id,
    payout: settled.payout,
    wallet: round.wallet,
    counted: settled.counted,
    game: round.game,
  })
  await updateVipLevel(deps, tx, { userId: round.user_id, actor }, wallet, round.stake)
  await tx.query(
    `update game_rounds set status = 'settled', payout = $2, multiplier = $3, settled_at = $4
      where id = $1 and user_id = $5`,
    [round.id, settled.payout, settled.multiplier, deps.clock.now(), round.user_id],
  )
  return roundById(tx, round.user_id, round.id)
}

/** Refunds an open round, as if it had not been played. */
export async function refundOpen(deps: AppDeps, tx: Tx, actor: Actor, round: RoundRow): Promise<void> {
  await deps.ledger.refundRound(tx, { userId: round.user_id, actor, roundId: round.id })
  await tx.query(
    `update game_rounds set status = 'refunded', multiplier = 1, settled_at = $2 where id = $1 and user_id = $3`,
    [round.id, deps.clock.now(), round.user_id],
  )
}

/** A new round as a query would return it. Every bet makes one, so the fields are not copied by a loop. */
function newRow(
  { userId, game, wallet, amount }: Stake,
  seeds: RoundSeeds,
  { id, params, outcome, created_at }: Pick<RoundRow, 'id' | 'params' | 'outcome' | 'created_at'>,
): RoundRow {
  return {
    id,
    params,
    outcome,
    created_at,
    user_id: userId,
    game,
    wallet,
    stake: amount,
    payout: ZERO,
    status: 'open',
    state: null,
    multiplier: null,
    nonce: seeds.nonce,
    server_seed: seeds.serverSeed,
    server_seed_hash: seeds.serverSeedHash,
    client_seed: seeds.clientSeed,
    pair_active: true,
  }
}

/** Adds the game to the player's recently played ones. */
export function markPlayed(deps: AppDeps, tx: Tx, { userId, game }: { userId: string; game: string }): void {
  tx.sendWithCommit(
    `insert into recently_played (user_id, game, played_at) values ($1, $2, $3)
     on conflict (user_id, game) do update set played_at = excluded.played_at`,
    [userId, game, deps.clock.now()],
  )
}
