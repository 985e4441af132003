import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { toLanguageCode } from '#contract/languages.ts'
import type { ExportKind } from '#contract/http/exports.ts'
import { sealedAs } from '../../../config/sealedColumns.ts'
import type { AppDeps } from '../../../deps.ts'
import { sendMessage } from '../messages.ts'
import type { Position } from './part.ts'
import { readers } from './readers.ts'

/** A chunk is stored once it has this many characters, before compression. */
const chunkLength = 256 * 1024
/** After this long without progress, in seconds, another process may take a file over. */
const leaseSeconds = 30
/** After this many failures in a row a file is marked as failed. */
const maxAttempts = 3
/** A player who has waited longer than this, in ms, may have left the page, and gets a message. */
const messageAfterMs = 5_000

const zip = promisify(gzip)

type Deps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'ledger' | 'log'>

interface ClaimedExport {
  id: string
  user_id: string
  kind: ExportKind
  requested_at: Date
  language: string | null
  position: Position | null
  chunks: number
  attempts: number
}

/** Text that was read but is not stored yet, and the position after it. */
interface Unsaved {
  text: string
  lines: number
  next: Position | null
}

/**
 * Writes the requested files, one at a time, until none is waiting or `isStopping` returns true. Every chunk is
 * committed with the position after it, so that another process can continue from there when this one dies.
 */
export async function writeExports(deps: Deps, isStopping: () => boolean): Promise<void> {
  const worker = randomUUID()
  while (!isStopping()) {
    const claimed = await claim(deps, worker)
    if (!claimed) return
    try {
      await write(deps, worker, claimed, isStopping)
    } catch (error) {
      deps.log.error(error, 'an export failed')
      const [released] = await deps.db.write<{ state: string }>(
        `update exports set state = case when attempts >= $3 then 'failed' else 'waiting' end, worker = null
          where id = $1 and user_id = $4 and worker = $2 returning state`,
        [claimed.id, worker, maxAttempts, claimed.user_id],
      )
      // Retried by the next run: an immediate retry would probably fail for the same reason.
      if (released?.state === 'waiting') return
    }
  }
}

/** Claims the oldest file that has no worker or whose worker's lease has expired. */
async function claim(deps: Deps, worker: string): Promise<ClaimedExport | undefined> {
  for (;;) {
    const [found] = await deps.db.read<{ id: string; user_id: string }>(
      `select id, user_id from exports where ${isFreeSql('$1')} order by requested_at limit 1`,
      [leaseSeconds],
    )
    if (!found) return undefined
    const [claimed] = await deps.db.write<ClaimedExport>(
      `update exports set state = 'running', worker = $3, worked_at = now(), attempts = attempts + 1
        where user_id = $1 and id = $2 and (${isFreeSql('$4')})
        returning id, user_id, kind, requested_at, language, position, chunks, attempts`,
      [found.user_id, found.id, worker, leaseSeconds],
    )
    // Else another process was faster, and it is not free any more.
    if (claimed) return claimed
  }
}

const isFreeSql = (seconds: string) =>
  `state = 'waiting' or (state = 'running' and worked_at < now() - make_interval(secs => ${seconds}))`

async function write(
  deps: Deps,
  worker: string,
  claimed: ClaimedExport,
  isStopping: () => boolean,
): Promise<void> {
  if (claimed.attempts > maxAttempts) throw new Error('its process died each time')
  const read = readers[claimed.kind]
  const exported = {
    userId: claimed.user_id,
    requestedAt: claimed.requested_at,
    language: toLanguageCode(claimed.language ?? undefined),
  }
  let at: Position = claimed.position ?? { section: 0, after: null }
  let seq = claimed.chunks
  let unsaved: Unsaved = { text: '', lines: 0, next: at }
  for (;;) {
    const part = await read(deps, exported, at)
    unsaved = { text: unsaved.text + part.text, lines: unsaved.lines + part.lines, next: part.next }
    const isDone = part.next === null
    if (isDone || unsaved.text.length >= chunkLength || isStopping()) {
      if (!(await save(deps, worker, claimed, seq, unsaved))) return
      seq++
      unsaved = { text: '', lines: 0, next: part.next }
      if (isDone) return
      if (isStopping()) return release(deps, worker, claimed)
    }
    at = part.next ?? at
  }
}

/** Stores a chunk and the progress. Returns false when the file was deleted or another process has taken it over. */
async function save(
  deps: Deps,
  worker: string,
  { id, user_id, kind, requested_at }: ClaimedExport,
  seq: number,
  { text, lines, next }: Unsaved,
): Promise<boolean> {
  const plain = Buffer.from(text)
  const body = deps.config.secrets.vault.sealBytes(await zip(plain), sealedAs.exportChunk(id, seq))
  const isDone = next === null
  return deps.db.tx(async (tx) => {
    const updated = await tx.query(
      `update exports set position = $3, chunks = $4, lines = lines + $5, bytes = bytes + $6, attempts = 0,
         worked_at = now(), state = $7 
        where id = $1 and user_id = $8 and worker = $2 and state = 'running' returning 1 as one`,
      [id, worker, JSON.stringify(next), seq + 1, lines, plain.length, isDone ? 'ready' : 'running', user_id],
    )
    if (updated.length === 0) return false
    await tx.query('insert into export_chunks (export_id, user_id, seq, body) values ($1, $2, $3, $4)', [
      id,
      user_id,
      seq,
      body,
    ])
    if (isDone && deps.clock.now().getTime() - requested_at.getTime() > messageAfterMs) {
      await sendMessage(deps, tx, user_id, { kind: kind === 'personalData' ? 'dataReady' : 'statementReady' })
    }
    return true
  })
}

async function release(deps: Deps, worker: string, { id, user_id }: ClaimedExport): Promise<void> {
  await deps.db.write(
    `update exports set state = 'waiting', worker = null where id = $1 and user_id = $3 and worker = $2 and state = 'running'`,
    [id, worker, user_id],
  )
}
