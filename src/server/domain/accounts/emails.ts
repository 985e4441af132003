import { canonicalEmail, normalizeEmail } from '#contract/rules/email.ts'
import type { Db, Reader } from '../../db/client.ts'

const batchSize = 2_000
const lockKey = 5_250_002

/**
 * SQL: whether the row of `users` has the address of `emailParams`, in any spelling. Accounts from before spellings were
 * compared may share one.
 */
export const hasEmailSql = '(lower(email) = $1 or email_canonical = $2)'
const typedFirstSql = 'lower(email) = $1 desc'

/** The first two parameters of `hasEmailSql`. */
export function emailParams(typed: string): [normalized: string, canonical: string] {
  return [normalizeEmail(typed), canonicalEmail(typed)]
}

/** The account of an address in any spelling; undefined when there is none. */
export async function findByEmail(
  db: Reader,
  typed: string,
): Promise<{ id: string; email: string; password_hash: string } | undefined> {
  const [user] = await db.read<{ id: string; email: string; password_hash: string }>(
    `select id, email, password_hash from users where ${hasEmailSql} and erased_at is null
      order by ${typedFirstSql} limit 1`,
    emailParams(typed),
  )
  return user
}

/** The addresses of these accounts, by their ids; those of erased ones only for `withErased`. */
export async function emailsOf(
  db: Reader,
  userIds: Iterable<string | null>,
  { withErased = false } = {},
): Promise<Map<string, string>> {
  const ids = [...new Set(userIds)].filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const rows = await db.read<{ id: string; email: string }>(
    `select id, email from users where id = any($1) and ($2 or erased_at is null)`,
    [ids, withErased],
  )
  return new Map(rows.map(({ id, email }) => [id, email]))
}

const isOldSql = 'email_canonical is null and email_alias_of is null and erased_at is null'

/** Fills in the form for comparing of accounts from before there was one, the oldest first. Returns their number. */
export async function fillCanonicalEmails(deps: { db: Db }): Promise<number> {
  let count = 0
  // Accounts of a database that spreads players over nodes have it; the batch compares all accounts.
  const old = await deps.db.read(`select from users where ${isOldSql} limit 1`)
  if (old.length === 0) return 0
  // Each batch begins after the one before: what is filled in already is not read again.
  for (let last: Account | undefined = { id: '', created_at: new Date(0) }; last;) {
    const filled: Account[] = await fillBatch(deps.db, last)
    count += filled.length
    last = filled.at(-1)
  }
  return count
}

interface Account {
  id: string
  created_at: Date
}

/** The next accounts after this one, in the order of registration. */
async function fillBatch(db: Db, after: Account): Promise<Account[]> {
  return db.tx(async (tx) => {
    // Another process that starts now must not take a younger account of an address first.
    await tx.query(`select pg_advisory_xact_lock(${lockKey})`)
    const rows = await tx.query<Account & { email: string }>(
      `select id, email, created_at from users
        where (created_at, id) > ($1, $2) and ${isOldSql}
        order by created_at, id limit ${batchSize}`,
      [after.created_at, after.id],
    )
    await tx.query(
      `with typed as (select * from unnest($1::text[], $2::text[]) with ordinality as t (id, canonical, n)),
         first as (select distinct on (canonical) canonical, id from typed order by canonical, n)
       update users set email_canonical = case when o.id is null and f.id = t.id then t.canonical end,
         email_alias_of = coalesce(o.id, nullif(f.id, t.id))
        from typed t join first f using (canonical) left join users o on o.email_canonical = t.canonical
        where users.id = t.id`,
      [rows.map(({ id }) => id), rows.map(({ email }) => canonicalEmail(email))],
    )
    return rows
  })
}
