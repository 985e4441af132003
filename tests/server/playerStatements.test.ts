/**
 * Where players are spread over nodes, a statement of a player must go to one of them. So every statement that a call of a player
 * makes names the player in each table that is spread: every call is made, and each statement is explained. On one PostgreSQL the
 * plan must find the rows of each such table by their player; on Citus (TEST_CITUS) each part of the plan must have one task.
 */
import pg from 'pg'
import { afterAll, expect, it, vi } from 'vitest'
import type { Db } from '#server/db/client.ts'
import { spreadTables } from './helpers/spreadTables.ts'
import { walkPlayer } from './helpers/everyCall.ts'
import { createTestApp } from './helpers/testApp.ts'

/** A part of the statement, and why it goes to several nodes. */
const wide: Record<string, string> = {
  'upper(u.invite_code) = upper($1)': 'whose code it is, asked before anybody is known',
  'upper(invite_code) = upper($1)': 'whose code it is, asked before anybody is known',
  'test_password = case when coalesce': 'QA; the password is in a table that production does not have',
  'select u.id from users u where (lower(email) = $1': 'whose device it is, asked before the login',
  'from password_resets r join users': 'by the code of a mail, before the login',
  'with wins as (': 'what all players have won, read for all at once',
  "where r.status = 'settled' and r.stake > 0": 'what all players bet, read for all at once',
  'with large as (': 'the largest bets of all players, read for all at once',
  'where b.double_round = $1': 'a round that players share',
  'as shows_amounts from game_rounds r': 'the proof of anybody’s round, for everybody',
  'where w.user_id = any($1)': 'bets of several players of one node in one statement',
  'where invited_by = $1': 'those whom the player has invited',
  'with lives (id) as (': 'accounts that share a mark with the player',
  'cpf_index = $2) as own': 'whether anybody else has the same key',
  'from login_links where token_hash = $1 and used_at is null':
    'a link of an earlier version does not say whose it is',
  'update game_tickets t set used_at = $3': 'a ticket of an earlier version does not say whose it is',
  'update chat_tickets t set used_at = $2': 'a ticket of an earlier version does not say whose it is',
  'from exports where ticket_hash = $1': 'a ticket of an earlier version does not say whose it is',
  'as invites, offer.id': 'whether the player has invited anybody',
}

const isCitus = process.env['TEST_CITUS'] !== undefined
/** Where players are spread, marks are compared by reading them from all nodes. */
const wideOnCitus: Record<string, string> = {
  'from users where invited_by = any($1)': 'those whom the player has invited',
  'where u.invited_by = $1 and not u.test_flag': 'those whom the player has invited',
  "encode(mark, 'hex') as mark from account_marks": 'accounts that share a mark with the player or the team',
  'as has_played': 'accounts that share a mark with the team',
}
if (isCitus) Object.assign(wide, wideOnCitus)

interface Made {
  text: string
  values: unknown[]
}

const made = new Map<string, Made>()
const query = vi.spyOn(pg.Client.prototype, 'query')
afterAll(() => query.mockRestore())

function record(): void {
  for (const [config] of query.mock.calls as unknown as [{ text?: string; values?: unknown[] } | string][]) {
    const { text = '', values = [] } = typeof config === 'string' ? { text: config } : config
    if (ofOneNode.test(text)) continue
    if (/^\s*(?:select|insert|update|delete|with)\b/i.test(text) && !made.has(text))
      made.set(text, { text, values })
  }
  query.mockClear()
}

type Json = Record<string, unknown>

function* partsOf(value: unknown): Generator<Json> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Json
  for (const each of Object.values(value)) yield* partsOf(each)
}

/** The tables that are read without their player. */
function readWhole(plan: unknown, spread: ReadonlyMap<string, string>): string[] {
  return [...partsOf(plan)].flatMap((part) => {
    const table = String(part['Relation Name'] ?? '')
    const column = spread.get(table)
    if (column === undefined || !/Scan$/.test(String(part['Node Type']))) return []
    const conditions = ['Index Cond', 'Recheck Cond', 'Filter']
      .map((name) => String(part[name] ?? ''))
      .join(' ')
    return new RegExp(`\\b${column} = `).test(conditions) ? [] : [table]
  })
}

const inexplicable = /^could not create distributed plan$|^no value found for parameter/
const unexplained: string[] = []
/** Sent to the shard's node itself, which is the only one that has this function. */
const ofOneNode = /\bplay_shard_bets_\d+\(/

async function explain(db: Db, { text, values }: Made): Promise<unknown> {
  const sql = `explain (${isCitus ? 'format json' : 'generic_plan, format json'}) ${text}`
  try {
    const given = isCitus ? (values as string[]) : undefined
    const [row] = await db.write<{ 'QUERY PLAN': unknown }>(sql, given)
    return row?.['QUERY PLAN']
  } catch (error) {
    // It runs there, but the engine does not explain it with parameters.
    if (isCitus && error instanceof Error && inexplicable.test(error.message))
      return void unexplained.push(text)
    if (isCitus && error instanceof Error && error.message.includes('repartition'))
      return [{ 'Task Count': NaN }]
    throw error
  }
}

it('names the player', { timeout: 120_000 }, async () => {
  const t = await createTestApp()
  const { db } = t.deps
  const spread = await spreadTables(db)
  query.mockClear()
  await walkPlayer(t)
  record()
  const found: string[] = []
  for (const { text, values } of [...made.values()]) {
    const plan = await explain(db, { text, values })
    const problem = isCitus
      ? [...partsOf(plan)].some(
          (part) => 'Task Count' in part && part['Task Count'] !== 1 && part['Task Count'] !== 0,
        )
      : readWhole(plan, spread).length > 0
    if (problem) found.push(text.replaceAll(/\s+/g, ' ').trim())
  }
  expect(made.size).toBeGreaterThan(150)
  console.log(
    `${made.size} statements, ${found.length} go to several nodes, ${unexplained.length} not explained`,
  )
  expect(unexplained.length).toBeLessThan(made.size / 10)
  const isKnown = (text: string) => Object.keys(wide).some((part) => text.includes(part))
  expect(found.filter((text) => !isKnown(text))).toEqual([])
  // The list only becomes shorter. On Citus user info does not ask who was invited, and batches are of one node.
  if (!isCitus)
    expect(Object.keys(wide).filter((part) => !found.some((text) => text.includes(part)))).toEqual([])
})
