/**
 * Where players are spread over nodes, a statement of a player must go to one of them. So every statement that a call of a player
 * makes names the player in each table that is spread: every call is made, and each statement is explained. On one PostgreSQL the
 * plan must find the rows of each such table by their player; on Citus (TEST_CITUS) each part of the plan must have one task.
 */
import pg from 'pg'
import { afterAll, expect, it, vi } from 'vitest'
import { spreadTables } from './helpers/spreadTables.ts'
import { walkPlayer } from './helpers/everyCall.ts'
import { createTestApp } from './helpers/testApp.ts'

/** A part of the statement, and why it goes to several nodes. */
const wide: Record<string, string> = {}

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
    const conditions = ['Index Cond', 'Recheck Cond', 'Filter'].map((name) => String(part[name] ?? '')).join(' ')
    return new RegExp(`\\b${column} = `).test(conditions) ? [] : [table]
  })
}

it('names the player', { timeout: 120_000 }, async () => {
  const t = await createTestApp()
  const { db } = t.deps
  const spread = await spreadTables(db)
  query.mockClear()
  await walkPlayer(t)
  record()
  const isCitus = process.env['TEST_CITUS'] !== undefined
  const found: string[] = []
  for (const { text, values } of [...made.values()]) {
    const options = isCitus ? 'format json' : 'generic_plan, format json'
    const [row] = await db.write<{ 'QUERY PLAN': unknown }>(
      `explain (${options}) ${text}`,
      isCitus ? (values as string[]) : [],
    )
    const plan = row?.['QUERY PLAN']
    const problem = isCitus
      ? [...partsOf(plan)].some((part) => Number(part['Task Count'] ?? 0) > 1)
      : readWhole(plan, spread).length > 0
    if (problem) found.push(text.replaceAll(/\s+/g, ' ').trim())
  }
  expect(made.size).toBeGreaterThan(150)
  expect(found.filter((text) => !Object.keys(wide).some((part) => text.includes(part)))).toEqual([])
})
