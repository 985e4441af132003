import { createHash } from 'node:crypto'
import type { HouseRules } from '#contract/rules/settlementRules.ts'
import { publishedRules, type PublishedRules } from '#contract/rules/sportRules.ts'
import { sports, type Sport } from '#contract/rules/sports.ts'
import type { Db } from '../db/client.ts'
import type { Clock } from '../time/clock.ts'
import { commonNow } from '../time/clock.ts'

/** The rules that are published about a sport, under the name that bets store. */
export interface RulesVersion {
  version: string
  rules: PublishedRules
}

const known = new Map<string, RulesVersion>()

/** The version in force. It is named by its content: the same rules have the same name in every process and release. */
export function rulesVersion(sport: Sport, house: HouseRules | undefined): RulesVersion {
  const key = `${sport} ${house?.retirement} ${house?.superOver}`
  const found = known.get(key)
  if (found) return found
  const rules = publishedRules(sport, house)
  const version = { version: nameOf(sport, rules), rules }
  known.set(key, version)
  return version
}

function nameOf(sport: Sport, { house, ...rules }: PublishedRules): string {
  // Field by field: the order in which a jurisdiction's file has them must not matter.
  const { retirement, superOver } = house
  const content = [
    sport,
    retirement,
    superOver,
    ...Object.entries(rules).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 12)
}

/** Keeps the versions in force for the bets that are taken under them. Every process runs it at each start. */
export async function storeRules(
  { db, clock }: { db: Db; clock: Clock },
  house: HouseRules | undefined,
): Promise<void> {
  const rows = sports.map((sport) => ({ sport, ...rulesVersion(sport, house) }))
  await db.write(
    `insert into sport_rules (version, sport, rules, first_at)
     select r.version, r.sport, r.rules, $2 from jsonb_to_recordset($1::jsonb) as r (version text, sport text, rules jsonb)
     on conflict (version) do nothing`,
    [JSON.stringify(rows), commonNow(clock)],
  )
}

/** A version that was in force at some time; undefined for an unknown one. */
export async function storedRules(
  db: Pick<Db, 'read'>,
  version: string,
): Promise<{ sport: Sport; rules: PublishedRules; first_at: Date } | undefined> {
  const [row] = await db.read<{ sport: Sport; rules: PublishedRules; first_at: Date }>(
    'select sport, rules, first_at from sport_rules where version = $1',
    [version],
  )
  return row
}
