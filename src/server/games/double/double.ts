import {
  DOUBLE_BETTING_MS,
  DOUBLE_LANDS_MS,
  DOUBLE_ROUND_MS,
  doubleColour,
  parseDouble,
} from '#contract/games/double.ts'
import type { Cents } from '#contract/money.ts'
import type { AppDeps } from '../../app.ts'
import type { Tx } from '../../db/client.ts'
import { Refusal } from '../../errors.ts'
import type { WalletName } from '../../ledger/ledger.ts'
import type { RoundRow } from '../roundRows.ts'
import { openSharedRound } from '../rounds.ts'
import { announceDouble } from './announce.ts'
import { takeExposure } from './exposure.ts'
import { beginRound, bringUpToDate, clockPhase, holdLatestRound, settleDue } from './sharedRound.ts'

export interface DoubleBet {
  userId: string
  amount: Cents
  wallet: WalletName
  colour: string
  /** The round that the player saw; any other is refused. */
  roundId?: string | undefined
}

/** Stakes on the round of now. betInvalid, stake errors, insufficientFunds, exposureReached; bettingClosed: too late. */
export async function betDouble(deps: AppDeps, tx: Tx, bet: DoubleBet): Promise<RoundRow> {
  const parsed = parseDouble(bet)
  if (!parsed.ok) throw new Refusal(parsed.error)
  let round = await holdLatestRound(tx)
  if (!round || clockPhase(round, deps.clock.now()) === 'over') {
    await beginRound(deps, tx)
    round = await holdLatestRound(tx)
  }
  const isTaken = round && !round.closed_at && clockPhase(round, deps.clock.now()) === 'betting'
  if (!round || !isTaken) throw new Refusal('bettingClosed')
  if (bet.roundId !== undefined && bet.roundId !== String(round.sequence)) throw new Refusal('bettingClosed')
  const opened = await openSharedRound(
    deps,
    tx,
    { userId: bet.userId, game: 'double', amount: bet.amount, wallet: bet.wallet },
    { ...parsed.value, doubleRound: String(round.sequence) },
    {
      sequence: round.sequence,
      nonce: round.chain_index,
      outcome: { slot: round.slot, colour: doubleColour(round.slot) },
    },
  )
  await takeExposure(tx, {
    userId: bet.userId,
    round: round.sequence,
    colour: parsed.value.colour,
    stake: bet.amount,
  })
  tx.afterCommit(() => announceDouble(deps))
  return opened
}

/** One turn: rounds are begun, closed and paid as the clock says. Every process may run it. */
export async function runDouble(deps: AppDeps): Promise<void> {
  await bringUpToDate(deps)
  await settleDue(deps)
}

/**
 * Runs a turn at each of a round's moments, to the millisecond of this process' clock; the jobs of every second
 * follow a clock that is moved. Answers a function that stops it and waits for the turn that is under way.
 */
export function startDouble(deps: AppDeps): () => Promise<void> {
  let timer: ReturnType<typeof setTimeout>
  let turn: Promise<void> = Promise.resolve()
  let stopped = false
  const next = () => {
    if (stopped) return
    timer = setTimeout(() => {
      turn = runDouble(deps)
        .catch((error: unknown) => console.error('double failed', error))
        .finally(next)
    }, untilNextMoment(deps.clock.now()))
    timer.unref()
  }
  next()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await turn
  }
}

function untilNextMoment(now: Date): number {
  const age = now.getTime() % DOUBLE_ROUND_MS
  const moment =
    [DOUBLE_BETTING_MS, DOUBLE_LANDS_MS, DOUBLE_ROUND_MS].find((ms) => ms > age) ?? DOUBLE_ROUND_MS
  return moment - age + 5
}
