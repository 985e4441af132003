import type { Reader } from '../../db/client.ts'

/** Of an action: what it was done to. */
interface WithSubject {
  subject_kind: string | null
  subject_id: string | null
}

const playerNames = 'select id, email as name from users where id = any($1) and erased_at is null'
const namesOfOwners = (table: string) =>
  `select t.id, u.email as name from ${table} t join users u on u.id = t.user_id
    where t.id = any($1) and u.erased_at is null`

/** By the kind of the subject: the names of those with these ids. */
const namesSql = new Map([
  ['player', playerNames],
  ['chat', playerNames],
  ['withdrawal', namesOfOwners('withdrawals')],
  ['deposit', namesOfOwners('orders')],
  ['difference', namesOfOwners('payment_differences')],
  ['terminal', 'select id, name from terminals where id = any($1)'],
  ['staff', 'select id, name from office.staff_names where id = any($1)'],
])

/**
 * Adds how staff call the subject of each row; null where they have no name for it, or it is gone. What belongs to a player is
 * called by the player's e-mail, as the lists do. A page's names are read after it, in one statement: its rows and the players may be
 * on different nodes.
 */
export async function withSubjectNames<Row extends WithSubject>(
  db: Reader,
  rows: readonly Row[],
): Promise<(Row & { subject_name: string | null })[]> {
  const idsOf = new Map<string, Set<string>>()
  for (const { subject_kind: kind, subject_id: id } of rows)
    if (kind !== null && id !== null && namesSql.has(kind))
      idsOf.set(kind, (idsOf.get(kind) ?? new Set()).add(id))
  // In one order, so that there are few different statements.
  const kinds = [...idsOf.keys()].toSorted()
  const parts = kinds.map(
    (kind, index) =>
      `select '${kind}' as kind, id, name from (${namesSql.get(kind)?.replace('$1', () => `$${index + 1}`)}) as ${kind}s`,
  )
  const found =
    parts.length === 0
      ? []
      : await db.read<{ kind: string; id: string; name: string }>(
          parts.join(' union all '),
          kinds.map((kind) => [...(idsOf.get(kind) ?? [])]),
        )
  const names = new Map(found.map(({ kind, id, name }) => [`${kind} ${id}`, name]))
  return rows.map((row) => ({
    ...row,
    subject_name: names.get(`${row.subject_kind} ${row.subject_id}`) ?? null,
  }))
}
