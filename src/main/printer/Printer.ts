import pLimit from 'p-limit'
import { fromWireOrder, fromWireRecord, orderCalls } from '#contract/http/order.ts'
import { fromWireTicket, sportsCalls } from '#contract/http/sports.ts'
import { voucherCalls } from '#contract/http/vouchers.ts'
import { languages, type LanguageCode } from '#contract/languages.ts'
import { parsePrinter, type PrinterTarget } from '#contract/printerSettings.ts'
import type { PrinterState, PrintOutcome, ReceiptKind } from '#contract/printing.ts'
import type { AppConfig } from '../config/AppConfig.ts'
import type { SendHttp } from '../http.ts'
import { askServer, type Answer } from './askServer.ts'
import { PrintError, type PaperDocument } from './PaperDocument.ts'
import {
  depositReceipt,
  hasCode,
  isPaid,
  testPage,
  ticketReceipt,
  voucherReceipt,
  withdrawalReceipt,
  type PaperContext,
} from './receipts.ts'
import type { Spooler } from './spooler.ts'
import { loadTexts, thermalLanguage } from './texts.ts'
import { ThermalPrinter } from './thermal.ts'
import { reasonOf } from '../reasonOf.ts'

/** Receipts per minute: a customer must not be able to empty the roll. */
const most = 6
const withinMs = 60_000

export interface PrinterDeps {
  config: Pick<AppConfig, 'printer' | 'printerColumns' | 'printerModel' | 'language'>
  /** With the token of the player, whose receipts only the server knows. */
  send: SendHttp
}

/** The printer of this installation. Its libraries are loaded when it prints for the first time. */
export class Printer {
  readonly #deps: PrinterDeps
  readonly #target: PrinterTarget | null
  #isPrinting = false
  /** A printer of the network has one connection at a time. */
  readonly #oneByOne = pLimit(1)
  readonly #thermal: ThermalPrinter | null
  #state: PrinterState
  /** When the last receipts were begun, in ms of performance.now(). */
  #begun: number[] = []

  constructor(deps: PrinterDeps) {
    this.#deps = deps
    this.#target = parsePrinter(deps.config.printer) ?? null
    this.#thermal = this.#target?.kind === 'thermal' ? new ThermalPrinter(this.#target.address) : null
    this.#state = this.#target === null ? 'off' : 'unknown'
  }

  /** What the printer says about itself; while it prints, what it said before. Never rejects. */
  async readState(): Promise<PrinterState> {
    if (!this.#isPrinting) this.#state = await this.#oneByOne(() => this.#readState())
    return this.#state
  }

  /** Prints a receipt of the player, in their language. Never rejects. */
  async printReceipt(kind: ReceiptKind, id: string, language: LanguageCode): Promise<PrintOutcome> {
    const now = performance.now()
    this.#begun = this.#begun.filter((time) => now - time < withinMs)
    if (this.#begun.length >= most) return 'busy'
    this.#begun.push(now)
    return this.#print(language, async (context) => this.#read(kind, id, context))
  }

  /** At the start: what a power cut left in the queue must not be printed before another customer. Never rejects. */
  async cancelLeftovers(): Promise<void> {
    const target = this.#target
    if (target?.kind !== 'system' || process.platform === 'win32') return
    try {
      await (await this.#spooler()).cancelLeftovers(target.name)
    } catch (error) {
      console.warn('printer: the queue was not looked at', reasonOf(error))
    }
  }

  /** For staff, in the language of the installation. Never rejects. */
  async printTestPage(): Promise<PrintOutcome> {
    const { language, printerColumns } = this.#deps.config
    return this.#print(language, (context) => Promise.resolve(testPage(printerColumns, context)))
  }

  async #print(
    code: LanguageCode,
    read: (context: PaperContext) => Promise<PaperDocument | PrintOutcome>,
  ): Promise<PrintOutcome> {
    const target = this.#target
    if (target === null) return 'off'
    if (this.#isPrinting) return 'busy'
    this.#isPrinting = true
    try {
      const language = languages[target.kind === 'thermal' ? thermalLanguage(code) : code]
      const document = await read({
        texts: await loadTexts(language.code),
        language,
        now: new Date(),
      })
      if (typeof document === 'string') return document
      return await this.#oneByOne(() => this.#send(target, document))
    } catch (error) {
      console.error('palpite: printing failed', reasonOf(error))
      return error instanceof PrintError ? error.outcome : 'failed'
    } finally {
      this.#isPrinting = false
    }
  }

  async #read(kind: ReceiptKind, id: string, context: PaperContext): Promise<PaperDocument | PrintOutcome> {
    const { send } = this.#deps
    const { language } = context
    switch (kind) {
      case 'deposit': {
        const answer = await askServer(send, orderCalls.detail, { params: { orderId: id } }, language)
        if (answer.kind !== 'data') return outcomeOf(answer)
        const order = answer.data && fromWireOrder(answer.data)
        return order && isPaid(order) ? depositReceipt(order, context) : 'unknown'
      }
      case 'withdrawal': {
        const answer = await askServer(send, orderCalls.withdrawal, { params: { orderId: id } }, language)
        if (answer.kind !== 'data') return outcomeOf(answer)
        return withdrawalReceipt(fromWireRecord(answer.data), context)
      }
      case 'ticket': {
        const answer = await askServer(send, sportsCalls.ticketLink, { params: { ticketId: id } }, language)
        if (answer.kind !== 'data') return outcomeOf(answer)
        return ticketReceipt(fromWireTicket(answer.data.ticket), answer.data.url, context)
      }
      case 'voucher': {
        const answer = await askServer(send, voucherCalls.own, {}, language)
        if (answer.kind !== 'data') return outcomeOf(answer)
        const voucher = answer.data.find(({ voucherId }) => voucherId === id)
        return voucher && hasCode(voucher) ? voucherReceipt(voucher, context) : 'unknown'
      }
    }
  }

  async #send(target: PrinterTarget, document: PaperDocument): Promise<'printed' | 'sent'> {
    if (this.#thermal !== null) {
      const { toEscPos } = await import('./escPos.ts')
      const { printerColumns, printerModel } = this.#deps.config
      await this.#thermal.print(toEscPos(document, printerColumns, printerModel))
      return 'printed'
    }
    const { printOnQueue, printOnWindows, printToFolder } = await import('./page.ts')
    if (target.kind === 'folder') {
      await printToFolder(document, target.path, new Date())
      return 'printed'
    }
    if (target.kind === 'thermal') throw new Error('a thermal printer prints by itself')
    if (process.platform === 'win32') {
      await printOnWindows(document, target.name)
      return 'sent'
    }
    return printOnQueue(document, target.name, await this.#spooler())
  }

  async #readState(): Promise<PrinterState> {
    const target = this.#target
    if (target === null) return 'off'
    if (this.#thermal !== null) return this.#thermal.readState()
    if (target.kind === 'folder') {
      const { access, constants } = await import('node:fs/promises')
      return access(target.path, constants.W_OK).then(
        () => 'ready' as const,
        () => 'unreachable' as const,
      )
    }
    if (target.kind === 'thermal' || process.platform === 'win32') return 'unknown'
    return (await this.#spooler()).readState(target.name)
  }

  async #spooler(): Promise<Spooler> {
    const { Spooler } = await import('./spooler.ts')
    return new Spooler()
  }
}

function outcomeOf({ kind }: Exclude<Answer<unknown>, { kind: 'data' }>): PrintOutcome {
  return kind === 'offline' ? 'offline' : 'unknown'
}
