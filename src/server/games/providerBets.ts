import { MAX_WIN } from '#contract/games/gameCodes.ts'
import { multiplierNumber, multiplierOf } from '#contract/games/multiplier.ts'
import { countedInGame, edgeOf } from '#contract/rules/gameEdge.ts'
import { cents, ZERO, type Cents } from '#contract/money.ts'
import { rational } from '#contract/rational.ts'
import type { AppDeps } from '../deps.ts'
import type { Reader, Tx } from '../db/client.ts'
import { openedGameSession } from '../domain/play/gameAccess.ts'
import { providerOfGame } from '../domain/play/catalogue.ts'
import { readStakeGuard, refuseStake } from '../domain/protection/limits.ts'
import { providerActor } from '../ledger/ledger.ts'
import { lockWallet } from '../ledger/walletLock.ts'
import { Refusal } from '../texts/refusal.ts'
import { newRoundId } from './roundIds.ts'
import { lockRound } from './roundRows.ts'
import { claimTransaction, inTurn, readTransaction, returnOf } from './providerTransactions.ts'
import { recordRefusedWin } from './refusedWins.ts'
import { checkStake, markPlayed, refundOpen, settleOpen } from './rounds.ts'

/**
 * Money of a provider whose rounds may have several bets, each with wins of its own, and whose wins may come when the
 * player's session has ended. Each bet with a stake is a round of ours (game_rounds), so that limits, rewards, records
 * and reports know it as any other:
 *
 * - a bet holds its stake, as long as its round is open;
 * - its first win settles it, and the end of the round settles those without a win as lost;
 * - what comes after that (a further win, the win of a free bet, the stake of a lost bet that is rolled back) is a round
 *   without a stake, paid at once.
 *
 * A transaction takes effect once: repeated with the same content it returns the player's wallet, with another one it is
 * refused (`conflict`). Only the cash wallet is played with.
 */

/** What all transactions say. */
interface ProviderTransaction {
  /** The provider's id of it. */
  id: string
  userId: string
  game: string
  /** The provider's id of the round. */
  round: string
  /** Whether it is the last one that the provider expects in this round. */
  closes: boolean
}

export interface ProviderBet extends ProviderTransaction {
  token: string
  amount: Cents
  /** Nothing is staked, whatever the amount says. */
  isFree: boolean
}

export interface ProviderWin extends ProviderTransaction {
  /** The bet that has won. */
  betId: string
  /** 0 for a bet that is lost. */
  amount: Cents
}

export interface ProviderRollback extends ProviderTransaction {
  betId: string
}

interface BetRow {
  id: string
  user_id: string
  game: string
  round: string
  round_id: string | null
  won: Cents
  state: 'open' | 'settled' | 'refunded'
}

/**
 * Takes a bet. Throws what `openedGameSession` throws, `gameUnknown` for another game than the session's or one that is
 * off, the refusals of any stake (limits, a pause, no money), `conflict` when the id was used for something else, or
 * `roundFinished` when it has been rolled back.
 */
export async function placeBet(deps: AppDeps, provider: string, bet: ProviderBet): Promise<void> {
  const { id, userId, game, round, amount, isFree, closes } = bet
  const body = { userId, game, round, amount, isFree }
  if (await wasDone(deps.db, provider, id, 'debit', body)) return
  const opened = await openedGameSession(deps, bet.token)
  if (opened.session.userId !== userId) throw new Refusal('gameTicketInvalid')
  if (opened.game !== game || (await providerOfGame(deps, game))?.name !== provider)
    throw new Refusal('gameUnknown')
  const stake = isFree ? ZERO : amount
  if (stake > 0) checkStake(stake)
  await inTurn(deps, userId, async (tx) => {
    await lockWallet(tx, userId)
    const roundId = stake > 0 ? newRoundId() : null
    if (!(await claimTransaction(deps, tx, provider, { id, kind: 'debit', body, roundId }))) {
      await wasDone(tx, provider, id, 'debit', body)
      return
    }
    await refuseStake(deps, tx, await readStakeGuard(tx, userId, game), {
      userId,
      amount: stake,
      wallet: 'cash',
    })
    if (roundId !== null) await holdStake(deps, tx, provider, { ...bet, amount: stake, roundId })
    await tx.query(
      `insert into provider_bets (user_id, provider, id, game, round, round_id, state, created_at)
       values ($1, $2, $3, $4, $5, $6, 'open', $7)`,
      [userId, provider, id, game, round, roundId, deps.clock.now()],
    )
    markPlayed(deps, tx, { userId, game })
    if (closes) await closeRound(deps, tx, provider, bet)
  })
}

/**
 * Pays a win, whatever has become of the player and the session since the bet. Throws `roundNotFound` when there is no
 * such bet of this player in this round, or it was rolled back, `winTooHigh` when the round has won more than any may (staff
 * are told), or `conflict`.
 */
export async function payWin(deps: AppDeps, provider: string, win: ProviderWin): Promise<void> {
  try {
    await payWinOnce(deps, provider, win)
  } catch (error) {
    if (error instanceof WinTooHighError) {
      const { id: transactionId, userId, game, round, amount } = win
      const { subject } = error
      await recordRefusedWin(deps, provider, { userId, game, round, transactionId, subject, amount })
    }
    throw error
  }
}

/** `subject` is our id of the round, or the provider's of a bet without a stake. */
class WinTooHighError extends Refusal {
  readonly subject: string

  constructor(subject: string) {
    super('winTooHigh')
    this.subject = subject
  }
}

async function payWinOnce(deps: AppDeps, provider: string, win: ProviderWin): Promise<void> {
  const { id, userId, game, round, betId, amount, closes } = win
  const body = { userId, game, round, betId, amount }
  if (await wasDone(deps.db, provider, id, 'credit', body)) return
  await inTurn(deps, userId, async (tx) => {
    await lockWallet(tx, userId)
    const bets = await betsOf(tx, provider, { userId, round })
    const bet = bets.find((each) => each.id === betId)
    // Among the player's own bets: another's is not found, whatever its id.
    if (!bet || bet.game !== game || bet.state === 'refunded') throw new Refusal('roundNotFound')
    if (!(await claimTransaction(deps, tx, provider, { id, kind: 'credit', body, roundId: bet.round_id }))) {
      await wasDone(tx, provider, id, 'credit', body)
      return
    }
    if (bets.reduce((total, { won }) => total + won, Number(amount)) > MAX_WIN)
      throw new WinTooHighError(bet.round_id ?? bet.id)
    if (bet.state === 'open' && bet.round_id !== null)
      await settleStake(deps, tx, provider, { ...bet, round_id: bet.round_id }, amount)
    else if (amount > 0) await payWithoutStake(deps, tx, provider, win)
    await tx.query(
      `update provider_bets set won = won + $5, state = case when round_id is null then state else 'settled' end
        where user_id = $1 and provider = $2 and round = $3 and id = $4`,
      [userId, provider, round, betId, amount],
    )
    if (closes) await closeRound(deps, tx, provider, win)
  })
}

/**
 * Returns the stake of a bet. One that arrives after its rollback is refused. Throws `roundFinished` when the bet has
 * won, `roundNotFound` when it is another player's or in another round, or no bet at all, or `conflict`.
 */
export async function rollBackBet(
  deps: AppDeps,
  provider: string,
  rollback: ProviderRollback,
): Promise<void> {
  const { id, userId, game, round, betId } = rollback
  const body = { userId, game, round, betId }
  if (await wasDone(deps.db, provider, id, 'rollback', body)) return
  await inTurn(deps, userId, async (tx) => {
    await lockWallet(tx, userId)
    // Waits for a concurrent bet; after it, either the bet or this placeholder exists.
    const isUnknown = await claimTransaction(deps, tx, provider, {
      id: betId,
      kind: 'void',
      body: {},
      roundId: null,
    })
    const bet = isUnknown ? undefined : await betOf(tx, provider, rollback)
    if (!isUnknown && !bet && !(await isVoid(tx, provider, betId))) throw new Refusal('roundNotFound')
    if (bet && bet.game !== game) throw new Refusal('roundNotFound')
    if (
      !(await claimTransaction(deps, tx, provider, {
        id,
        kind: 'rollback',
        body,
        roundId: bet?.round_id ?? null,
      }))
    ) {
      await wasDone(tx, provider, id, 'rollback', body)
      return
    }
    if (bet && bet.state !== 'refunded') {
      if (bet.won > 0) throw new Refusal('roundFinished')
      if (bet.round_id !== null)
        await returnStake(deps, tx, provider, { ...bet, round_id: bet.round_id }, rollback)
      await setState(tx, provider, bet, 'refunded')
    }
    if (rollback.closes) await closeRound(deps, tx, provider, rollback)
  })
}

/** Whether the transaction has taken effect. Throws `conflict` when its id was used for something else. */
async function wasDone(
  db: Reader,
  provider: string,
  id: string,
  kind: 'debit' | 'credit' | 'rollback',
  body: object,
): Promise<boolean> {
  const earlier = await readTransaction(db, provider, id, body)
  if (!earlier) return false
  if (earlier.kind === 'void') throw new Refusal('roundFinished')
  if (earlier.kind !== kind || !earlier.same_body) throw new Refusal('conflict')
  return true
}

async function isVoid(tx: Tx, provider: string, id: string): Promise<boolean> {
  const [row] = await tx.query<{ kind: string }>(
    'select kind from provider_transactions where provider = $1 and id = $2',
    [provider, id],
  )
  return row?.kind === 'void'
}

const betColumns = 'id, user_id, game, round, round_id, won, state'

/** The bets of a player's round. The caller has locked the wallet, without which none is changed. */
function betsOf(
  tx: Tx,
  provider: string,
  { userId, round }: Pick<ProviderTransaction, 'userId' | 'round'>,
): Promise<BetRow[]> {
  return tx.query<BetRow>(
    `select ${betColumns} from provider_bets where user_id = $1 and provider = $2 and round = $3 order by created_at, id`,
    [userId, provider, round],
  )
}

async function betOf(
  tx: Tx,
  provider: string,
  { userId, round, betId }: Pick<ProviderRollback, 'userId' | 'round' | 'betId'>,
): Promise<BetRow | undefined> {
  const [row] = await tx.query<BetRow>(
    `select ${betColumns} from provider_bets where user_id = $1 and provider = $2 and round = $3 and id = $4`,
    [userId, provider, round, betId],
  )
  return row
}

async function setState(
  tx: Tx,
  provider: string,
  { user_id, round, id }: Pick<BetRow, 'user_id' | 'round' | 'id'>,
  state: BetRow['state'],
): Promise<void> {
  await tx.query(
    `update provider_bets set state = $5 where user_id = $1 and provider = $2 and round = $3 and id = $4`,
    [user_id, provider, round, id, state],
  )
}

async function holdStake(
  deps: AppDeps,
  tx: Tx,
  provider: string,
  { id, userId, game, round, amount, roundId }: ProviderBet & { roundId: string },
): Promise<void> {
  await tx.query(
    `insert into game_rounds (id, user_id, game, wallet, stake, status, params, provider, provider_round, created_at)
     values ($1, $2, $3, 'cash', $4, 'open', $5, $6, $7, $8)`,
    [roundId, userId, game, amount, JSON.stringify({ provider, round }), provider, id, deps.clock.now()],
  )
  await deps.ledger.holdStake(tx, {
    userId,
    actor: providerActor(provider),
    roundId,
    amount,
    wallet: 'cash',
    game,
  })
}

type StakedBet = BetRow & { round_id: string }

/** Settles what a bet holds. */
async function settleStake(
  deps: AppDeps,
  tx: Tx,
  provider: string,
  bet: StakedBet,
  payout: Cents,
): Promise<void> {
  const row = await lockRound(tx, bet.user_id, bet.game, bet.round_id)
  await settleOpen(deps, tx, providerActor(provider), row, {
    payout,
    multiplier: multiplierNumber(multiplierOf(rational(payout, row.stake))),
    counted: countedInGame(row.stake, edgeOf(row.game, await returnOf(tx, row.game))),
  })
}

/** The end of a round: bets without a win are lost. */
async function closeRound(
  deps: AppDeps,
  tx: Tx,
  provider: string,
  { userId, game, round }: Pick<ProviderTransaction, 'userId' | 'game' | 'round'>,
): Promise<void> {
  const open = (await betsOf(tx, provider, { userId, round })).filter(
    (bet) => bet.state === 'open' && bet.game === game,
  )
  for (const bet of open) {
    if (bet.round_id !== null) await settleStake(deps, tx, provider, { ...bet, round_id: bet.round_id }, ZERO)
    await setState(tx, provider, bet, 'settled')
  }
}

/** Refunds what a bet holds; what it has lost already is paid. */
async function returnStake(
  deps: AppDeps,
  tx: Tx,
  provider: string,
  bet: StakedBet,
  rollback: ProviderRollback,
): Promise<void> {
  const row = await lockRound(tx, bet.user_id, bet.game, bet.round_id)
  if (row.status === 'open') return refundOpen(deps, tx, providerActor(provider), row)
  await payWithoutStake(deps, tx, provider, { ...rollback, amount: cents(row.stake) })
}

/** A round without a stake, under the id of the transaction that pays it. */
async function payWithoutStake(
  deps: AppDeps,
  tx: Tx,
  provider: string,
  { id, userId, game, round, amount }: ProviderTransaction & { amount: Cents },
): Promise<void> {
  const roundId = newRoundId()
  await tx.query(
    `insert into game_rounds
       (id, user_id, game, wallet, stake, payout, status, params, provider, provider_round, created_at, settled_at)
     values ($1, $2, $3, 'cash', 0, $4, 'settled', $5, $6, $7, $8, $8)`,
    [roundId, userId, game, amount, JSON.stringify({ provider, round }), provider, id, deps.clock.now()],
  )
  await deps.ledger.instantRound(tx, {
    userId,
    actor: providerActor(provider),
    roundId,
    stake: ZERO,
    payout: amount,
    wallet: 'cash',
    game,
  })
}
