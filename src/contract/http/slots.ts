import type { z } from 'zod'
import type { SlotCode, SpinResult } from '../games/slots.ts'
import { fromWireAmount, type Cents } from '../money.ts'
import { get, post } from './call.ts'
import type { RoundProof } from './game.ts'
import { fromWireWallet } from './wallet.ts'
import type * as schema from './slots.schema.ts'

type SpinWire = z.output<typeof schema.spin.data>
type RoundWire = NonNullable<z.output<typeof schema.state.data>['unseen']>
type StateWire = z.output<typeof schema.state.data>
type SessionWire = z.output<typeof schema.session.data>
type ExchangeWire = z.output<typeof schema.exchange.data>

/** Calls of the host: with the player's token. */
export const gameSessionCalls = {
  /** A page to frame and a ticket for it, for any slot or third-party game. gameUnknown, excluded. */
  open: post<{ params: { gameCode: string } }, SessionWire>('/api/app/game/session/{gameCode}'),
}

/**
 * Calls of a game in its frame, from the games' own origin. `exchange` takes the ticket of `init`; the others
 * carry the token it answers as `Authorization`. Never the player's token. A session that has ended is 401 (gameSessionEnded): the
 * game posts `ready` and gets a new ticket.
 */
export const slotCalls = {
  /** 403 gameTicketInvalid when it is unknown, used, expired or of another game. */
  exchange: post<{ body: z.input<typeof schema.exchange.body> }, ExchangeWire>('/api/games/session', {
    auth: 'none',
  }),
  state: get<object, StateWire>('/api/games/slots/state', { auth: 'game' }),
  spin: post<{ body: z.input<typeof schema.spin.body> }, SpinWire>('/api/games/slots/spin', {
    auth: 'game',
    idempotent: true,
  }),
  /** The free spins of a round were shown to the end: it does not come back with `state` any more. */
  shown: post<{ body: { roundId: string } }, null>('/api/games/slots/shown', { auth: 'game' }),
}

/** A spin as the wire has it: the grid follows from the stops (gridOf). */
export type SlotSpin = Omit<SpinResult, 'grid'>

export interface SlotPlay {
  id: string
  gameCode: string
  stake: Cents
  wallet: 'cash' | 'bonus'
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
  balance: Cents
  bonusBalance: Cents
  minStake: Cents
  maxStake: Cents
  stakes: Cents[]
  maxWin: Cents
  rtp: number
  unseen: SlotPlay | null
  /** The last 20, newest first. */
  recent: SlotPlay[]
}

export function fromWireSlotPlay(wire: RoundWire): SlotPlay {
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

/** A spin with the wallet after it. */
export function fromWireSpin(wire: SpinWire): SlotPlay & { balance: Cents; bonusBalance: Cents } {
  return {
    ...fromWireSlotPlay(wire),
    balance: fromWireAmount(wire.balance),
    bonusBalance: fromWireAmount(wire.freeBalance),
  }
}

export function fromWireSlotState(wire: StateWire): SlotState {
  return {
    gameCode: wire.gameCode,
    balance: fromWireAmount(wire.balance),
    bonusBalance: fromWireAmount(wire.freeBalance),
    minStake: fromWireAmount(wire.minStake),
    maxStake: fromWireAmount(wire.maxStake),
    stakes: wire.stakes.map(fromWireAmount),
    maxWin: fromWireAmount(wire.maxWin),
    rtp: wire.rtp,
    unseen: wire.unseen && fromWireSlotPlay(wire.unseen),
    recent: wire.recent.map(fromWireSlotPlay),
  }
}
