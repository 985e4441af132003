import type { z } from 'zod'
import { fromWireAmount, type Cents, type WalletName } from '../money.ts'
import { get, post } from './call.ts'
import type * as schema from './game.schema.ts'
import { fromWireWallet } from './wallet.ts'

type InPlayWire = z.output<typeof schema.inPlay.data>[number]
type GameWire = z.output<typeof schema.list.data>[number]
type RoundWire = z.output<typeof schema.roundDetail.data>
type MinesWire = NonNullable<z.output<typeof schema.minesCurrent.data>>
export type SeedPair = z.output<typeof schema.seeds.data>

export const gameCalls = {
  /** The doubled slash is part of the wire. */
  inPlay: get<object, InPlayWire[]>('/api//app/game/inPlay', { auth: 'optional' }),
  stopGame: get<object, null>('/api/app/game/stopGame'),
  list: get<object, GameWire[]>('/api/app/game/list', { auth: 'optional' }),
  favourite: post<{ params: { gameCode: string }; body: { favourite: boolean } }, null>(
    '/api/app/game/favourite/{gameCode}',
  ),
  seeds: get<object, SeedPair>('/api/app/game/seeds'),
  rotateSeeds: post<{ body: { clientSeed: string } }, SeedPair>('/api/app/game/rotateSeeds', {
    idempotent: 'required',
  }),
  history: get<{ params: { gameCode: string }; query: { limit?: number } }, RoundWire[]>(
    '/api/app/game/history/{gameCode}',
  ),
  round: get<{ params: { roundId: string } }, RoundWire>('/api/app/game/round/{roundId}'),
}

/** A game of the server's catalogue. */
export interface Game {
  code: string
  name: string
  kind: 'original' | 'slot' | 'sport'
  route: string
  hot: boolean
  sort: number
  /** Return to player, a fraction; null if it is not known. */
  rtp: number | null
  /** Address of its picture; null: one of our own. */
  picture: string | null
  favourite: boolean
  /** ISO 8601. */
  lastPlayedAt: string | null
}

export function fromWireGame(wire: GameWire): Game {
  const { gameCode, recent, ...rest } = wire
  return { ...rest, code: gameCode, lastPlayedAt: recent }
}

export type InPlayItem =
  | { kind: 'round'; gameCode: string; roundId: string; stake: Cents; startedAt: string }
  | Extract<InPlayWire, { kind: 'match' }>

export function fromWireInPlay(wire: InPlayWire): InPlayItem {
  if (wire.kind === 'match') return wire
  return {
    kind: 'round',
    gameCode: wire.gameCode,
    roundId: wire.roundId,
    stake: fromWireAmount(wire.amount),
    startedAt: wire.time,
  }
}

export interface RoundProof {
  serverSeedHash: string
  /** Null until it is revealed. */
  serverSeed: string | null
  clientSeed: string
  nonce: number
}

/** A round in the history, with its proof. `multiplier` includes the stake; amounts in cents, `time` ISO 8601. */
export interface Round {
  id: string
  gameCode: string
  stake: Cents
  wallet: WalletName
  status: 'open' | 'won' | 'lost' | 'refunded'
  multiplier: number
  payout: Cents
  params: Record<string, unknown>
  outcome: Record<string, unknown>
  time: string
  proof: RoundProof
}

export function fromWireRound(wire: RoundWire): Round {
  const { roundId, amount, ...rest } = wire
  return {
    ...rest,
    id: roundId,
    stake: fromWireAmount(amount),
    wallet: fromWireWallet(wire.wallet),
    payout: fromWireAmount(wire.payout),
  }
}

export interface MinesRound {
  id: string
  stake: Cents
  wallet: WalletName
  mineCount: number
  /** Tiles 0-24 in the order opened. */
  opened: number[]
  /** The tiles with mines; null until the round is over. */
  mines: number[] | null
  status: 'open' | 'won' | 'lost' | 'refunded'
  multiplier: number
  nextMultiplier: number | null
  /** What a cash-out would pay now, or what was paid. */
  payout: Cents
  proof: RoundProof
}

export function fromWireMines(wire: MinesWire): MinesRound {
  const { roundId, amount, time: _, ...rest } = wire
  return {
    ...rest,
    id: roundId,
    stake: fromWireAmount(amount),
    wallet: fromWireWallet(wire.wallet),
    payout: fromWireAmount(wire.payout),
  }
}
