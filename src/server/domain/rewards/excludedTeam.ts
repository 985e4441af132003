import type { Reader } from '../../db/client.ts'
import { isDistributed } from '../../db/distributed.ts'
import { strongKinds } from '../accounts/marks.ts'
import { isCountedBeforeSql, ownAccountsSql } from './ownAccounts.ts'

/** The SQL that tells of a player's team who earns the player nothing, and its parameter `$n`, if it has one. */
export interface Excluded {
  ctes: string[]
  /** Whether the user in this table alias is one. */
  isSql: (alias: string) => string
  params: string[][]
}

/**
 * The player's own accounts, and those of somebody who was a player before. The statement that uses it has `$1` for the player;
 * `place` is the number of its next parameter.
 */
export async function excludedOf(db: Reader, userId: string, place: number): Promise<Excluded> {
  if (await isDistributed(db))
    return {
      ctes: [],
      isSql: (alias) => `${alias}.id = any($${place}::text[])`,
      params: [await readExcluded(db, userId)],
    }
  return {
    ctes: [ownAccountsSql],
    isSql: (alias) => `(${alias}.id in (select id from own) or ${isCountedBeforeSql(alias)})`,
    params: [],
  }
}

/** As many of the team are looked at: their marks go to every node. */
const mostPlayers = 10_000
const ownKinds = ['browser', 'address', 'payoutKey', 'document', 'email']
const personKinds = ['browser', 'document', 'payoutKey', 'email']

interface Mark {
  user_id: string
  kind: string
  mark: string
}

const marksSql = `select user_id, kind, encode(mark, 'hex') as mark from account_marks`

/**
 * The ids of those of the player's team who earn the player nothing, by the rules of ownAccounts.ts. Where players are spread over
 * nodes a mark is not beside the equal one of another player, so marks are read from all nodes by their values, and compared here.
 * @internal
 */
export async function readExcluded(db: Reader, userId: string): Promise<string[]> {
  const team = await readTeamIds(db, userId)
  const own = await readOwn(db, userId)
  const earlier = await readCountedBefore(db, team)
  return team.filter((id) => own.has(id) || earlier.has(id))
}

async function readTeamIds(db: Reader, userId: string): Promise<string[]> {
  const team: string[] = []
  for (let inviters = [userId], level = 1; level <= 3 && inviters.length > 0; level++) {
    const rows = await db.read<{ id: string }>(
      `select id from users where invited_by = any($1) order by id limit ${mostPlayers}`,
      [inviters],
    )
    inviters = rows.map(({ id }) => id)
    team.push(...inviters)
  }
  return team
}

async function readOwn(db: Reader, userId: string): Promise<Set<string>> {
  const lives = await sharing(db, await marksOf(db, [userId], strongKinds), strongKinds)
  const all = [userId, ...lives.map((each) => each.user_id)]
  const own = await sharing(db, await marksOf(db, all, ownKinds), ownKinds)
  return new Set([...all, ...own.map((each) => each.user_id)])
}

function marksOf(db: Reader, userIds: readonly string[], kinds: readonly string[]): Promise<Mark[]> {
  return db.read<Mark & Record<string, unknown>>(`${marksSql} where user_id = any($1) and kind = any($2)`, [
    userIds,
    kinds,
  ])
}

/** The marks of all accounts that are equal to one of these. */
function sharing(db: Reader, marks: readonly Mark[], kinds: readonly string[]): Promise<Mark[]> {
  return db.read<Mark & Record<string, unknown>>(`${marksSql} where mark = any($1) and kind = any($2)`, [
    [...new Set(marks.map(({ mark }) => mark))].map((mark) => Buffer.from(mark, 'hex')),
    kinds,
  ])
}

async function readCountedBefore(db: Reader, team: readonly string[]): Promise<Set<string>> {
  const own = await marksOf(db, team, personKinds)
  const others = await sharing(db, own, personKinds)
  const ids = [...new Set([...team, ...others.map((each) => each.user_id)])]
  const rows = await db.read<{
    id: string
    created_at: Date
    invited_by: string | null
    has_played: boolean
  }>(
    `select u.id, u.created_at, u.invited_by, not u.test_flag and w.deposit_sum > 0 as has_played
      from users u join wallets w on w.user_id = u.id where u.id = any($1)`,
    [ids],
  )
  const users = new Map(rows.map((row) => [row.id, row]))
  const byMark = new Map<string, Mark[]>()
  for (const other of others) byMark.set(other.mark, [...(byMark.get(other.mark) ?? []), other])
  const isStrong = ({ kind }: Mark) => strongKinds.some((strong) => strong === kind)
  const isBefore = (mark: Mark): boolean => {
    const user = users.get(mark.user_id)
    return (byMark.get(mark.mark) ?? []).some((other) => {
      const earlier = users.get(other.user_id)
      if (!user || !earlier?.has_played || other.user_id === mark.user_id) return false
      const age = earlier.created_at.getTime() - user.created_at.getTime()
      if (age > 0 || (age === 0 && earlier.id >= user.id)) return false
      if (isStrong(mark) && isStrong(other)) return true
      return (
        mark.kind === 'browser' &&
        other.kind === 'browser' &&
        earlier.invited_by !== null &&
        earlier.invited_by === user.invited_by
      )
    })
  }
  return new Set(own.filter(isBefore).map((each) => each.user_id))
}
