import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip as gunzipWithCallback } from 'node:zlib'
import type { CrashReport } from '#contract/terminal.ts'
import type { Tx } from '../../db/client.ts'
import type { AppDeps } from '../../deps.ts'
import { Refusal } from '../../texts/refusal.ts'
import { acceptSequence } from './signedCalls.ts'

const gunzip = promisify(gunzipWithCallback)

/** A crash report is deleted after this time, in ms. */
const retentionMs = 14 * 86_400_000
/** Of one terminal within an hour; a terminal that crashes all the time must not fill the database. */
const mostPerHour = 6
const hourMs = 3_600_000
/** The largest minidump, in bytes, after it was unpacked. */
const largestDump = 32 * 1024 * 1024
const minidumpStart = Buffer.from('MDMP')

type Deps = Pick<AppDeps, 'db' | 'clock'>

/** A crash of a terminal, as the fleet list shows it. */
export interface Crash {
  id: string
  crashedAt: string
  version: string
}

/** For a query of terminals: the five newest crashes of each, that came after the parameter `oldest`. */
export const crashesSql = (oldest: string) => `(
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'crashedAt', crashed_at, 'version', version)
      order by received_at desc, id), '[]')
    from (select * from terminal_crashes
           where terminal_id = terminals.id and received_at > ${oldest} order by received_at desc, id limit 5) c)`

/**
 * Stores the crash report of a terminal whose signature was checked. Its sequence counts before the dump is unpacked, and
 * stays counted when the dump is refused: a copied call makes no work. Throws badRequest for anything that is not a gzipped
 * minidump, tooManyCalls for more than six within an hour, and what `acceptSequence` throws.
 */
export async function acceptCrash({ db, clock }: Deps, report: CrashReport): Promise<void> {
  const now = clock.now()
  await db.tx(async (tx) => {
    await acceptSequence(tx, report)
    await refuseOverHour(tx, report.terminalId, now)
  })
  const dump = Buffer.from(report.dump, 'base64')
  if (!(await isMinidump(dump))) throw new Refusal('badRequest')
  await db.tx(async (tx) => {
    // Counted again: reports of one terminal that came at the same moment wait here for each other.
    await tx.query('select 1 from terminals where id = $1 for update', [report.terminalId])
    await refuseOverHour(tx, report.terminalId, now)
    await tx.query(
      `insert into terminal_crashes (id, terminal_id, received_at, crashed_at, version, dump)
       values ($1, $2, $3, $4, $5, $6)`,
      [randomUUID(), report.terminalId, now, new Date(report.crashedAt), report.version, dump],
    )
  })
}

async function refuseOverHour(tx: Tx, terminalId: string, now: Date): Promise<void> {
  const [recent] = await tx.query<{ count: number }>(
    'select count(*)::int as count from terminal_crashes where terminal_id = $1 and received_at > $2',
    [terminalId, new Date(now.getTime() - hourMs)],
  )
  if ((recent?.count ?? 0) < mostPerHour) return
  const seconds = hourMs / 1_000
  throw new Refusal('tooManyCalls', { params: { seconds }, retryAfter: seconds })
}

/** The gzipped minidump. Throws notFound. */
export async function readCrash({ db, clock }: Deps, id: string): Promise<Buffer> {
  const [row] = await db.read<{ dump: Buffer }>(
    'select dump from terminal_crashes where id = $1 and received_at > $2',
    [id, oldestCrash(clock.now())],
  )
  if (!row) throw new Refusal('notFound')
  return row.dump
}

/** Deletes what is no longer shown. */
export async function deleteOldCrashes({ db, clock }: Deps): Promise<void> {
  await db.write('delete from terminal_crashes where received_at <= $1', [oldestCrash(clock.now())])
}

/** Crash reports that are older are no longer shown, and deleted. */
export function oldestCrash(now: Date): Date {
  return new Date(now.getTime() - retentionMs)
}

async function isMinidump(dump: Buffer): Promise<boolean> {
  try {
    const unpacked = await gunzip(dump, { maxOutputLength: largestDump })
    return unpacked.subarray(0, minidumpStart.length).equals(minidumpStart)
  } catch (error) {
    // Not gzip, or larger than allowed.
    if (error instanceof Error) return false
    throw error
  }
}
