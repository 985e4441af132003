/**
 * The peer of the feed: parses the same lines and stores their prices, in the same batches and nothing else. What every real
 * program has to do beside that is left out: versions, suspension, what others are sent, and a memory to read prices from.
 */
import pg from 'pg'
import { listenForLines, type WireLine } from './feedWire.ts'

const batchMs = 20
const mostLines = 4_000
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 2 })
await pool.query(`create table bare_matches (id text primary key, body json not null);
  create table bare_markets (match_id text not null, code text not null, options json not null, primary key (match_id, code))
    with (fillfactor = 70)`)

const queue: { lines: WireLine[]; stored: () => void }[] = []
let isWriting = false

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
          const { market, gameTime, line: at, options } = line.market
          const code = `${market}:${gameTime}:${at ?? ''}`
          markets.set(`${line.matchId} ${code}`, { matchId: line.matchId, code, options })
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
      text: `insert into bare_markets select k."matchId", code, options
        from json_to_recordset($1) as k ("matchId" text, code text, options json)
        on conflict (match_id, code) do update set options = excluded.options`,
      values: [JSON.stringify([...markets.values()])],
    })
    for (const { stored } of taken) stored()
    const left = batchMs - (performance.now() - began)
    if (left > 0) await new Promise((resolve) => setTimeout(resolve, left))
  }
  isWriting = false
}

process.on('SIGTERM', () => process.exit(0))
process.send?.({ ready: `- ${port}` })
