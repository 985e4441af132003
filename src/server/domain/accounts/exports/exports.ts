import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import brand from '#brand/brand.json' with { type: 'json' }
import type { LanguageCode } from '#contract/languages.ts'
import type { ExportKind } from '#contract/http/exports.ts'
import { sealedAs } from '../../../config/sealedColumns.ts'
import type { Tx } from '../../../db/client.ts'
import type { AppDeps } from '../../../deps.ts'
import { Refusal } from '../../../texts/refusal.ts'
import { dayOf } from '../../../time/days.ts'
import { hashToken, newToken, ofPlayer } from '../sessions.ts'

/** Minimum interval between two new files of a kind for one player, in ms. */
const requestIntervalMs = 3_600_000
/** How long a file is stored after its request, in ms. */
const retentionMs = 24 * 3_600_000
const ticketLifetimeMs = 60_000

const unzip = promisify(gunzip)

/** Broadcast to all processes when a file was requested. */
export const exportRequested = 'internal:export'

/** A file that a player has asked for. */
export interface ExportView {
  id: string
  kind: ExportKind
  state: 'waiting' | 'running' | 'ready' | 'failed'
  lines: number
  /** Size in bytes, so far. */
  bytes: number
  requestedAt: Date
  expiresAt: Date
  /** From this time on, a request starts a new file. */
  nextAt: Date
}

interface Row {
  id: string
  kind: ExportKind
  state: ExportView['state']
  lines: number
  bytes: number
  chunks: number
  requested_at: Date
}

const columns = 'id, kind, state, lines, bytes, chunks, requested_at'

/** The player's last file of each kind, until it is deleted. */
export async function listExports(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  userId: string,
): Promise<ExportView[]> {
  const rows = await deps.db.read<Row>(
    `select ${columns} from exports where user_id = $1 and requested_at > $2 order by kind`,
    [userId, new Date(deps.clock.now().getTime() - retentionMs)],
  )
  return rows.map(toView)
}

interface WantedExport {
  kind: ExportKind
  language: LanguageCode
}

interface RequestedExport {
  job: ExportView
  isNew: boolean
}

/**
 * Requests a file, which a job then writes (jobs/exports.ts) in `language` where it is for people. Within an hour of the last request for the kind it
 * returns the existing file instead, unless that one failed.
 */
export function requestExport(
  deps: Pick<AppDeps, 'db' | 'clock' | 'bus'>,
  userId: string,
  wanted: WantedExport,
): Promise<RequestedExport> {
  return deps.db.tx((tx) => requestExportIn(deps, tx, userId, wanted))
}

/** The same in a transaction. */
export async function requestExportIn(
  { clock, bus }: Pick<AppDeps, 'clock' | 'bus'>,
  tx: Tx,
  userId: string,
  { kind, language }: WantedExport,
): Promise<RequestedExport> {
  const now = clock.now()
  // The lock on the player's row makes the second of two concurrent requests find the file of the first.
  await tx.query('select 1 from users where id = $1 for no key update', [userId])
  const [last] = await tx.query<Row>(`select ${columns} from exports where user_id = $1 and kind = $2`, [
    userId,
    kind,
  ])
  const isRecent = last && last.requested_at.getTime() > now.getTime() - requestIntervalMs
  if (isRecent && last.state !== 'failed') return { job: toView(last), isNew: false }
  // On nodes of Citus nothing else deletes them.
  await tx.query(
    `delete from export_chunks c using exports e
      where e.id = c.export_id and e.user_id = c.user_id and e.user_id = $1 and e.kind = $2`,
    [userId, kind],
  )
  await tx.query('delete from exports where user_id = $1 and kind = $2', [userId, kind])
  const [row] = await tx.query<Row>(
    `insert into exports (id, user_id, kind, requested_at, language) values ($1, $2, $3, $4, $5) returning ${columns}`,
    [randomUUID(), userId, kind, now, language],
  )
  if (!row) throw new Error('no export')
  await bus.publish(tx, { type: 'broadcast', name: exportRequested, payload: null })
  return { job: toView(row), isNew: true }
}

/** A download ticket for the player's own finished file, valid for a minute. Throws `notFound`. */
export async function createExportTicket(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  userId: string,
  id: string,
): Promise<string> {
  const ticket = newToken(userId)
  const now = deps.clock.now().getTime()
  const rows = await deps.db.write(
    `update exports set ticket_hash = $3, ticket_expires_at = $4
      where id = $1 and user_id = $2 and state = 'ready' and requested_at > $5 returning 1 as one`,
    [id, userId, hashToken(ticket), new Date(now + ticketLifetimeMs), new Date(now - retentionMs)],
  )
  if (rows.length === 0) throw new Refusal('notFound')
  return ticket
}

/** A file to download. `bytes` is its size; each part is read from the database only when it is consumed. */
export interface ExportFile {
  userId: string
  name: string
  type: string
  bytes: number
  parts: () => AsyncIterable<Buffer>
}

/** Throws `notFound` when the ticket is unknown or expired. */
export async function openExport(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  ticket: string,
): Promise<ExportFile> {
  const named = ofPlayer(ticket, 'user_id', 3)
  const [row] = await deps.db.read<Row & { user_id: string }>(
    `select ${columns}, user_id from exports
      where ticket_hash = $1 and ticket_expires_at > $2 and state = 'ready' ${named.sql}`,
    [hashToken(ticket), deps.clock.now(), ...named.params],
  )
  if (!row) throw new Refusal('notFound')
  const day = dayOf(row.requested_at)
  const { extension, type } = formats[row.kind]
  return {
    userId: row.user_id,
    name: `${brand.id}-${day}.${extension}`,
    type,
    bytes: row.bytes,
    parts: () => readParts(deps, row),
  }
}

const formats: Record<ExportKind, { extension: string; type: string }> = {
  personalData: { extension: 'json', type: 'application/json; charset=utf-8' },
  statement: { extension: 'csv', type: 'text/csv; charset=utf-8' },
  neutralStatement: { extension: 'neutral.csv', type: 'text/csv; charset=utf-8' },
}

async function* readParts(
  deps: Pick<AppDeps, 'db' | 'config'>,
  { id, user_id: userId, chunks }: { id: string; user_id: string; chunks: number },
): AsyncGenerator<Buffer> {
  for (let seq = 0; seq < chunks; seq++) {
    const [chunk] = await deps.db.read<{ body: Buffer }>(
      'select body from export_chunks where export_id = $1 and user_id = $2 and seq = $3',
      [id, userId, seq],
    )
    if (!chunk) throw new Error('the file was deleted while it was sent')
    yield await unzip(deps.config.secrets.vault.openBytes(chunk.body, sealedAs.exportChunk(id, seq)))
  }
}

function toView({ id, kind, state, lines, bytes, requested_at }: Row): ExportView {
  const at = requested_at.getTime()
  return {
    id,
    kind,
    state,
    lines,
    bytes,
    requestedAt: requested_at,
    expiresAt: new Date(at + retentionMs),
    nextAt: new Date(state === 'failed' ? at : at + requestIntervalMs),
  }
}
