import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { operations, sendIpp } from '#main/printer/ipp.ts'
import { PortPrinter, unusedPort } from './PortPrinter.ts'

const cupsd = '/usr/sbin/cupsd'
const configuration = '/etc/cups/cupsd.conf'
/** Of the package cups-filters: a printer that understands PDF. */
const driver = '/usr/share/ppd/cupsfilters/Generic-PDF_Printer-PDF.ppd'

/** Why there is no CUPS here; '': there is. */
export const whyNoCups = [cupsd, configuration, driver]
  .filter((file) => !existsSync(file))
  .map((file) => `${file} is missing (Debian: apt install cups)`)
  .join(', ')

/** Paper from a roll, as receipt printers have it: every size. */
const roll = `*VariablePaperSize: True
*MaxMediaWidth: "600"
*MaxMediaHeight: "6000"
*HWMargins: 0 0 0 0
*CustomPageSize True: "pop pop pop <</PageSize[5 -2 roll]/ImagingBBox null>>setpagedevice"
*ParamCustomPageSize Width: 1 points 72 600
*ParamCustomPageSize Height: 2 points 72 6000
*ParamCustomPageSize WidthOffset: 3 points 0 0
*ParamCustomPageSize HeightOffset: 4 points 0 0
*ParamCustomPageSize Orientation: 5 int 0 0
`

/** `late`: a queue whose printer is off, so that its jobs wait. */
const queues = ['ready', 'late', 'stopped', 'rejecting'] as const
export type Queue = (typeof queues)[number]

/**
 * CUPS as Debian configures it, with folders, a socket and queues of its own; it never touches the machine's. The printer of
 * `ready` is a port of this machine, to which the system's backend sends what its filters made.
 */
export class Cups {
  readonly #folder: string
  readonly #printer: PortPrinter
  #scheduler: ChildProcess | null = null

  private constructor(folder: string, printer: PortPrinter) {
    this.#folder = folder
    this.#printer = printer
  }

  static async start(): Promise<Cups> {
    const printer = await PortPrinter.start()
    const cups = new Cups(mkdtempSync(join(tmpdir(), 'palpite-cups-')), printer)
    cups.#writeFiles(printer.port, await unusedPort())
    await cups.startScheduler()
    return cups
  }

  /** The value of `CUPS_SERVER`. */
  get server(): string {
    return join(this.#folder, 'cups.sock')
  }

  /** What came out of the printer, each as a PDF. */
  get printed(): readonly string[] {
    return this.#printer.printed
  }

  /** Documents that CUPS keeps, of any state. */
  get kept(): string[] {
    return readdirSync(join(this.#folder, 'spool')).filter((name) => name.startsWith('d'))
  }

  /** What CUPS has written anywhere but into its spool. */
  get log(): string {
    const folder = join(this.#folder, 'log')
    return readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('')
  }

  async startScheduler(): Promise<void> {
    const file = (name: string) => join(this.#folder, name)
    this.#scheduler = spawn(cupsd, ['-f', '-c', file('cupsd.conf'), '-s', file('cups-files.conf')], {
      stdio: 'ignore',
    })
    await expect.poll(() => this.#responds(), { message: 'CUPS responds', intervals: [50] }).toBe(true)
  }

  /** As an upgrade of CUPS does: its jobs stay. */
  async stopScheduler(): Promise<void> {
    const scheduler = this.#scheduler
    this.#scheduler = null
    if (scheduler === null) return
    const ended = once(scheduler, 'exit')
    scheduler.kill()
    await ended
  }

  /** From the next start on it keeps no job that has ended, as an administrator may have set it. */
  forgetJobs(): void {
    appendFileSync(join(this.#folder, 'cupsd.conf'), 'PreserveJobFiles No\nPreserveJobHistory No\n')
  }

  async stop(): Promise<void> {
    await this.stopScheduler()
    this.#printer.stop()
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #responds(): Promise<boolean> {
    if (!existsSync(this.server)) return false
    const call = { operation: operations.printer, attributes: [] }
    return sendIpp({ socketPath: this.server }, '/printers/ready', call, 1_000).then(
      () => true,
      () => false,
    )
  }

  #writeFiles(readyPort: number, closedPort: number): void {
    const file = (name: string) => join(this.#folder, name)
    // The filters may run as another user.
    chmodSync(this.#folder, 0o755)
    for (const name of ['root/ppd', 'spool/tmp', 'cache', 'state', 'log']) {
      mkdirSync(file(name), { recursive: true })
    }
    const debian = readFileSync(configuration, 'utf8')
    writeFileSync(
      file('cupsd.conf'),
      `${debian.replaceAll(/^(Listen|Port|Browsing|LogLevel|IdleExitTimeout)\b.*$/gim, '')}
Listen ${this.server}
Browsing No
LogLevel info
`,
    )
    writeFileSync(
      file('cups-files.conf'),
      `ServerRoot ${file('root')}
RequestRoot ${file('spool')}
TempDir ${file('spool/tmp')}
CacheDir ${file('cache')}
StateDir ${file('state')}
AccessLog ${file('log/access')}
ErrorLog ${file('log/error')}
PageLog ${file('log/page')}
`,
    )
    const states: Record<Queue, string> = {
      ready: `DeviceURI socket://127.0.0.1:${readyPort}\nState Idle\nAccepting Yes`,
      late: `DeviceURI socket://127.0.0.1:${closedPort}\nState Idle\nAccepting Yes`,
      stopped: `DeviceURI socket://127.0.0.1:${readyPort}\nState Stopped\nAccepting Yes`,
      rejecting: `DeviceURI socket://127.0.0.1:${readyPort}\nState Idle\nAccepting No`,
    }
    const ppd = `${readFileSync(driver, 'utf8')}${roll}`
    for (const queue of queues) writeFileSync(file(`root/ppd/${queue}.ppd`), ppd)
    writeFileSync(
      file('root/printers.conf'),
      queues.map((queue) => `<Printer ${queue}>\n${states[queue]}\n</Printer>\n`).join(''),
    )
  }
}
