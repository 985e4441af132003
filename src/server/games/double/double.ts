import {
  DOUBLE_BETTING_MS,
  DOUBLE_LANDS_MS,
  DOUBLE_ROUND_MS,
  doubleColour,
  parseDouble,
} from '#contract/games/double.ts'
import type { Cents, WalletName } from '#contract/money.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import { Refusal } from '../../errors.ts'
import type { RoundRow } from '../roundRows.ts'
import { openSharedRound } from '../rounds.ts'
import { announceDouble, stopAnnouncing } from './announce.ts'
import { addExposure } from './exposure.ts'
import { advanceRounds, startNextRound, clockPhase, lockLatestRound, settleDueRounds } from './sharedRound.ts'

export interface DoubleBet {
  userId: string
  amount: Cents
  wallet: WalletName
  colour: string
  /** The round that the player saw; a bet on any other is refused. */
  roundId?: string | undefined
}

/**
 * Bets on the current round. Throws betInvalid, stake refusals, insufficientFunds, exposureReached, or
 * bettingClosed when it is too late.
 */
export async function betDouble(deps: AppDeps, tx: Tx, bet: DoubleBet): Promise<RoundRow> {
  const parsed = parseDouble(bet)
  if (!parsed.ok) throw new Refusal(parsed.error)
  let round = await lockLatestRound(tx)
  if (!round || clockPhase(round, deps.clock.now()) === 'over') {
    await startNextRound(deps, tx)
    round = await lockLatestRound(tx)
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
  await addExposure(tx, {
    userId: bet.userId,
    round: round.sequence,
    colour: parsed.value.colour,
    stake: bet.amount,
  })
  tx.afterCommit(() => announceDouble(deps))
  return opened
}

/** Starts, closes and pays rounds as the clock says. All processes may run it at the same time. */
export async function runDouble(deps: AppDeps): Promise<void> {
  await advanceRounds(deps)
  await settleDueRounds(deps)
}

/**
 * Runs the game at each of a round's moments, to the millisecond of this process's clock; the jobs of every
 * second follow a clock that was moved. Returns a function that stops it and waits for the run and the
 * announcement in progress; whatever else announces must have been stopped before.
 */
export function startDouble(deps: AppDeps): () => Promise<void> {
  let timer: ReturnType<typeof setTimeout>
  let currentRun: Promise<void> = Promise.resolve()
  let stopped = false
  const next = () => {
    if (stopped) return
    timer = setTimeout(() => {
      currentRun = runDouble(deps)
        .catch((error: unknown) => deps.log.error(error, 'double failed'))
        .finally(next)
    }, msToNextMoment(deps.clock.now()))
    timer.unref()
  }
  next()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await currentRun
    await stopAnnouncing(deps.bus)
  }
}

function msToNextMoment(now: Date): number {
  const age = now.getTime() % DOUBLE_ROUND_MS
  const moment =
    [DOUBLE_BETTING_MS, DOUBLE_LANDS_MS, DOUBLE_ROUND_MS].find((ms) => ms > age) ?? DOUBLE_ROUND_MS
  return moment - age + 5
}
