import { canonicalEmail } from '#contract/rules/email.ts'
import type { Db, Reader, Tx, Writer } from '../../db/client.ts'
import { forRows, type PlayerRow } from '../../db/distributed.ts'
import type { AppDeps } from '../../deps.ts'
import { cpfIndexOf } from './personIndex.ts'

/**
 * What tells that two accounts are one person's. Only `strongKinds` prove it: a family shares a browser or an address,
 * all phones of one model are the same device, and a phone number is not checked.
 */
export type MarkKind = 'browser' | 'device' | 'address' | 'payoutKey' | 'document' | 'email' | 'phone'

/** The kinds that one person alone has. */
export const strongKinds = ['document', 'payoutKey', 'email'] as const satisfies MarkKind[]

/** SQL: the same. */
export const strongKindsSql = `(${strongKinds.map((kind) => `'${kind}'`).join(', ')})`

/** How long a mark is kept, in days: a strong one after its account was erased, another one after it was last seen. */
export const strongRetentionDays = 5 * 365
export const weakRetentionDays = 365

const batchSize = 1_000

/** The keyed mark of a value. `document`: a CPF of eleven digits. */
export function markOf(
  deps: Pick<AppDeps, 'config'>,
  kind: Exclude<MarkKind, 'payoutKey'>,
  value: string,
): Buffer {
  if (kind === 'document') return cpfIndexOf(deps, value)
  // Marks of addresses were stored before the others, as a column of `users`.
  const context = kind === 'address' ? 'users.origin' : `mark.${kind}`
  return deps.config.secrets.vault.index(kind === 'email' ? canonicalEmail(value) : value, context)
}

/** Records that an account has something, now. An empty value is nothing. */
export async function addMark(
  deps: Pick<AppDeps, 'clock' | 'config'>,
  tx: Writer,
  userId: string,
  kind: Exclude<MarkKind, 'payoutKey'>,
  value: string | undefined,
): Promise<void> {
  if (value) await storeMark(deps, tx, userId, kind, markOf(deps, kind, value))
}

/** The same for a mark that is known already: the index of a payout key (payoutKeys.ts). */
export async function storeMark(
  deps: Pick<AppDeps, 'clock'>,
  tx: Writer,
  userId: string,
  kind: MarkKind,
  mark: Buffer,
): Promise<void> {
  await tx.write(
    `insert into account_marks (user_id, kind, mark, at) values ($1, $2, $3, $4)
     on conflict (user_id, kind, mark) do update set at = excluded.at`,
    [userId, kind, mark, deps.clock.now()],
  )
}

/** Whether customers of a venue have this address: a terminal in service has signed its last call from there. */
export async function isVenueAddress(
  deps: Pick<AppDeps, 'config'>,
  db: Reader,
  ip: string,
): Promise<boolean> {
  const rows = await db.read(
    'select from terminals where address_mark = $1 and revoked_at is null and public_key is not null limit 1',
    [markOf(deps, 'address', ip)],
  )
  return rows.length > 0
}

/**
 * Whether a call comes from the terminal that it names: one that is enrolled and has signed its last call from the same
 * address. What a caller says of itself proves nothing.
 */
export async function isTerminalAt(
  deps: Pick<AppDeps, 'config' | 'db'>,
  terminalId: string,
  ip: string,
): Promise<boolean> {
  const rows = await deps.db.read(
    'select from terminals where id = $1 and address_mark = $2 and revoked_at is null and public_key is not null',
    [terminalId, markOf(deps, 'address', ip)],
  )
  return rows.length > 0
}

const isOldSql = 'marked_at is null and erased_at is null'

/** Marks the accounts from before there were marks. Returns their number. */
export function markOldAccounts(deps: { db: Db } & Pick<AppDeps, 'config'>): Promise<number> {
  return forRows(deps.db, { table: 'users', condition: isOldSql, atOnce: batchSize }, (tx, rows) =>
    markBatch(deps, tx, rows),
  )
}

/** Marks those of these accounts that nobody else marks now. Returns their number. */
async function markBatch(deps: Pick<AppDeps, 'config'>, tx: Tx, rows: PlayerRow[]): Promise<number> {
  const users = await tx.query<{ id: string; email: string; phone: string; created_at: Date }>(
    `select id, email, case when phone = '' then '' else country || phone end as phone, created_at from users
      where id = any($1) and ${isOldSql} order by id for update skip locked`,
    [rows.map(({ id }) => id)],
  )
  const ids = users.map(({ id }) => id)
  const sessions = await tx.query<{ id: string; browser: string | null; device: string; at: Date }>(
    `select user_id as id, browser_id as browser,
       case when terminal_id is null and device_type is distinct from 'terminal' then device_id else '' end as device,
       max(created_at) as at
      from sessions where user_id = any($1) group by 1, 2, 3`,
    [ids],
  )
  // Not in the statement above: terminals may be on another node than the sessions.
  const terminals = await tx.query<{ id: string }>('select id from terminals where id = any($1)', [
    sessions.map(({ device }) => device),
  ])
  const isTerminal = (device: string) => terminals.some(({ id }) => id === device)
  const found = [
    ...users.map(({ id, email, created_at: at }) => ({ id, kind: 'email' as const, value: email, at })),
    ...users.map(({ id, phone, created_at: at }) => ({ id, kind: 'phone' as const, value: phone, at })),
    ...sessions.map(({ id, browser, at }) => ({ id, kind: 'browser' as const, value: browser ?? '', at })),
    ...sessions
      .filter(({ device }) => !isTerminal(device))
      .map(({ id, device, at }) => ({ id, kind: 'device' as const, value: device, at })),
  ].filter(({ value }) => value !== '')
  await tx.query(
    `insert into account_marks (user_id, kind, mark, at)
     select id, kind, mark, max(at) from unnest($1::text[], $2::text[], $3::bytea[], $4::timestamptz[]) f (id, kind, mark, at)
     group by 1, 2, 3 on conflict do nothing`,
    [
      found.map(({ id }) => id),
      found.map(({ kind }) => kind),
      found.map(({ kind, value }) => markOf(deps, kind, value)),
      found.map(({ at }) => at),
    ],
  )
  await tx.query('update users set marked_at = created_at where id = any($1)', [ids])
  return ids.length
}
