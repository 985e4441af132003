import { officeCall, officeListCall } from './officeCall.ts'

export type OfficeGameKind = 'original' | 'slot' | 'sport'

export interface GameRow {
  /** The game's code. */
  id: string
  name: string
  kind: OfficeGameKind
  /** Who brings it, and who made it where that is somebody else; null: our own. */
  provider: string | null
  isOn: boolean
  /** False: its provider no longer has it, so that it is not offered even when it is on. */
  isListed: boolean
  /** Place in the lobby: lower is earlier. */
  sort: number
  /** Return to player as the game is made, a fraction; null where it depends on the bet. */
  exactReturn: number | null
}

/** What a game has taken and paid, in all reported days. */
export interface GameReturnRow {
  /** The game's code. */
  id: string
  /** Rounds that were decided, and their stakes and payouts in cents. */
  rounds: number
  stakesCents: number
  payoutsCents: number
  /** Payouts by stakes; null: no stakes yet. */
  measured: number | null
  /** The 95 % band around the measured return; null: too few rounds. */
  band: { low: number; high: number; variance: 'exact' | 'sample' } | null
}

export interface GameFilter {
  /** A part of the code or name. */
  q?: string
  kind?: OfficeGameKind
  isOn?: 'true' | 'false'
}

type ById = { params: { id: string }; body: { reason: string } }

const change = { permission: 'games.change', kind: 'action' } as const

export const gameCalls = {
  list: officeListCall<GameRow, GameFilter>()({
    name: 'games.list',
    path: '/api/games',
    permission: 'games.read',
    sorts: ['sort', 'name'],
    order: 'asc',
  }),
  returns: officeCall<object, { list: GameReturnRow[] }>({
    name: 'games.returns',
    path: '/api/games/returns',
    permission: 'games.read',
    kind: 'read',
  }),
  /** Open rounds are played to their end. */
  stop: officeCall<ById, GameRow>({ name: 'games.stop', path: '/api/games/{id}/stop', ...change }),
  open: officeCall<ById, GameRow>({ name: 'games.open', path: '/api/games/{id}/open', ...change }),
  move: officeCall<{ params: { id: string }; body: { sort: number; reason: string } }, GameRow>({
    name: 'games.move',
    path: '/api/games/{id}/move',
    ...change,
  }),
}
