import type { Reader } from '../../db/client.ts'
import { isDistributed } from '../../db/distributed.ts'
import { strongKinds } from '../accounts/marks.ts'
import { hasEverDepositedSql } from '../payments/hasDeposited.ts'
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

/** As many players or marks go to every node in one statement. */
const mostAtOnce = 10_000
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
 * The whole team is looked at, however large, `atOnce` of them at a time.
 * @internal
 */
export async function readExcluded(db: Reader, userId: string, atOnce = mostAtOnce): Promise<string[]> {
  const team = await readTeamIds(db, userId, atOnce)
  const own = await readOwn(db, userId, atOnce)
  const earlier = await readCountedBefore(db, team, atOnce)
  return team.filter((id) => own.has(id) || earlier.has(id))
}

/** What `read` returns for each part of `values`. */
async function inParts<T, R>(
  values: readonly T[],
  atOnce: number,
  read: (part: readonly T[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const found: R[] = []
  for (let from = 0; from < values.length; from += atOnce)
    for (const each of await read(values.slice(from, from + atOnce))) found.push(each)
  return found
}

async function readTeamIds(db: Reader, userId: string, atOnce: number): Promise<string[]> {
  const levels: string[][] = []
  for (let inviters = [userId], level = 1; level <= 3 && inviters.length > 0; level++) {
    inviters = await inParts(inviters, atOnce, (part) => readInvited(db, part, atOnce))
    levels.push(inviters)
  }
  return levels.flat()
}

async function readInvited(db: Reader, inviters: readonly string[], atOnce: number): Promise<string[]> {
  const found: string[] = []
  for (let last = ''; ;) {
    const rows = await db.read<{ id: string }>(
      `select id from users where invited_by = any($1) and id > $2 order by id limit ${atOnce}`,
      [inviters, last],
    )
    for (const { id } of rows) found.push(id)
    last = rows.at(-1)?.id ?? ''
    if (rows.length < atOnce) return found
  }
}

async function readOwn(db: Reader, userId: string, atOnce: number): Promise<Set<string>> {
  const marks = await marksOf(db, [userId], strongKinds, atOnce)
  const lives = await sharing(db, marks, strongKinds, atOnce)
  const all = [...new Set([userId, ...lives.map((each) => each.user_id)])]
  const own = await sharing(db, await marksOf(db, all, ownKinds, atOnce), ownKinds, atOnce)
  return new Set([...all, ...own.map((each) => each.user_id)])
}

function marksOf(
  db: Reader,
  userIds: readonly string[],
  kinds: readonly string[],
  atOnce: number,
): Promise<Mark[]> {
  return inParts(userIds, atOnce, (part) =>
    db.read<Mark & Record<string, unknown>>(`${marksSql} where user_id = any($1) and kind = any($2)`, [
      part,
      kinds,
    ]),
  )
}

/** The marks of all accounts that are equal to one of these. */
function sharing(
  db: Reader,
  marks: readonly Mark[],
  kinds: readonly string[],
  atOnce: number,
): Promise<Mark[]> {
  return inParts([...new Set(marks.map(({ mark }) => mark))], atOnce, (part) =>
    db.read<Mark & Record<string, unknown>>(`${marksSql} where mark = any($1) and kind = any($2)`, [
      part.map((mark) => Buffer.from(mark, 'hex')),
      kinds,
    ]),
  )
}

/** Who was a player before is told of each by that one's marks alone, so the team is compared in parts. */
async function readCountedBefore(db: Reader, team: readonly string[], atOnce: number): Promise<Set<string>> {
  return new Set(await inParts(team, atOnce, (part) => countedBefore(db, part, atOnce)))
}

async function countedBefore(db: Reader, team: readonly string[], atOnce: number): Promise<string[]> {
  const own = await marksOf(db, team, personKinds, atOnce)
  const others = await sharing(db, own, personKinds, atOnce)
  const ids = [...new Set([...team, ...others.map((each) => each.user_id)])]
  interface Player {
    id: string
    created_at: Date
    invited_by: string | null
    has_played: boolean
  }
  const rows = await inParts(ids, atOnce, (part) =>
    db.read<Player>(
      `select u.id, u.created_at, u.invited_by, not u.test_flag and ${hasEverDepositedSql('w')} as has_played
        from users u join wallets w on w.user_id = u.id where u.id = any($1)`,
      [part],
    ),
  )
  const users = new Map(rows.map((row) => [row.id, row]))
  const byMark = new Map<string, Mark[]>()
  for (const other of others) {
    const equal = byMark.get(other.mark)
    if (equal) equal.push(other)
    else byMark.set(other.mark, [other])
  }
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
  return own.filter(isBefore).map((each) => each.user_id)
}
