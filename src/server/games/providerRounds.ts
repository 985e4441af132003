import { MAX_WIN } from '#contract/games/gameCodes.ts'
import { multiplierNumber, multiplierOf } from '#contract/games/multiplier.ts'
import { countedInGame, edgeOf } from '#contract/rules/gameEdge.ts'
import { rational } from '#contract/rational.ts'
import { ZERO, type Cents, type WalletBalances, type WalletName } from '#contract/money.ts'
import type { AppDeps } from '../deps.ts'
import { providerOfGame } from '../domain/play/catalogue.ts'
import type { Reader, Tx } from '../db/client.ts'
import { jobActor, providerActor } from '../ledger/ledger.ts'
import { lockWallet, ownerOfRow } from '../ledger/walletLock.ts'
import { findGameSession } from '../domain/play/gameAccess.ts'
import { readStakeGuard, refuseStake } from '../domain/protection/limits.ts'
import { Refusal } from '../texts/refusal.ts'
import { newRoundId } from './roundIds.ts'
import {
  claimTransaction,
  inTurn,
  readTransaction,
  returnOf,
  type TransactionRow,
} from './providerTransactions.ts'
import { hasNoRefusedWinSql, recordRefusedWin } from './refusedWins.ts'
import { lockRound, tryLockRound } from './roundRows.ts'
import { checkStake, markPlayed, refundOpen, settleOpen } from './rounds.ts'

/** Providers retry a credit without a response for hours; after 7 days none is expected. */
const abandonedAfterMs = 7 * 86_400_000

/** For the rollback of a debit that never arrived, whose player is unknown. */
const emptyBalances: WalletBalances = { cash: ZERO, bonus: ZERO }

/**
 * The response to a provider's transaction. A repeated transaction gets the same response, with the current
 * balances.
 */
export interface TransactionResult {
  transactionId: string
  /** Our round id; empty for the rollback of a debit that never arrived. */
  roundId: string
  wallets: WalletBalances
  /** Whether the transaction had been processed before. */
  duplicate: boolean
}

interface Debit {
  token: string
  transactionId: string
  /** The provider's round id. */
  roundId: string
  amount: Cents
  wallet: WalletName
}

/**
 * Opens a round of a third-party game: its stake is held until the provider credits it or rolls it back.
 * Throws the refusals of any stake (limits, a pause, no money), gameSessionEnded, or conflict when the id was
 * used for something else or already rolled back, or the round already has a debit.
 */
export async function debitRound(deps: AppDeps, provider: string, debit: Debit): Promise<TransactionResult> {
  const { token, transactionId: id, roundId: providerRound, amount, wallet } = debit
  const body = { roundId: providerRound, amount, wallet }
  const earlier = await readTransaction(deps.db, provider, id, body)
  if (earlier) return repeatedResult(deps, id, earlier, 'debit')
  const gameSession = await findGameSession(deps, token)
  if (!gameSession) throw new Refusal('gameSessionEnded')
  const { game, session } = gameSession
  if ((await providerOfGame(deps, game))?.name !== provider) throw new Refusal('forbidden')
  checkStake(amount)
  const { userId } = session
  const roundId = newRoundId()
  const now = deps.clock.now()
  return inTurn(deps, userId, async (tx) => {
    await lockWallet(tx, userId)
    if (!(await claimTransaction(deps, tx, provider, { id, kind: 'debit', body, roundId }))) {
      const earlier = await readTransaction(tx, provider, id, body)
      return repeatedResult(deps, id, earlier, 'debit')
    }
    await refuseStake(deps, tx, await readStakeGuard(tx, userId, game), { userId, amount, wallet })
    await lockProviderRound(tx, provider, providerRound)
    const [inserted] = await tx.query(
      `insert into game_rounds
         (id, user_id, game, wallet, stake, status, params, provider, provider_round, created_at)
       select $1, $2, $3, $4, $5, 'open', $6, $7, $8, $9
         where not exists (select 1 from game_rounds where provider = $7 and provider_round = $8)
       on conflict do nothing returning id`,
      [
        roundId,
        userId,
        game,
        wallet,
        amount,
        JSON.stringify({ provider, round: providerRound }),
        provider,
        providerRound,
        now,
      ],
    )
    if (!inserted) throw new Refusal('conflict')
    await deps.ledger.holdStake(tx, {
      userId,
      actor: providerActor(provider),
      roundId,
      amount,
      wallet,
      game,
    })
    markPlayed(deps, tx, { userId, game })
    return resultOf(deps, tx, id, { userId, roundId })
  })
}

/**
 * Ends a round: the house takes the stake and pays `amount` cents, 0 for a loss. Throws roundNotFound,
 * roundFinished or winTooHigh.
 */
export async function creditRound(
  deps: AppDeps,
  provider: string,
  credit: { transactionId: string; roundId: string; amount: Cents },
): Promise<TransactionResult> {
  const { transactionId: id, roundId: providerRound, amount } = credit
  const body = { roundId: providerRound, amount }
  const [found] = await deps.db.read<{ id: string; user_id: string; game: string; status: string }>(
    'select id, user_id, game, status from game_rounds where provider = $1 and provider_round = $2',
    [provider, providerRound],
  )
  if (!found) throw new Refusal('roundNotFound')
  if (amount > MAX_WIN) {
    await refuseWin(deps, provider, { transactionId: id, providerRound, amount, round: found })
    throw new Refusal('winTooHigh')
  }
  return inTurn(deps, found.user_id, async (tx) => {
    await lockWallet(tx, found.user_id)
    if (!(await claimTransaction(deps, tx, provider, { id, kind: 'credit', body, roundId: found.id }))) {
      return repeatedResult(deps, id, await readTransaction(tx, provider, id, body), 'credit')
    }
    const round = await lockRound(tx, found.user_id, found.game, found.id)
    if (round.status !== 'open') throw new Refusal('roundFinished')
    const multiplier = multiplierNumber(multiplierOf(rational(amount, round.stake)))
    await settleOpen(deps, tx, providerActor(provider), round, {
      payout: amount,
      multiplier,
      counted: countedInGame(round.stake, edgeOf(round.game, await returnOf(tx, round.game))),
    })
    return resultOf(deps, tx, id, { userId: round.user_id, roundId: round.id })
  })
}

/** Leaves no transaction: the round stays open until operator and provider have settled the matter. */
async function refuseWin(
  deps: AppDeps,
  provider: string,
  {
    transactionId,
    providerRound,
    amount,
    round,
  }: {
    transactionId: string
    providerRound: string
    amount: Cents
    round: { id: string; user_id: string; game: string; status: string }
  },
): Promise<void> {
  if (round.status !== 'open') return
  await recordRefusedWin(deps, provider, {
    userId: round.user_id,
    game: round.game,
    round: providerRound,
    transactionId,
    subject: round.id,
    amount,
  })
}

const debitSql = 'select kind, round_id from provider_transactions where provider = $1 and id = $2'

/**
 * Refunds the stake of a debit. A debit that arrives after its rollback is refused. Throws roundFinished when
 * the round was already paid.
 */
export async function rollBackDebit(
  deps: AppDeps,
  provider: string,
  rollback: Rollback,
): Promise<TransactionResult> {
  try {
    return await rollBackOnce(deps, provider, rollback)
  } catch (error) {
    if (!(error instanceof DebitArrivedError)) throw error
    return rollBackOnce(deps, provider, rollback)
  }
}

interface Rollback {
  transactionId: string
  debitId: string
}

/** The debit was committed after the rollback had looked for its player. Retried, to lock the wallet first. */
class DebitArrivedError extends Error {}

async function rollBackOnce(
  deps: AppDeps,
  provider: string,
  { transactionId: id, debitId }: Rollback,
): Promise<TransactionResult> {
  const body = { debitId }
  const [owner] = await deps.db.read<{ user_id: string }>(
    `select r.user_id from provider_transactions t join game_rounds r on r.id = t.round_id
      where t.provider = $1 and t.id = $2`,
    [provider, debitId],
  )
  return inTurn(deps, owner?.user_id, async (tx) => {
    const [unlocked] = await tx.query<TransactionRow>(debitSql, [provider, debitId])
    const owned = unlocked?.round_id ? await ownerOfRow(tx, 'game_rounds', unlocked.round_id) : undefined
    if (owned !== undefined) await lockWallet(tx, owned)
    // Waits for a concurrent debit; after it, either the debit or this placeholder row exists.
    await claimTransaction(deps, tx, provider, { id: debitId, kind: 'void', body: {}, roundId: null })
    const [debit] = await tx.query<TransactionRow>(`${debitSql} for update`, [provider, debitId])
    if (debit?.round_id && !unlocked?.round_id) throw new DebitArrivedError()
    if (!debit || (debit.kind !== 'debit' && debit.kind !== 'void')) throw new Refusal('conflict')
    if (
      !(await claimTransaction(deps, tx, provider, { id, kind: 'rollback', body, roundId: debit.round_id }))
    ) {
      return repeatedResult(deps, id, await readTransaction(tx, provider, id, body), 'rollback')
    }
    if (debit.round_id === null) {
      return { transactionId: id, roundId: '', wallets: emptyBalances, duplicate: false }
    }
    const { userId, game } = await ownerOf(tx, debit.round_id)
    const round = await lockRound(tx, userId, game, debit.round_id)
    if (round.status === 'settled') throw new Refusal('roundFinished')
    if (round.status === 'open') await refundOpen(deps, tx, providerActor(provider), round)
    return resultOf(deps, tx, id, { userId, roundId: round.id })
  })
}

/**
 * Refunds rounds that their provider has left open for too long, because an open round blocks the release of
 * the player's bonus; not those with a win that was refused, which staff have to settle first. A failure is logged and retried in the next run.
 */
export async function refundAbandoned(deps: AppDeps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - abandonedAfterMs)
  const abandoned = await deps.db.read<{ id: string; user_id: string }>(
    `select r.id, r.user_id from game_rounds r where r.provider is not null and r.status = 'open' and r.created_at < $1
       and ${hasNoRefusedWinSql}`,
    [before],
  )
  for (const { id, user_id: userId } of abandoned) {
    try {
      await deps.db.tx(async (tx) => {
        const round = await tryLockRound(tx, { id, user_id: userId })
        if (round?.status !== 'open') return
        await refundOpen(deps, tx, jobActor('abandonedRounds'), round)
        await tx.query(
          `update provider_bets b set state = 'refunded' from game_rounds r
            where r.id = $1 and r.user_id = $2 and b.user_id = r.user_id and b.provider = r.provider and b.id = r.provider_round`,
          [id, userId],
        )
      })
    } catch (error) {
      deps.log.error(error, `refunding round ${id} failed`)
    }
  }
}

/**
 * Waits for a concurrent debit of the same round, by any player. The index game_rounds_provider compares rounds of the
 * same partition only.
 */
async function lockProviderRound(tx: Tx, provider: string, providerRound: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('providerRound:' || $1 || ':' || $2, 0))`, [
    provider,
    providerRound,
  ])
}

/** The response to a repeated transaction. Throws conflict when the id was used for something else. */
async function repeatedResult(
  deps: AppDeps,
  id: string,
  row: TransactionRow | undefined,
  kind: TransactionRow['kind'],
): Promise<TransactionResult> {
  if (!row || row.kind !== kind || !row.same_body) throw new Refusal('conflict')
  if (row.round_id === null) {
    return { transactionId: id, roundId: '', wallets: emptyBalances, duplicate: true }
  }
  const { userId } = await ownerOf(deps.db, row.round_id)
  return { ...(await resultOf(deps, deps.db, id, { userId, roundId: row.round_id })), duplicate: true }
}

async function ownerOf(db: Reader, roundId: string): Promise<{ userId: string; game: string }> {
  const [row] = await db.read<{ user_id: string; game: string }>(
    'select user_id, game from game_rounds where id = $1',
    [roundId],
  )
  if (!row) throw new Refusal('roundNotFound')
  return { userId: row.user_id, game: row.game }
}

async function resultOf(
  deps: AppDeps,
  db: Tx | AppDeps['db'],
  transactionId: string,
  { userId, roundId }: { userId: string; roundId: string },
): Promise<TransactionResult> {
  const wallets = await deps.ledger.wallet(db, userId)
  return { transactionId, roundId, wallets, duplicate: false }
}
