import type { ContentKind } from '#contract/rules/content.ts'
import type { ContentState } from '#contract/rules/content.schema.ts'
import type { AppDeps } from '../../deps.ts'
import type { Reader, SqlValue, Tx } from '../../db/client.ts'
import { Refusal } from '../../texts/refusal.ts'

/** A row with its number of changes. */
export interface Content<Kind extends ContentKind = ContentKind> {
  kind: Kind
  id: string
  version: number
  updatedAt: Date | null
  state: ContentState<Kind>
}

/** A state that a row has had; `state` null: it did not exist. `madeBy`: the member of staff, by id. */
export interface ContentVersion<Kind extends ContentKind = ContentKind> {
  version: number
  state: ContentState<Kind> | null
  madeBy: string | null
  createdAt: Date
}

export interface ContentDbRow {
  id: string
  version: number
  updated_at: Date | null
  enabled: boolean
  starts_at: Date | null
  ends_at: Date | null
  sort: number
  texts: object
  fields: object
}

/** Whether a row is shown at the time: parameter `at` of the statement. */
export const isShownSql = (at: string) =>
  `enabled and coalesce(starts_at <= ${at}, true) and coalesce(ends_at > ${at}, true)`

const columns = 'id, version, updated_at, enabled, starts_at, ends_at, sort, texts, fields'

const packagesSql = `select id, version, null::timestamptz as updated_at, enabled, starts_at, ends_at, sort, '{}'::jsonb as texts,
  jsonb_build_object('price', price, 'bonus', gift, 'kind', kind) as fields from deposit_packages`

/** The rows of every kind; `key`: kind and id. */
export const everyContentSql = `select kind, kind || ':' || id as key, ${columns} from content
  union all select 'package', 'package:' || id, ${columns} from (${packagesSql}) p`

/** Rows as SQL. Packages are sold, so they have typed columns. `$1`: the kind. */
function source(kind: ContentKind): string {
  return kind === 'package'
    ? `(select * from (${packagesSql}) p where $1 = 'package') c`
    : `(select ${columns} from content where kind = $1) c`
}

export function toContent<Kind extends ContentKind>(kind: Kind, row: ContentDbRow): Content<Kind> {
  const { id, version, enabled, sort, texts, fields } = row
  const state = {
    enabled,
    startsAt: row.starts_at?.toISOString() ?? null,
    endsAt: row.ends_at?.toISOString() ?? null,
    sort,
    texts,
    fields,
  }
  // What the schema accepted when it was saved.
  return { kind, id, version, updatedAt: row.updated_at, state: state as ContentState<Kind> }
}

/** All rows of a kind, hidden ones included, in the order of the pages. Notices: newest first, at most `limit`. */
export async function listContent<Kind extends ContentKind>(
  db: Reader,
  kind: Kind,
  { limit = 500 }: { limit?: number } = {},
): Promise<Content<Kind>[]> {
  const order = kind === 'notice' ? 'updated_at desc, id' : 'sort, id'
  const rows = await db.read<ContentDbRow>(`select * from ${source(kind)} order by ${order} limit $2`, [
    kind,
    limit,
  ])
  return rows.map((row) => toContent(kind, row))
}

/** The rows of a kind that are shown now. Notices for one player are not among them (notices.ts). */
export async function shownContent<Kind extends Exclude<ContentKind, 'package'>>(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  kind: Kind,
): Promise<Content<Kind>[]> {
  const rows = await deps.db.read<ContentDbRow>(
    `select ${columns} from content where kind = $1 and user_id is null and ${isShownSql('$2')} order by sort, id`,
    [kind, deps.clock.now()],
  )
  return rows.map((row) => toContent(kind, row))
}

/** One row. Throws `notFound`. */
export async function readContent<Kind extends ContentKind>(
  db: Reader,
  kind: Kind,
  id: string,
): Promise<Content<Kind>> {
  const found = await findContent(db, kind, id)
  if (!found) throw new Refusal('notFound')
  return found
}

async function findContent<Kind extends ContentKind>(
  db: Reader,
  kind: Kind,
  id: string,
): Promise<Content<Kind> | undefined> {
  const [row] = await db.read<ContentDbRow>(`select * from ${source(kind)} where id = $2`, [kind, id])
  return row && toContent(kind, row)
}

/** The states that a row has had, newest first. */
export async function contentVersions<Kind extends ContentKind>(
  db: Reader,
  kind: Kind,
  id: string,
): Promise<ContentVersion<Kind>[]> {
  const rows = await db.read<{
    version: number
    state: ContentState<Kind> | null
    made_by: string | null
    created_at: Date
  }>(
    `select version, state, made_by, created_at from content_versions
      where kind = $1 and id = $2 order by version desc limit 200`,
    [kind, id],
  )
  return rows.map((row) => ({
    version: row.version,
    state: row.state,
    madeBy: row.made_by,
    createdAt: row.created_at,
  }))
}

interface Change<Kind extends ContentKind> {
  kind: Kind
  id: string
  state: ContentState<Kind>
  /** The version that was changed; 0 for a new row. */
  basedOn: number
  staffId: string
}

/**
 * Saves a row, and its state before and after in its history. Throws `conflict` when it was changed meanwhile, or when a new
 * row's id is taken. Returns the row.
 */
export async function saveContent<Kind extends ContentKind>(
  deps: Pick<AppDeps, 'clock'>,
  tx: Tx,
  { kind, id, state, basedOn, staffId }: Change<Kind>,
): Promise<Content<Kind>> {
  const now = deps.clock.now()
  const before = basedOn === 0 ? null : await findContent(tx, kind, id)
  if (before === undefined || (before && before.version !== basedOn)) throw new Refusal('conflict')
  const version = basedOn + 1
  const isSaved =
    kind === 'package'
      ? await writePackage(tx, id, state as ContentState<'package'>, basedOn)
      : await writeRow(tx, kind, id, state, basedOn, now)
  if (!isSaved) throw new Refusal('conflict')
  const remember = (at: number, of: ContentState | null, by: string | null) =>
    tx.query(
      `insert into content_versions (kind, id, version, state, made_by, created_at) values ($1, $2, $3, $4, $5, $6)
       on conflict (kind, id, version) do nothing`,
      [kind, id, at, of && JSON.stringify(of), by, now],
    )
  // A row of a new database has no history yet.
  await remember(basedOn, before?.state ?? null, null)
  await remember(version, state, staffId)
  return { kind, id, version, updatedAt: now, state }
}

/** Makes an earlier state the current one, as a new version. Throws `notFound`, or `conflict` as `saveContent` does. */
export async function restoreContent<Kind extends ContentKind>(
  deps: Pick<AppDeps, 'clock'>,
  tx: Tx,
  change: Omit<Change<Kind>, 'state'> & { version: number },
): Promise<Content<Kind>> {
  const versions = await contentVersions(tx, change.kind, change.id)
  const wanted = versions.find(({ version }) => version === change.version)
  const current = await readContent(tx, change.kind, change.id)
  if (!wanted) throw new Refusal('notFound')
  // Before it was made, a row was nowhere: the same as hidden, and what refers to it stays whole.
  return saveContent(deps, tx, { ...change, state: wanted.state ?? { ...current.state, enabled: false } })
}

async function writeRow(
  tx: Tx,
  kind: ContentKind,
  id: string,
  state: ContentState,
  basedOn: number,
  now: Date,
): Promise<boolean> {
  const userId = 'userId' in state.fields ? state.fields.userId : null
  const values: SqlValue[] = [
    kind,
    id,
    ...timing(state),
    JSON.stringify(state.texts),
    JSON.stringify(state.fields),
    userId,
    now,
  ]
  const saved =
    basedOn === 0
      ? await tx.query(
          `insert into content (kind, id, enabled, starts_at, ends_at, sort, texts, fields, user_id, updated_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing returning id`,
          values,
        )
      : await tx.query(
          `update content set enabled = $3, starts_at = $4, ends_at = $5, sort = $6, texts = $7, fields = $8,
             user_id = $9, updated_at = $10, version = version + 1
           where kind = $1 and id = $2 and version = $11 returning id`,
          [...values, basedOn],
        )
  return saved.length > 0
}

/** A price or a bonus that was sold stays with its order; what is changed here is what the next one costs. */
async function writePackage(
  tx: Tx,
  id: string,
  state: ContentState<'package'>,
  basedOn: number,
): Promise<boolean> {
  const { price, bonus, kind } = state.fields
  const values: SqlValue[] = [id, ...timing(state), price, bonus, kind]
  const saved =
    basedOn === 0
      ? await tx.query(
          `insert into deposit_packages (id, enabled, starts_at, ends_at, sort, price, gift, kind)
           values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning id`,
          values,
        )
      : await tx.query(
          `update deposit_packages set enabled = $2, starts_at = $3, ends_at = $4, sort = $5, price = $6, gift = $7,
             kind = $8, version = version + 1
           where id = $1 and version = $9 returning id`,
          [...values, basedOn],
        )
  return saved.length > 0
}

function timing({ enabled, startsAt, endsAt, sort }: ContentState): SqlValue[] {
  return [enabled, startsAt && new Date(startsAt), endsAt && new Date(endsAt), sort]
}
