import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'

const server = resolve(import.meta.dirname, '../../../src/server')
const moving =
  /\b(insert\s+into|update|delete\s+from|truncate)\s+(wallets|transfers|entries)\b|\bledger_(post|play|close_\w+|adjust)\s*\(/i

/** ARCHITECTURE.md, rule 7: only the ledger moves money. */
it('only the ledger, and the batches of bets that call it, move money', () => {
  const movers = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|sql)$/.test(name))
    .filter((name) => moving.test(readFileSync(join(server, name), 'utf8')))
    .map((name) => relative(server, join(server, name)))
  expect(movers.sort()).toEqual([
    // This migration fills the column that it adds.
    'db/migrations/105.loss-marks.sql',
    'games/instant/instantBets.sql',
    'ledger/createLedger.ts',
    'ledger/ledger.sql',
  ])
})
