import type { Cents, WalletName } from '#contract/money.ts'
import type { GameTimeCode, Selection } from '#contract/rules/markets.ts'
import type { FinalCode, ResultCode } from '#contract/rules/settlement.ts'
import type { SettlementRules } from '#contract/rules/settlementRules.ts'
import type { LegCorrection } from '#contract/rules/sportRules.ts'
import type { Suspension } from '#contract/rules/prizeSuspension.ts'
import type { OddsPolicy, Sport } from '#contract/rules/sports.ts'
import type { BetState } from '#contract/statusCodes.ts'
import type { Db, Reader, SqlValue, Tx } from '../db/client.ts'
import { lockWallet } from '../ledger/walletLock.ts'
import { Refusal } from '../texts/refusal.ts'

export type TicketState = (typeof BetState)[
  | 'placed'
  | 'pending'
  | 'drawn'
  | 'lost'
  | 'lostLate'
  | 'exception']
/** Why a placed bet was not accepted. */
export type TicketReason = 'oddsChanged' | 'marketClosed'

/** One leg of a ticket as it is stored. */
export interface LegRow {
  position: number
  match_id: string
  sport: Sport
  league: string
  home: string
  away: string
  starts_at: Date
  option_key: string
  /** Includes the score at the time of the bet, where it counts. */
  selection: Selection
  game_time: GameTimeCode
  odds: number
  /** The price without its boost; null for a price without one. */
  boosted_from: number | null
  live: boolean
  result: ResultCode
  distance: number | null
  score_home: number | null
  score_away: number | null
  /** The name of the rules in force when it was placed; null for older bets. */
  rules_version: string | null
  /** Why its result is another one than at first. */
  correction: LegCorrection | null
  /** When the bet was taken: of the ticket, stored there. */
  taken_at: Date
  /** The rules of `rules_version`, stored there; null: those in force now. */
  rules: SettlementRules | null
}

/** A ticket as it is stored, with its legs in order. */
export interface TicketRow {
  id: string
  user_id: string
  kind: 'single' | 'parlay'
  wallet: WalletName
  /** What is in play of it, or was when the ticket ended. */
  stake: Cents
  state: TicketState
  result: FinalCode | null
  policy: OddsPolicy
  reason: TicketReason | null
  payout: Cents
  max_return: Cents
  cashed_out: boolean
  /** The value from which on it is cashed out by itself. */
  auto_cash_out: Cents | null
  /** How often a part was cashed out, the stakes of all parts, and what they paid. */
  cash_outs: number
  cashed_stake: Cents
  cashed_paid: Cents
  accept_at: Date | null
  created_at: Date
  settled_at: Date | null
  /** Of its prize, by the house; of an open ticket, of what it will pay. `until` in ISO 8601. */
  suspended: Suspension<string> | null
  legs: LegRow[]
}

/** A ticket is found by its player, too: where players are spread over nodes, that says on which. */
export type TicketId = Pick<TicketRow, 'id' | 'user_id'>

type BareTicket = Omit<TicketRow, 'legs'>

const columns = `id, user_id, kind, wallet, stake, state, result, policy, reason, payout, max_return, cashed_out,
  accept_at, created_at, settled_at, auto_cash_out, cash_outs, cashed_stake, cashed_paid`
/**
 * Read under the wallet's lock, as all of it is before money moves: a suspension is made under that lock, too. `player` says in SQL
 * whose tickets are read, because Citus looks for a suspension on the nodes of all players where only a ticket names its own.
 */
const suspendedSql = (
  player: string,
) => `(select jsonb_build_object('until', p.until, 'reason', p.reason) from prize_suspensions p
    where p.user_id = ${player} and p.ref_type = 'ticket' and p.ref_id = tickets.id and p.ended_at is null) as suspended`
const legColumns = `position, match_id, sport, league, home, away, starts_at, option_key, selection, game_time,
  odds, boosted_from, live, result, distance, score_home, score_away, rules_version, correction`

/** The rules that the bet of such a row is settled by; null: those in force now. */
export function rulesOfLegSql(leg: string): string {
  return `(select rules from sport_rules where version = ${leg}.rules_version)`
}

/** Conditions for tickets that are not settled, and for those that are. */
const stateSql = { open: 'state in (-10, 0)', settled: 'state not in (-10, 0)' }

/** A player's ticket. Throws ticketNotFound, also for another player's ticket. */
export async function ticketById(db: Reader, userId: string, ticketId: string): Promise<TicketRow> {
  return requireTicket(db, await selectOwn(db, { id: ticketId, user_id: userId }))
}

/** A ticket of any player, for a code that only the server can make. Throws ticketNotFound. */
export async function anyTicketById(db: Db, ticketId: string): Promise<TicketRow> {
  return requireTicket(db, await selectTickets(db, 'id = $1', [ticketId]))
}

/** Like ticketById, but locks the ticket until the transaction ends. */
export async function lockTicket(tx: Tx, userId: string, ticketId: string): Promise<TicketRow> {
  return requireTicket(tx, await selectLocked(tx, { id: ticketId, user_id: userId }, 'for update'))
}

/**
 * Locks the wallet and then the ticket, of any player, until the transaction ends; undefined while another
 * transaction has locked the ticket.
 */
export async function tryLockTicket(tx: Tx, id: TicketId): Promise<TicketRow | undefined> {
  await lockWallet(tx, id.user_id)
  const rows = await selectLocked(tx, id, 'for update skip locked')
  const [ticket] = await withLegs(tx, rows)
  return ticket
}

/** A page of a player's tickets, newest first. */
export async function listTickets(
  db: Db,
  userId: string,
  { state, after, limit }: { state: 'open' | 'settled'; after?: { time: Date; id: string }; limit: number },
): Promise<TicketRow[]> {
  const rows = await selectTickets(
    db,
    `user_id = $1 and ${stateSql[state]}
       and ($2::timestamptz is null or (created_at, id) < ($2, $3::text))
     order by created_at desc, id desc limit $4`,
    [userId, after?.time ?? null, after?.id ?? null, limit],
    '$1',
  )
  return withLegs(db, rows)
}

/** Tickets of any players, with these ids. */
export async function ticketsByIds(db: Reader, ids: readonly string[]): Promise<TicketRow[]> {
  return withLegs(db, await selectTickets(db, 'id = any($1)', [ids]))
}

const cashesOutItselfSql = 'state = 0 and auto_cash_out is not null'
/** Whether there are tickets of {@link autoCashOutTickets}. */
export const autoCashOutsDueSql = `exists (select from tickets where ${cashesOutItselfSql})`

/** Open tickets that are cashed out by themselves at some value, in the order of their ids after `after`. */
export async function autoCashOutTickets(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<TicketRow[]> {
  const rows = await selectTickets(db, `${cashesOutItselfSql} and id > $1 order by id limit $2`, [
    after,
    limit,
  ])
  return withLegs(db, rows)
}

/** Inserts a ticket and its legs with the commit, because nothing in the transaction reads them. */
export function insertTicket(tx: Tx, ticket: TicketRow): void {
  tx.sendWithCommit(
    `insert into tickets (${columns})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)`,
    [
      ticket.id,
      ticket.user_id,
      ticket.kind,
      ticket.wallet,
      ticket.stake,
      ticket.state,
      ticket.result,
      ticket.policy,
      ticket.reason,
      ticket.payout,
      ticket.max_return,
      ticket.cashed_out,
      ticket.accept_at,
      ticket.created_at,
      ticket.settled_at,
      ticket.auto_cash_out,
      ticket.cash_outs,
      ticket.cashed_stake,
      ticket.cashed_paid,
    ],
  )
  tx.sendWithCommit(
    `insert into ticket_legs (ticket_id, user_id, ${legColumns})
     select $1, $3, ${legColumns} from jsonb_populate_recordset(null::ticket_legs, $2)`,
    [ticket.id, jsonOf(ticket.legs), ticket.user_id],
  )
}

/** Updates what may change of these legs: odds, live and selection on acceptance, later their results. */
export async function saveLegs(
  tx: Tx,
  { id, user_id: userId }: TicketId,
  legs: readonly LegRow[],
): Promise<void> {
  await tx.query(
    `update ticket_legs l set odds = n.odds, boosted_from = n.boosted_from, live = n.live, selection = n.selection, result = n.result,
       distance = n.distance, score_home = n.score_home, score_away = n.score_away, correction = n.correction
     from jsonb_populate_recordset(null::ticket_legs, $2) n
     where l.ticket_id = $1 and l.position = n.position and l.user_id = $3`,
    [id, jsonOf(legs), userId],
  )
}

/** Each ticket of these legs once, in their order. */
export function onceEach(legs: readonly TicketId[]): TicketId[] {
  return [...new Map(legs.map(({ id, user_id }) => [id, { id, user_id }])).values()]
}

/** Without what is stored elsewhere. */
function jsonOf(legs: readonly LegRow[]): string {
  return JSON.stringify(legs.map(({ rules: _, taken_at: __, ...leg }) => leg))
}

function selectTickets(
  db: Reader,
  where: string,
  params: SqlValue[],
  player = 'tickets.user_id',
): Promise<BareTicket[]> {
  return db.read<BareTicket>(`select ${columns}, ${suspendedSql(player)} from tickets where ${where}`, params)
}

/** A player's ticket; none when it is another's. */
function selectOwn(db: Reader, { id, user_id: userId }: TicketId): Promise<BareTicket[]> {
  return selectTickets(db, 'id = $1 and user_id = $2', [id, userId], '$2')
}

/** Locked first, in the same round trip: Citus refuses to lock what it reads together with another table. */
async function selectLocked(tx: Tx, ticket: TicketId, lock: string): Promise<BareTicket[]> {
  const [locked, rows] = await Promise.all([
    tx.query(`select id from tickets where id = $1 and user_id = $2 ${lock}`, [ticket.id, ticket.user_id]),
    selectOwn(tx, ticket),
  ])
  return locked.length > 0 ? rows : []
}

async function requireTicket(db: Reader, rows: BareTicket[]): Promise<TicketRow> {
  const [ticket] = await withLegs(db, rows)
  if (!ticket) throw new Refusal('ticketNotFound')
  return ticket
}

/** A separate query after the ticket was locked, so that it sees what other transactions did to the legs. */
async function withLegs(db: Reader, tickets: BareTicket[]): Promise<TicketRow[]> {
  if (tickets.length === 0) return []
  const legs = await db.read<Omit<LegRow, 'taken_at'> & { ticket_id: string }>(
    `select ticket_id, ${legColumns}, ${rulesOfLegSql('l')} as rules from ticket_legs l
      where user_id = any($2) and ticket_id = any($1) order by position`,
    [tickets.map(({ id }) => id), [...new Set(tickets.map(({ user_id }) => user_id))]],
  )
  const byId = new Map(tickets.map((ticket) => [ticket.id, { ...ticket, legs: [] as LegRow[] }]))
  for (const { ticket_id, ...leg } of legs) {
    const ticket = byId.get(ticket_id)
    ticket?.legs.push({ ...leg, taken_at: takenAt(ticket) })
  }
  return [...byId.values()]
}

/** A live bet is taken when its delay is over. */
function takenAt({ accept_at: acceptAt, created_at: createdAt }: BareTicket): Date {
  return acceptAt ?? createdAt
}
