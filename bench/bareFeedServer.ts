/**
 * The peer of the feed: parses the same lines and stores the same of each market (version, main, suspension, prices), in the same
 * batches and nothing else. What every real program has to do beside that is left out: looking whether a price is another one, what
 * others are sent, and a memory to read prices from.
 */
import pg from 'pg'
import { listenForLines, type WireLine } from './feedWire.ts'

const batchMs = 20
const mostLines = 4_000
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 2 })
await pool.query(`create table bare_matches (id text primary key, body json not null);
  create table bare_markets (match_id text not null, code text not null, version bigint not null, is_main boolean not null,
    is_suspended boolean not null, options json not null, primary key (match_id, code)) with (fillfactor = 70)`)

/** As short as ours: flags that are usually false are omitted. */
interface StoredMarket {
  matchId: string
  code: string
  options: object
  main?: true
  off?: true
}

const queue: { lines: WireLine[]; stored: () => void }[] = []
let isWriting = false
let version = 0

const port = await listenForLines((lines, answer) => {
  queue.push({ lines, stored: () => answer(`stored ${lines.length}`) })
  if (!isWriting) void writeAll()
})

async function writeAll(): Promise<void> {
  isWriting = true
  while (queue.length > 0) {
    const began = performance.now()
    let count = 0
    const taken = []
    for (let next = queue[0]; next && count < mostLines; next = queue[0]) {
      count += next.lines.length
      taken.push(next)
      queue.shift()
    }
    const matches = new Map<string, object>()
    const markets = new Map<string, object>()
    for (const { lines } of taken)
      for (const line of lines)
        if ('fixture' in line)
          matches.set(line.fixture.matchId, { id: line.fixture.matchId, body: line.fixture })
        else {
          const { market, gameTime, line: at, isMain, isSuspended, options } = line.market
          const code = `${market}:${gameTime}:${at ?? ''}`
          const stored: StoredMarket = { matchId: line.matchId, code, options }
          if (isMain) stored.main = true
          if (isSuspended) stored.off = true
          markets.set(`${line.matchId} ${code}`, stored)
        }
    if (matches.size > 0)
      await pool.query({
        name: 'matches',
        text: `insert into bare_matches select id, body from json_to_recordset($1) as m (id text, body json)
          on conflict (id) do update set body = excluded.body`,
        values: [JSON.stringify([...matches.values()])],
      })
    await pool.query({
      name: 'markets',
      text: `insert into bare_markets select k."matchId", code, $2, coalesce(main, false), coalesce(off, false), options
        from json_to_recordset($1) as k ("matchId" text, code text, main boolean, off boolean, options json)
        on conflict (match_id, code) do update set version = excluded.version, is_main = excluded.is_main,
          is_suspended = excluded.is_suspended, options = excluded.options`,
      values: [JSON.stringify([...markets.values()]), ++version],
    })
    for (const { stored } of taken) stored()
    const left = batchMs - (performance.now() - began)
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left))
  }
  isWriting = false
}

process.on('SIGTERM', () => process.exit(0))
process.send?.({ ready: `- ${port}` })
