import { createHash, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import {
  familyNames,
  isPeriodOf,
  reportFamilies,
  type ReportFamily,
} from '#contract/rules/regulatorReports.ts'
import { profileOf } from '../../config/jurisdictions.ts'
import { sealedAs } from '../../config/sealedColumns.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import { readClientCertificate } from '../../providers/clientCertificate.ts'
import { answerOf, ProviderRefusedError } from '../../providers/errors.ts'
import { validateXml } from '../../providers/regulator/reportFiles.ts'
import { signXml } from '../../providers/regulator/signXml.ts'
import { Refusal } from '../../texts/refusal.ts'
import { readToday, shiftDay } from '../../time/days.ts'
import { rollUpReports } from '../reports/rollUp.ts'
import { toLots, type Lot } from './lots.ts'
import { daysAfter } from './overdue.ts'
import { readRecords } from './records.ts'

export type LotState = 'written' | 'noSchema' | 'invalid' | 'ready' | 'queued' | 'sent' | 'refused'

type ReportDeps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'regulator' | 'reportSchemas' | 'log' | 'slowCpu'>

/** A first attempt that failed is repeated after this time, then after twice as long each time, up to the longest, in ms. */
const firstPauseMs = 60_000
const longestPauseMs = 6 * 3_600_000
const sentAtOnce = 20
/** How long sending a lot may take: three megabytes. */
const sendMs = 60_000
/** How long a query of a report may take: of a day of all players, or of a month of the house. */
const queryLimits = { statementMs: 10 * 60_000 }
/** A lot that could not be signed or checked is tried again after this time, in ms. */
const finishPauseMs = 10 * 60_000
/**
 * A lot that the regulator has, or may have: it was sent once, or is on its way, or its answer was lost. It is what the operator
 * has declared, with the receipt as proof, so nothing deletes it.
 */
const isDelivered = `(sent_at is not null or receipt is not null or (state = 'queued' and attempts > 0))`
/** Authenticated together with a sealed file, which has CPFs. */
const zip = promisify(gzip)
const unzip = promisify(gunzip)

/**
 * Asks for a report to be made, again if there is one that was not sent. Throws badRequest for a period that is not over or
 * is none of the family's, and conflict when a lot of it was sent or may have been: a correction is agreed with the regulator.
 */
export async function requestReport(
  deps: Pick<AppDeps, 'clock'>,
  tx: Tx,
  { family, period, by }: { family: ReportFamily; period: string; by: string },
): Promise<void> {
  const obstacle = await findObstacle(deps, tx, { family, period })
  if (obstacle !== null) throw new Refusal(obstacle === 'notOver' ? 'badRequest' : 'conflict')
  await tx.query(
    `insert into regulator_requests (family, period, requested_at, requested_by) values ($1, $2, $3, $4)
     on conflict (family, period) do update set requested_at = excluded.requested_at,
       requested_by = excluded.requested_by, error = null, attempts = 0, next_try_at = null`,
    [family, period, deps.clock.now(), by],
  )
}

/** Why no report can be made: the period is not over, or is none of the family's; or a lot of it was sent, or may have been. */
export async function findObstacle(
  deps: Pick<AppDeps, 'clock'>,
  tx: Tx,
  { family, period }: { family: ReportFamily; period: string },
): Promise<'notOver' | 'sent' | null> {
  const { finished } = await readToday(tx, deps.clock.now())
  const month = shiftDay(finished, 1).slice(0, 7)
  if (!isPeriodOf(family, period) || (family === 'operatorMonths' ? period >= month : period > finished))
    return 'notOver'
  const sent = await tx.query(
    `select from regulator_lots where family = $1 and period = $2 and ${isDelivered} limit 1`,
    [family, period],
  )
  return sent.length > 0 ? 'sent' : null
}

/**
 * Notes that somebody has delivered a lot by hand. Throws notFound, or conflict for one without a file that the schema accepts, and
 * for one that the program sends or has sent.
 */
export async function markSent(
  deps: Pick<AppDeps, 'clock'>,
  tx: Tx,
  { id, receipt, by }: { id: string; receipt: string; by: string },
): Promise<void> {
  const [lot] = await tx.query<{ state: LotState }>(
    'select state from regulator_lots where id = $1 for update',
    [id],
  )
  if (!lot) throw new Refusal('notFound')
  if (lot.state !== 'ready') throw new Refusal('conflict')
  await tx.query(
    `update regulator_lots set state = 'sent', receipt = $2, sent_at = $3, sent_by = $4 where id = $1`,
    [id, receipt, deps.clock.now(), by],
  )
}

/** Has a lot sent now, also one that was refused or sent before. Throws notFound, or conflict for one without a file or a regulator. */
export async function sendAgain(
  deps: Pick<AppDeps, 'clock' | 'regulator'>,
  tx: Tx,
  { id, by }: { id: string; by: string },
): Promise<LotState> {
  const [lot] = await tx.query<{ state: LotState; has_file: boolean }>(
    'select state, content is not null as has_file from regulator_lots where id = $1 for update',
    [id],
  )
  if (!lot) throw new Refusal('notFound')
  if (!lot.has_file || lot.state === 'invalid' || lot.state === 'written' || deps.regulator.name === 'none')
    throw new Refusal('conflict')
  await tx.query(
    `update regulator_lots set state = 'queued', next_try_at = $2, sent_by = $3, error = null where id = $1`,
    [id, deps.clock.now(), by],
  )
  return lot.state
}

/** The file of a lot and its name. Throws notFound when there is none. */
export async function readLotFile(
  deps: Pick<AppDeps, 'db' | 'config'>,
  id: string,
): Promise<{ name: string; xml: string }> {
  const [lot] = await deps.db.read<{ family: ReportFamily; period: string; number: number; content: Buffer }>(
    'select family, period, number, content from regulator_lots where id = $1 and content is not null',
    [id],
  )
  if (!lot) throw new Refusal('notFound')
  const xml = (await unzip(openFile(deps, lot.content))).toString('utf8')
  return { name: `${reportFamilies[lot.family]}-${lot.period}-${lot.number}.xml`, xml }
}

/**
 * Makes the reports that were asked for and, where there is a regulator, those that are due: of each day two days later, of
 * each month on its third day. One that fails is tried again, and does not keep the others. Safe to run again at any time: a
 * report is made as a whole or not at all. Throws in the end when a report or a lot has failed.
 */
export async function makeReports(deps: ReportDeps, signal?: AbortSignal): Promise<void> {
  if (deps.regulator.name !== 'none') await requestDue(deps)
  const requests = await deps.db.read<{
    family: ReportFamily
    period: string
    requested_by: string
    attempts: number
  }>(
    `select family, period, requested_by, attempts from regulator_requests
      where next_try_at is null or next_try_at <= $1 order by period, family`,
    [deps.clock.now()],
  )
  if (requests.length > 0) await rollUpReports(deps, signal)
  const errors: unknown[] = []
  for (const request of requests) {
    if (signal?.aborted) return
    const { family, period, attempts } = request
    try {
      await makeReport(deps, request)
    } catch (error) {
      errors.push(error)
      deps.log.error(error, `the report ${family} of ${period} was not made`)
      await deps.db.write(
        `update regulator_requests set error = $3, attempts = attempts + 1, next_try_at = $4
          where family = $1 and period = $2`,
        [
          family,
          period,
          error instanceof Error ? error.message.slice(0, 500) : 'unknown',
          new Date(deps.clock.now().getTime() + pauseAfter(attempts)),
        ],
      )
    }
  }
  errors.push(...(await finishLots(deps, signal)))
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} reports were not made`)
}

/** In ms, after so many attempts that failed before. */
function pauseAfter(attempts: number): number {
  return Math.min(firstPauseMs * 2 ** Math.min(attempts, 20), longestPauseMs)
}

/** From the period after the last one of a family on; at first the one that is due now. */
async function requestDue(deps: ReportDeps): Promise<void> {
  const { day } = await readToday(deps.db, deps.clock.now())
  const dueDay = shiftDay(day, -daysAfter)
  const dueMonth = shiftDay(`${dueDay.slice(0, 7)}-01`, -1).slice(0, 7)
  for (const family of familyNames) {
    const due = family === 'operatorMonths' ? dueMonth : dueDay
    const [last] = await deps.db.read<{ period: string | null }>(
      `select max(period) as period from (select period from regulator_lots where family = $1
         union all select period from regulator_requests where family = $1) known`,
      [family],
    )
    for (
      let next = after(family, last?.period ?? undefined, due);
      next <= due;
      next = after(family, next, due)
    )
      await deps.db.tx((tx) => requestReport(deps, tx, { family, period: next, by: 'job' }))
  }
}

function after(family: ReportFamily, period: string | undefined, first: string): string {
  if (period === undefined) return first
  return family === 'operatorMonths' ? shiftDay(`${period}-28`, 4).slice(0, 7) : shiftDay(period, 1)
}

async function makeReport(
  deps: ReportDeps,
  { family, period, requested_by }: { family: ReportFamily; period: string; requested_by: string },
): Promise<void> {
  const operator = profileOf(deps).operator.taxId ?? ''
  await deps.db.tx(async (tx) => {
    const now = deps.clock.now()
    await tx.query(`select from regulator_requests where family = $1 and period = $2 for update`, [
      family,
      period,
    ])
    // Locked, so that none is sent from now on. It may have been since the report was asked for.
    const lots = await tx.query<{ is_delivered: boolean }>(
      `select ${isDelivered} as is_delivered from regulator_lots where family = $1 and period = $2 for update`,
      [family, period],
    )
    if (lots.some((lot) => lot.is_delivered)) {
      deps.log.warn(`the report ${family} of ${period} was sent meanwhile, and is not made again`)
      await tx.query('delete from regulator_requests where family = $1 and period = $2', [family, period])
      return
    }
    await tx.query('delete from regulator_lots where family = $1 and period = $2', [family, period])
    const records = readRecords(deps, tx, { family, period, now })
    for await (const lot of toLots({ family, period, operator }, records))
      await storeLot(deps, tx, { lot, family, period, by: requested_by, now })
    await tx.query('delete from regulator_requests where family = $1 and period = $2', [family, period])
  }, queryLimits)
}

/** Without the family's schema there is no file: nobody could say whether it is right. */
async function storeLot(
  deps: ReportDeps,
  tx: Tx,
  { lot, family, period, by, now }: { lot: Lot; family: ReportFamily; period: string; by: string; now: Date },
): Promise<void> {
  const hasSchema = deps.reportSchemas.files.has(`${reportFamilies[family]}.xsd`)
  await tx.query(
    `insert into regulator_lots (id, family, period, number, records, totals, content, state, made_at, made_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      randomUUID(),
      family,
      period,
      lot.number,
      lot.records,
      JSON.stringify(lot.totals),
      hasSchema ? await sealFile(deps, lot.xml) : null,
      hasSchema ? 'written' : 'noSchema',
      now,
      by,
    ],
  )
}

/**
 * Signs and checks the lots that were written, one after the other: outside of the transaction that has read the ledger. One
 * that fails stays as it is until later. Returns the errors.
 */
async function finishLots(deps: ReportDeps, signal?: AbortSignal): Promise<unknown[]> {
  const lots = await deps.db.read<{ id: string; family: ReportFamily }>(
    `select id, family from regulator_lots where state = 'written' and (next_try_at is null or next_try_at <= $1)
      order by period, family, number`,
    [deps.clock.now()],
  )
  const errors: unknown[] = []
  for (const lot of lots) {
    if (signal?.aborted) break
    try {
      await finishLot(deps, lot)
    } catch (error) {
      errors.push(error)
      deps.log.error(error, `the lot ${lot.id} was not signed or checked`)
      await deps.db.write(
        `update regulator_lots set error = $2, next_try_at = $3 where id = $1 and state = 'written'`,
        [
          lot.id,
          'The file could not be signed or checked; the log has the reason.',
          new Date(deps.clock.now().getTime() + finishPauseMs),
        ],
      )
    }
  }
  return errors
}

async function finishLot(
  deps: ReportDeps,
  { id, family }: { id: string; family: ReportFamily },
): Promise<void> {
  const [lot] = await deps.db.read<{ content: Buffer }>(
    `select content from regulator_lots where id = $1 and state = 'written'`,
    [id],
  )
  if (!lot) return
  const signed = await sign(deps, (await unzip(openFile(deps, lot.content))).toString('utf8'))
  const error = await validateXml(signed, reportFamilies[family], deps.reportSchemas)
  const isSent = error === null && deps.regulator.name !== 'none'
  const bytes = Buffer.from(signed)
  await deps.db.write(
    `update regulator_lots set state = $2, error = $3, content = $4, file_bytes = $5, sha256 = $6,
       next_try_at = $7 where id = $1 and state = 'written'`,
    [
      id,
      error !== null ? 'invalid' : isSent ? 'queued' : 'ready',
      error,
      await sealFile(deps, signed),
      bytes.length,
      createHash('sha256').update(bytes).digest(),
      isSent ? deps.clock.now() : null,
    ],
  )
}

/** As it is where the operator has no certificate. */
async function sign(deps: ReportDeps, xml: string): Promise<string> {
  const { certificateFile, privateKeyFile, authorityFile } = deps.config.register
  if (!certificateFile || !privateKeyFile) return xml
  const { certificate, key } = readClientCertificate('SIGAP', {
    certificateFile,
    privateKeyFile,
    authorityFile,
  })
  return deps.slowCpu.run({ name: 'signXml', run: signXml }, { xml, certificate, key })
}

/** Compressed and sealed. */
async function sealFile({ config }: Pick<AppDeps, 'config'>, xml: string): Promise<Buffer> {
  return config.secrets.vault.seal((await zip(Buffer.from(xml))).toString('base64'), sealedAs.reportLot)
}

/** Sends the lots that are due, in the order of their periods. One that fails is repeated; one that is refused waits for a person. */
export async function sendReports(deps: ReportDeps, signal?: AbortSignal): Promise<void> {
  if (deps.regulator.name === 'none') return
  const lots = await deps.db.read<{ id: string }>(
    `select id from regulator_lots where state = 'queued' and next_try_at <= $1
      order by period, family, number limit ${sentAtOnce}`,
    [deps.clock.now()],
  )
  for (const { id } of lots) {
    if (signal?.aborted) return
    const now = deps.clock.now()
    // Counted before it is sent: from now on it may be at the regulator's. A process that ends now leaves it to a later run.
    const [lot] = await deps.db.write<{
      id: string
      family: ReportFamily
      content: Buffer
      attempts: number
    }>(
      `update regulator_lots set attempts = attempts + 1, next_try_at = $3
        where id = $1 and state = 'queued' and next_try_at <= $2 returning id, family, content, attempts`,
      [id, now, new Date(now.getTime() + 2 * sendMs)],
    )
    if (lot) await sendLot(deps, lot)
  }
}

/** The compressed file. */
function openFile({ config }: Pick<AppDeps, 'config'>, sealed: Buffer): Buffer {
  return Buffer.from(config.secrets.vault.open(sealed, sealedAs.reportLot), 'base64')
}

async function sendLot(
  deps: ReportDeps,
  lot: { id: string; family: ReportFamily; content: Buffer; attempts: number },
): Promise<void> {
  const now = deps.clock.now()
  try {
    const { id, family } = lot
    const content = openFile(deps, lot.content)
    const receipt = await answerOf(() => deps.regulator.send({ id, family, content }), sendMs)
    await deps.db.write(
      `update regulator_lots set state = 'sent', receipt = $2, sent_at = $3, error = null,
         next_try_at = null, sent_by = coalesce(sent_by, 'job') where id = $1`,
      [lot.id, receipt.slice(0, 200), now],
    )
  } catch (error) {
    const isRefused = error instanceof ProviderRefusedError
    const pause = pauseAfter(lot.attempts - 1)
    deps.log.warn({ lot: lot.id, reason: (error as Error).message }, 'a report was not sent')
    await deps.db.write(`update regulator_lots set state = $2, error = $3, next_try_at = $4 where id = $1`, [
      lot.id,
      isRefused ? 'refused' : 'queued',
      (error as Error).message.slice(0, 500),
      isRefused ? null : new Date(now.getTime() + pause),
    ])
  }
}
