import {
  DOUBLE_BETTING_MS,
  DOUBLE_LANDS_MS,
  DOUBLE_ROUND_MS,
  doubleColours,
  type DoubleColour,
} from '#contract/games/double.ts'
import type { DoubleRoundWire } from '#contract/http/double.ts'
import { cents, toWireAmount, type Cents, type WalletName } from '#contract/money.ts'
import type { AppDeps } from '../../deps.ts'
import {
  betterOf,
  isListedSql,
  publicColumns,
  showsAmountsSql,
  type PublicRow,
} from '../../domain/accounts/publicIdentity.ts'

const betsLimit = 20
const resultsLimit = 20

/**
 * The latest round as clients may see it: with seed and slot only once it is closed, and without test accounts and erased ones.
 * The totals leave out amounts that their players hide: the difference of two totals would tell them.
 */
export interface DoubleRoundView {
  sequence: number
  chain_index: number
  slot: number | null
  starts_at: Date
  server_seed: string | null
  server_seed_hash: string
  client_seed: string
  commitment: string
  length: number
  totals: { colour: DoubleColour; amount: number; count: number }[]
  bets: (PublicRow & { id: string; colour: DoubleColour; stake: number })[]
}

type Deps = Pick<AppDeps, 'db'>

/** Reads the latest round; undefined before the first one. */
export async function readDoubleRound({ db }: Deps): Promise<DoubleRoundView | undefined> {
  const [round] = await db.read<Omit<DoubleRoundView, 'totals' | 'bets'>>(
    `select r.sequence, r.chain_index, r.starts_at, r.server_seed_hash, c.client_seed, c.commitment, c.length,
        case when r.closed_at is not null then r.slot end as slot,
        case when r.closed_at is not null then r.server_seed end as server_seed
      from double_rounds r join double_chains c on c.id = r.chain_id
      order by r.sequence desc limit 1`,
  )
  if (!round) return undefined
  const totals = await db.read<DoubleRoundView['totals'][number]>(
    `select b.params ->> 'colour' as colour, count(*) as count,
        coalesce(sum(b.stake) filter (where ${showsAmountsSql('u')}), 0)::bigint as amount
      from game_rounds b join users u on u.id = b.user_id
      where b.double_round = $1 and ${isListedSql('u')} group by 1`,
    [round.sequence],
  )
  const bets = await db.read<DoubleRoundView['bets'][number]>(
    `select ${publicColumns('u')}, b.id, b.params ->> 'colour' as colour, b.stake
      from game_rounds b join users u on u.id = b.user_id
      where b.double_round = $1 and ${isListedSql('u')} order by b.created_at desc, b.id limit ${betsLimit}`,
    [round.sequence],
  )
  return { ...round, totals, bets }
}

export function presentDouble(view: DoubleRoundView, now: Date): DoubleRoundWire {
  const at = (ms: number) => new Date(view.starts_at.getTime() + ms)
  const total = (colour: DoubleColour) => {
    const sum = view.totals.find((entry) => entry.colour === colour)
    return { amount: toWireAmount(cents(sum?.amount ?? 0)), count: sum?.count ?? 0 }
  }
  const [red, white, black] = doubleColours.map(total) as [
    ReturnType<typeof total>,
    ReturnType<typeof total>,
    ReturnType<typeof total>,
  ]
  const hasLanded = now >= at(DOUBLE_LANDS_MS)
  return {
    roundId: String(view.sequence),
    serverTime: now.toISOString(),
    phase: view.slot === null ? 'betting' : hasLanded ? 'result' : 'spinning',
    startsAt: at(0).toISOString(),
    bettingEndsAt: at(DOUBLE_BETTING_MS).toISOString(),
    landsAt: at(DOUBLE_LANDS_MS).toISOString(),
    endsAt: at(DOUBLE_ROUND_MS).toISOString(),
    slot: view.slot,
    proof: {
      serverSeedHash: view.server_seed_hash,
      serverSeed: view.server_seed,
      clientSeed: view.client_seed,
      nonce: view.chain_index,
      commitment: view.commitment,
      chainLength: view.length,
    },
    totals: { red, white, black },
    bets: view.bets.map((bet) => {
      const { player, avatar, showsAmounts } = betterOf(bet)
      const amount = showsAmounts ? toWireAmount(cents(bet.stake)) : null
      return { betId: bet.id, player, avatar, colour: bet.colour, amount }
    }),
  }
}

/** A player's own bets on a round, in the order in which they were placed. */
export async function ownBets(
  { db }: Deps,
  userId: string,
  sequence: number,
): Promise<{ id: string; colour: DoubleColour; stake: Cents; wallet: WalletName }[]> {
  return db.read(
    `select id, params ->> 'colour' as colour, stake, wallet from game_rounds
      where user_id = $1 and double_round = $2 order by created_at, id`,
    [userId, sequence],
  )
}

/** The latest results, newest first, without the round whose wheel is still turning. */
export async function lastResults(
  { db }: Deps,
  before: Date,
): Promise<{ sequence: number; slot: number; server_seed: string }[]> {
  return db.read(
    `select sequence, slot, server_seed from double_rounds
      where closed_at is not null
        and (starts_at <= $1 or sequence < (select max(sequence) from double_rounds))
      order by sequence desc limit ${resultsLimit}`,
    [new Date(before.getTime() - DOUBLE_LANDS_MS)],
  )
}
