import { existsSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import {
  operations,
  sendIpp,
  type IppAddress,
  type IppAttribute,
  type IppReply,
  type IppRequest,
} from './ipp.ts'
import type { PrinterState } from '#contract/printing.ts'
import { PrintError } from './PaperDocument.ts'
import { reasonOf } from '../reasonOf.ts'

/**
 * The spooler of Linux and macOS, CUPS. "Accepted" means nothing there: a queue keeps jobs while it is stopped and while its
 * printer is off, and prints them hours later, before another customer. So each job is followed until it is printed, and
 * cancelled when it takes too long. Its file is deleted in both cases: CUPS would keep it for a day.
 */

/** Of a queue, RFC 8011, 5.4.11. */
const stoppedQueue = 5
/** Of a job, RFC 8011, 5.3.7; below `stoppedJob` it waits or is being printed. */
const stoppedJob = 6
const completed = 9
/** RFC 8011, 13.1. */
const notFound = 0x0406
const notAccepting = 0x0506

const answerMs = 4_000
const pollMs = 250

/** Of a job or a queue (RFC 8011, 5.4.12, some with `-error`, `-warning` or `-report` at the end): what staff must do. */
const causes = [
  [/^(media-empty|media-needed|input-tray-missing)/, 'paperOut'],
  [/^(cover-open|door-open|interlock-open)/, 'coverOpen'],
  [/^(offline|shutdown|connecting-to-device|timed-out)/, 'unreachable'],
] as const

export interface SpooledJob {
  /** Name of the queue. */
  queue: string
  pdf: Uint8Array
  /** Of the paper, in mm. */
  width: number
  height: number
}

export interface SpoolerOptions {
  address?: IppAddress
  /** How long a job may take before it is cancelled. */
  printMs?: number
}

export class Spooler {
  readonly #address: IppAddress
  readonly #printMs: number

  constructor({ address = spoolerAddress(process.env.CUPS_SERVER), printMs = 20_000 }: SpoolerOptions = {}) {
    this.#address = address
    this.#printMs = printMs
  }

  /** Resolves when the job has ended: `printed`, or `sent` where the spooler forgets jobs that have ended and does not say how.
   * Throws a PrintError otherwise; then nothing of it is printed later, unless the spooler itself is gone: `cancelLeftovers`
   * finds that job. */
  async print({ queue, pdf, width, height }: SpooledJob): Promise<'printed' | 'sent'> {
    await this.checkQueue(queue)
    await this.cancelLeftovers(queue)
    const reply = await this.#call(queue, {
      operation: operations.printJob,
      attributes: [
        ...whose(queue),
        ['name', 'job-name', jobName()],
        ['mime', 'document-format', 'application/pdf'],
      ],
      job: [
        ['keyword', 'media', `custom_receipt_${width}x${height}mm`],
        ['keyword', 'print-scaling', 'none'],
      ],
      document: pdf,
    })
    // The queue may have been closed meanwhile.
    if (reply.status === notAccepting) throw new PrintError('stopped', `the queue ${queue} accepts no jobs`)
    const id = numberOf(reply, 'job-id')
    if (reply.status >= 0x100 || id === null) throw new PrintError('failed', describe('the job', reply))
    return this.#follow(queue, id)
  }

  /** Throws a PrintError when the queue would keep a job instead of printing it. */
  async checkQueue(queue: string): Promise<void> {
    const reply = await this.#printer(queue)
    if (numberOf(reply, 'printer-state') === stoppedQueue) {
      throw new PrintError('stopped', `the queue ${queue} is stopped`)
    }
    if (reply.groups[0]?.get('printer-is-accepting-jobs')?.[0] === false) {
      throw new PrintError('stopped', `the queue ${queue} accepts no jobs`)
    }
  }

  /** Of the queue, for staff: CUPS does not know the printer's while nothing is printed. Never rejects. */
  async readState(queue: string): Promise<PrinterState> {
    try {
      await this.checkQueue(queue)
      return 'ready'
    } catch (error) {
      if (!(error instanceof PrintError)) throw error
      return error.outcome === 'cancelled' ? 'failed' : error.outcome
    }
  }

  /** Cancels jobs of this terminal that are left from before, such as from before a power cut. Throws a PrintError. */
  async cancelLeftovers(queue: string): Promise<void> {
    const reply = await this.#call(queue, {
      operation: operations.jobs,
      attributes: [
        ...whose(queue),
        ['boolean', 'my-jobs', true],
        ['keyword', 'which-jobs', 'not-completed'],
        ['keyword', 'requested-attributes', 'job-id', 'job-name'],
      ],
    })
    for (const job of reply.groups) {
      const id = job.get('job-id')?.[0]
      if (typeof id !== 'number' || job.get('job-name')?.[0] !== jobName()) continue
      console.warn(`printer: cancels the job ${id}, which was left over`)
      await this.#delete(queue, id)
    }
  }

  async #printer(queue: string): Promise<IppReply> {
    const reply = await this.#call(queue, {
      operation: operations.printer,
      attributes: [
        ...whose(queue),
        [
          'keyword',
          'requested-attributes',
          'printer-state',
          'printer-state-reasons',
          'printer-is-accepting-jobs',
        ],
      ],
    })
    if (reply.status === notFound) throw new PrintError('unreachable', `the system has no printer ${queue}`)
    if (reply.status >= 0x100) throw new PrintError('failed', describe(`the queue ${queue}`, reply))
    return reply
  }

  async #follow(queue: string, id: number): Promise<'printed' | 'sent'> {
    const end = performance.now() + this.#printMs
    let job = await this.#readJob(queue, id)
    while (isWaiting(job) && performance.now() < end) {
      await wait(pollMs)
      job = await this.#readJob(queue, id)
    }
    if (job === null) return 'sent'
    // What the queue says belongs to this job only while the job is there.
    const reasons = [...job.reasons, ...textsOf(await this.#printer(queue), 'printer-state-reasons')]
    const isLate = isWaiting(job)
    if (isLate) {
      await this.#cancel(queue, id)
      // It may have been printed just now.
      job = await this.#readJob(queue, id)
    }
    if (job !== null) await this.#delete(queue, id)
    if (job?.state === completed) return 'printed'
    const why = isLate ? `was cancelled after ${this.#printMs} ms` : 'was not printed'
    const cause = causes.find(([pattern]) => reasons.some((reason) => pattern.test(reason)))
    const outcome = cause?.[1] ?? (isLate ? 'cancelled' : 'failed')
    throw new PrintError(outcome, `job ${id} ${why}: ${reasons.join(', ')}`)
  }

  /** Null: the spooler has forgotten it, as CUPS does with `PreserveJobHistory No` when a job has ended. */
  async #readJob(queue: string, id: number): Promise<Job | null> {
    const reply = await this.#call(queue, {
      operation: operations.jobAttributes,
      attributes: [
        ...whose(queue),
        ['integer', 'job-id', id],
        ['keyword', 'requested-attributes', 'job-state', 'job-state-reasons'],
      ],
    })
    if (reply.status === notFound) return null
    const state = numberOf(reply, 'job-state')
    if (reply.status >= 0x100 || state === null) throw new PrintError('failed', describe(`job ${id}`, reply))
    return { state, reasons: textsOf(reply, 'job-state-reasons') }
  }

  #cancel(queue: string, id: number): Promise<IppReply> {
    const attributes: IppAttribute[] = [...whose(queue), ['integer', 'job-id', id]]
    return this.#call(queue, { operation: operations.cancelJob, attributes })
  }

  /** With its file, which CUPS would keep; cancels it where it has not ended. */
  async #delete(queue: string, id: number): Promise<void> {
    const reply = await this.#call(queue, {
      operation: operations.cancelJob,
      attributes: [...whose(queue), ['integer', 'job-id', id], ['boolean', 'purge-job', true]],
    })
    if (reply.status >= 0x100) console.warn(`printer: ${describe(`deleting job ${id}`, reply)}`)
  }

  async #call(queue: string, call: IppRequest): Promise<IppReply> {
    try {
      return await sendIpp(this.#address, `/printers/${encodeURIComponent(queue)}`, call, answerMs)
    } catch (error) {
      throw new PrintError('unreachable', `the spooler: ${reasonOf(error)}`)
    }
  }
}

interface Job {
  /** RFC 8011, 5.3.7. */
  state: number
  reasons: string[]
}

function isWaiting(job: Job | null): boolean {
  return job !== null && job.state < stoppedJob
}

/** The operating system's socket, or what `CUPS_SERVER` says: a socket's path, or host and port. */
function spoolerAddress(variable: string | undefined): IppAddress {
  if (variable?.startsWith('/')) return { socketPath: variable }
  if (variable) {
    // The version of the protocol that libcups accepts after a slash does not matter here.
    const { hostname: host, port } = new URL(`ipp://${variable.replace(/\/version=.*$/, '')}`)
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port || 631) }
  }
  const socketPath = ['/run/cups/cups.sock', '/private/var/run/cupsd'].find((path) => existsSync(path))
  return socketPath ? { socketPath } : { host: 'localhost', port: 631 }
}

function whose(queue: string): IppAttribute[] {
  return [
    ['uri', 'printer-uri', `ipp://localhost/printers/${encodeURIComponent(queue)}`],
    ['name', 'requesting-user-name', userInfo().username],
  ]
}

/** CUPS writes it into its log: nothing of a customer. The terminal's name, because terminals may share a queue. */
function jobName(): string {
  return `receipt of ${hostname()}`
}

function numberOf(reply: IppReply, name: string): number | null {
  const value = reply.groups[0]?.get(name)?.[0]
  return typeof value === 'number' ? value : null
}

function textsOf(reply: IppReply, name: string): string[] {
  const values = reply.groups[0]?.get(name) ?? []
  return values.filter((value) => typeof value === 'string')
}

function describe(what: string, { status }: IppReply): string {
  return `${what}: status 0x${status.toString(16)}`
}
