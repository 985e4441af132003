import type { z } from 'zod'
import type { DoubleColour } from '../games/double.ts'
import { fromWireAmount, type Cents, type WalletName } from '../money.ts'
import { get, post } from './call.ts'
import type * as schema from './double.schema.ts'
import { fromWireWallet } from './wallet.ts'

/** The shared round on the wire, also in the event `round:double`. */
export type DoubleRoundWire = z.output<typeof schema.doubleRound>
type StateWire = z.output<typeof schema.doubleState.data>
type RoundWire = z.output<typeof schema.doubleBet.data>

export const doubleCalls = {
  /** Everything that the screen shows. */
  state: get<object, StateWire>('/api/app/game/double/state', { auth: 'optional' }),
  bet: post<{ body: z.input<typeof schema.doubleBet.body> }, RoundWire>('/api/app/game/double/bet', {
    idempotent: 'required',
  }),
}

export type DoublePhase = DoubleRoundWire['phase']

export interface DoubleBet {
  id: string
  /** Name and picture are null for an anonymous player. */
  player: string | null
  avatar: number | null
  colour: DoubleColour
  /** Null for a player who hides amounts. */
  amount: Cents | null
}

/** The shared round. Times in ms since 1970 by the server's clock, amounts in cents. */
export interface DoubleRound {
  id: string
  serverTime: number
  phase: DoublePhase
  startsAt: number
  bettingEndsAt: number
  landsAt: number
  endsAt: number
  slot: number | null
  proof: DoubleRoundWire['proof']
  totals: Record<DoubleColour, { amount: Cents; count: number }>
  bets: DoubleBet[]
}

export interface DoubleState {
  round: DoubleRound
  mine: { id: string; colour: DoubleColour; amount: Cents; wallet: WalletName }[]
  /** Newest first. */
  history: { roundId: string; slot: number; serverSeed: string }[]
}

export function fromWireDoubleRound(wire: DoubleRoundWire): DoubleRound {
  const { red, white, black } = wire.totals
  const total = ({ amount, count }: typeof red) => ({ amount: fromWireAmount(amount), count })
  return {
    id: wire.roundId,
    serverTime: Date.parse(wire.serverTime),
    phase: wire.phase,
    startsAt: Date.parse(wire.startsAt),
    bettingEndsAt: Date.parse(wire.bettingEndsAt),
    landsAt: Date.parse(wire.landsAt),
    endsAt: Date.parse(wire.endsAt),
    slot: wire.slot,
    proof: wire.proof,
    totals: { red: total(red), white: total(white), black: total(black) },
    bets: wire.bets.map(({ betId, amount, ...bet }) => ({
      ...bet,
      id: betId,
      amount: amount === null ? null : fromWireAmount(amount),
    })),
  }
}

export function fromWireDoubleState({ mine, history, ...round }: StateWire): DoubleState {
  return {
    round: fromWireDoubleRound(round),
    mine: mine.map(({ betId, colour, amount, wallet }) => ({
      id: betId,
      colour,
      amount: fromWireAmount(amount),
      wallet: fromWireWallet(wallet),
    })),
    history,
  }
}
