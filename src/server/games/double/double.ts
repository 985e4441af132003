import { announceDouble } from './announce.ts'
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
import { Refusal } from '../../texts/refusal.ts'
import type { RoundRow } from '../roundRows.ts'
import { openSharedRound } from '../rounds.ts'
import { addExposure } from './exposure.ts'
import { advanceRounds, startNextRound, clockPhase, lockLatestRound, settleDueRounds } from './sharedRound.ts'

export interface DoubleBet {
  userId: string
  amount: Cents
  wallet: WalletName
  colour: string
  /** The round that the player saw; the bet is refused when another one is running. */
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
  const isOpen = round && !round.closed_at && clockPhase(round, deps.clock.now()) === 'betting'
  if (!round || !isOpen) throw new Refusal('bettingClosed')
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

/** Starts, closes and pays the rounds that are due. Safe to run in every process. */
export async function runDouble(deps: AppDeps): Promise<void> {
  await advanceRounds(deps)
  await settleDueRounds(deps)
}

/**
 * Runs the game exactly when a phase of the round ends. Timers ignore changes of the sandbox clock; the job that
 * runs every second catches those. Returns a function that stops it and waits for the run and the announcement
 * in progress; call it after everything else that announces has been stopped.
 */
export function startDouble(deps: AppDeps): () => Promise<void> {
  let timer: ReturnType<typeof setTimeout>
  let currentRun: Promise<void> = Promise.resolve()
  let stopped = false
  const scheduleNext = () => {
    if (stopped) return
    timer = setTimeout(() => {
      currentRun = runDouble(deps)
        .catch((error: unknown) => deps.log.error(error, 'running double failed'))
        .finally(scheduleNext)
    }, msToNextPhase(deps.clock.now()))
    timer.unref()
  }
  scheduleNext()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await currentRun
    await deps.announcements.stop()
  }
}

function msToNextPhase(now: Date): number {
  const age = now.getTime() % DOUBLE_ROUND_MS
  const phaseEnd =
    [DOUBLE_BETTING_MS, DOUBLE_LANDS_MS, DOUBLE_ROUND_MS].find((ms) => ms > age) ?? DOUBLE_ROUND_MS
  return phaseEnd - age + 5
}
