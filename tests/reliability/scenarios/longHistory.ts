import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '#server/db/client.ts'
import { stop, type Database, type Lab } from '../harness/Lab.ts'
import { Stage, type Player } from '../harness/Stage.ts'
import type { Call } from '../harness/send.ts'

/** How often each call is made: often enough that the reads during the server's start hardly matter. */
const repeats = 5
/** How many more rows a call may read for a player with a long history than for a new one. */
const maxExtraRows = 250

/** The `application_name` of the measured server. */
const name = 'measured'

type Reads = Record<string, number>

/**
 * Checks that bets and account pages read no more rows as the player's history grows. Returns the rows per call for a
 * new player and for one with many postings, for each kind of call or for all together.
 */
export async function longHistory(
  lab: Lab,
  { postings, eachKind = false }: { postings: number; eachKind?: boolean },
): Promise<{ short: Reads; long: Reads }> {
  const database = await lab.database()
  const env = { DATABASE_URL: `${database.url}&application_name=${name}`, DATA_DIR: await lab.folder() }
  const first = await lab.server(env)
  const player = await new Stage(lab, database.db, first.url).player({ balance: 10_000 })
  await stop(first)

  const measure = async (): Promise<Reads> => {
    // What the jobs of a server read that has nothing to do.
    const idle = await rowsRead(database, env, lab, [])
    const reads: Reads = {}
    const kinds = callsOf(player)
    for (const calls of eachKind ? kinds : [kinds.flat()]) {
      const rows = await rowsRead(database, env, lab, calls)
      reads[eachKind ? (calls[0]?.kind ?? '') : 'a call'] = Math.max(
        0,
        Math.round((rows - idle) / calls.length),
      )
    }
    return reads
  }
  const short = await measure()
  await addHistory(database.db, player.userId, postings)
  await readOnce(database, env, lab)
  const long = await measure()
  for (const [kind, rows] of Object.entries(long))
    assert.ok(
      rows <= (short[kind] ?? 0) + maxExtraRows,
      `${kind} reads ${rows} rows with ${postings} postings, and ${short[kind]} without`,
    )
  await lab.checkMoney(database.db)
  return { short, long }
}

function callsOf({ token }: Player): Call[][] {
  const get = (kind: string, path: string): Call => ({ kind, method: 'GET', path: `/api/app/${path}`, token })
  const bet: Call = {
    kind: 'dice bet',
    path: '/api/app/game/dice/bet',
    body: { amount: 1, direction: 'over', chance: 50 },
    token,
  }
  const account = [
    get('user info', 'user/userInfo'),
    get('account', 'user/account'),
    get('records', 'order/records?tab=rounds'),
    get('bets', 'order/records?tab=bets'),
    get('history', 'game/history/dice'),
    get('limits', 'limits'),
    bet,
  ]
  return account.map((call) => Array.from({ length: repeats }, () => call))
}

/** Rows of tables and indexes that a server reads while it starts, handles these calls and stops. */
async function rowsRead(
  { db }: Database,
  env: Record<string, string>,
  lab: Lab,
  calls: readonly Call[],
): Promise<number> {
  const server = await lab.server(env)
  const stage = new Stage(lab, db, server.url)
  const before = await countRows(db)
  for (const call of calls) await stage.done({ ...call, key: randomUUID() })
  // A backend reports its reads when it ends, at the latest.
  await stop(server)
  while (await isConnected(db)) await delay(20)
  return (await countRows(db)) - before
}

/** Lets a job count the new postings for the reports, which it does once. */
async function readOnce({ db }: Database, env: Record<string, string>, lab: Lab): Promise<void> {
  const server = await lab.server(env)
  const isRead = async () => {
    const rows = await db.read('select from report_position where through >= (select max(id) from transfers)')
    return rows.length > 0
  }
  while (!(await isRead())) await delay(100)
  await stop(server)
  while (await isConnected(db)) await delay(20)
}

async function isConnected(db: Db): Promise<boolean> {
  const rows = await db.read('select 1 from pg_stat_activity where application_name = $1', [name])
  return rows.length > 0
}

async function countRows(db: Db): Promise<number> {
  const [row] = await db.read<{ rows: number }>(
    `select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::bigint as rows from pg_stat_user_tables
      where relname ~ '^(transfers|game_rounds)_' or relname in ('wallets', 'bet_days', 'orders', 'withdrawals', 'tickets', 'ticket_legs',
          'seed_pairs')`,
  )
  return row?.rows ?? 0
}

/** Inserts dice rounds of R$ 1 that returned their stake, one every second, with their postings and other rows. */
async function addHistory(db: Db, userId: string, count: number): Promise<void> {
  await db.tx(async (tx) => {
    const values = [userId, count]
    await tx.query(
      `insert into game_rounds (id, user_id, game, wallet, stake, payout, status, multiplier, params, outcome,
          seed_pair_id, nonce, created_at, settled_at)
       select 'history ' || n, $1, 'dice', 'cash', 100, 100, 'settled', 1, '{"direction": "over", "chance": 50}',
         '{"roll": 1}', p.id, p.nonce + n, now() - interval '90 days' + n * interval '1 second',
         now() - interval '90 days' + n * interval '1 second'
       from seed_pairs p, generate_series(0, $2::int - 1) n where p.user_id = $1 and p.active`,
      values,
    )
    await tx.query(
      `insert into transfers (key, kind, user_id, ref_type, ref_id, args, accounts, amounts, balances, turnover, at,
          actor_kind, actor_id)
       select 'stake:round:history ' || n, 'play', $1, 'round', 'history ' || n,
         '{"stake": 100, "payout": 100, "wallet": "cash", "counted": 100}', '{cash,house_games,house_games,cash}',
         '{-100,100,-100,100}', array[w.cash - 100, null, null, w.cash], 0,
         now() - interval '90 days' + n * interval '1 second', 'player', $1
       from wallets w, generate_series(0, $2::int - 1) n where w.user_id = $1`,
      values,
    )
    await tx.query(
      `insert into bet_days as d (user_id, day, game, stakes, cash_loss)
       select user_id, (at at time zone 'America/Sao_Paulo')::date, 'dice', count(*) * 100, 0
       from transfers where user_id = $1 and ref_id like 'history %' group by 1, 2
       on conflict (user_id, day, game) do update set stakes = d.stakes + excluded.stakes`,
      [userId],
    )
    await tx.query('update seed_pairs set nonce = nonce + $2 where user_id = $1 and active', values)
    await tx.query(
      'update wallets set bet_sum = bet_sum + 100 * $2::bigint, version = (select max(id) from transfers where user_id = $1) where user_id = $1',
      values,
    )
  })
  await db.write('analyze')
}
