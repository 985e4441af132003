import type { z } from 'zod'
import type { SlotCode, SpinResult } from '../games/slots.ts'
import { fromWireAmount, type Cents, type WalletBalances, type WalletName } from '../money.ts'
import { get, post } from './call.ts'
import type { RoundProof } from './game.ts'
import { fromWireBalances, fromWireWallet } from './wallet.ts'
import type * as schema from './slots.schema.ts'

type SpinWire = z.output<typeof schema.spin.data>
type RoundWire = NonNullable<z.output<typeof schema.state.data>['unseen']>
type StateWire = z.output<typeof schema.state.data>
type SessionWire = z.output<typeof schema.session.data>
type ExchangeWire = z.output<typeof schema.exchange.data>

/** Calls of the host, with the player's token. */
export const gameSessionCalls = {
  /** The page and the ticket of a slot or a third-party game. Errors: gameUnknown, excluded. */
  open: post<{ params: { gameCode: string } }, SessionWire>('/api/app/game/session/{gameCode}'),
}

/**
 * Calls of a game in its frame, from the games' own origin. `exchange` takes the ticket of `init` and returns the
 * token that the others send as `Authorization`; the player's token is never used. When the session has ended they
 * fail with 401 (gameSessionEnded): the game posts `ready` and gets a new ticket.
 */
export const slotCalls = {
  /** Error: 403 gameTicketInvalid if the ticket is unknown, used, expired or for another game. */
  exchange: post<{ body: z.input<typeof schema.exchange.body> }, ExchangeWire>('/api/games/session', {
    auth: 'none',
  }),
  state: get<object, StateWire>('/api/games/slots/state', { auth: 'game' }),
  spin: post<{ body: z.input<typeof schema.spin.body> }, SpinWire>('/api/games/slots/spin', {
    auth: 'game',
    idempotent: 'required',
  }),
  /** The free spins of a round were shown to the end: `state` no longer returns it as `unseen`. */
  shown: post<{ body: { roundId: string } }, null>('/api/games/slots/shown', { auth: 'game' }),
}

/** A spin on the wire; its grid follows from the stops (`evaluateSpin`). */
export type SlotSpin = Omit<SpinResult, 'grid'>

/** A round of a slot. Amounts in cents, `units` in twentieths of the stake; `multiplier` includes the stake. */
export interface SlotPlay {
  id: string
  gameCode: string
  stake: Cents
  wallet: WalletName
  status: 'open' | 'won' | 'lost' | 'refunded'
  multiplier: number
  payout: Cents
  units: number
  spins: SlotSpin[]
  time: string
  proof: RoundProof
}

export interface SlotState {
  gameCode: SlotCode
  wallets: WalletBalances
  minStake: Cents
  maxStake: Cents
  stakes: Cents[]
  maxWin: Cents
  /** Return to player, a fraction. */
  rtp: number
  /** A round whose free spins were not shown to the end. */
  unseen: SlotPlay | null
  /** The last 20, newest first. */
  recent: SlotPlay[]
}

function fromWireSlotPlay(wire: RoundWire): SlotPlay {
  const { roundId, gameCode, status, multiplier, units, time, proof } = wire
  return {
    id: roundId,
    gameCode,
    stake: fromWireAmount(wire.amount),
    wallet: fromWireWallet(wire.wallet),
    status,
    multiplier,
    payout: fromWireAmount(wire.payout),
    units,
    spins: wire.spins.map((spin) => ({ ...spin, lines: spin.lines as SlotSpin['lines'] })),
    time,
    proof,
  }
}

/** A round, and the wallets after it. */
export function fromWireSpin(wire: SpinWire): { play: SlotPlay; wallets: WalletBalances } {
  return { play: fromWireSlotPlay(wire), wallets: fromWireBalances(wire) }
}

export function fromWireSlotState(wire: StateWire): SlotState {
  return {
    gameCode: wire.gameCode,
    wallets: fromWireBalances(wire),
    minStake: fromWireAmount(wire.minStake),
    maxStake: fromWireAmount(wire.maxStake),
    stakes: wire.stakes.map(fromWireAmount),
    maxWin: fromWireAmount(wire.maxWin),
    rtp: wire.rtp,
    unseen: wire.unseen && fromWireSlotPlay(wire.unseen),
    recent: wire.recent.map(fromWireSlotPlay),
  }
}
