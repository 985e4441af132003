import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { PrinterState } from '#contract/printing.ts'
import { PrintError } from './PaperDocument.ts'
import { StatusReader } from './StatusReader.ts'

const connectMs = 4_000
/** A printer that knows the question answers at once; some know none. */
const statusMs = 1_500
/** A receipt takes a second or two. */
const printMs = 15_000
/** How often the state is read while a receipt is printed. */
const watchMs = 1_000
/** A printer that knows the command confirms it at once. */
const clearMs = 1_000

/** DLE EOT n: answered at once, also while printing and while the paper is out. */
const offlineCause = Buffer.of(0x10, 0x04, 0x02)
const paperSensor = Buffer.of(0x10, 0x04, 0x04)
/** GS r 1: answered when everything before it was printed. */
const paperAfterPrinting = Buffer.of(0x1d, 0x72, 0x01)
/** GS a 0: no more status that nobody asked for. */
const stopPushing = Buffer.of(0x1d, 0x61, 0x00)
/** DLE DC4 8: deletes at once, also while the paper is out, whatever waits to be printed. */
const clearBuffers = Buffer.of(0x10, 0x14, 0x08, 0x01, 0x03, 0x14, 0x01, 0x06, 0x02, 0x08)

const coverOpen = 0x04
const stoppedByPaper = 0x20
const printerError = 0x40
const paperEnd = 0x60
const paperNearEnd = 0x0c
/** Of the answer to GS r 1. */
const paperEndAfter = 0x0c

type Failure = 'coverOpen' | 'paperOut' | 'failed'

const messages: Record<Failure, string> = {
  coverOpen: 'the cover is open',
  paperOut: 'the paper is out',
  failed: 'the printer reports an error',
}

/** A thermal printer of the network (port 9100). */
export class ThermalPrinter {
  readonly #host: string
  readonly #port: number
  /** Whether it answers GS r; null: not asked yet. Some answer only questions about their state. */
  #tellsEnd: boolean | null = null
  /**
   * Whether a part of a receipt that failed may wait in it. It would come out as soon as somebody changes the roll, before
   * another customer, and a voucher is money.
   */
  #hasLeftover = false

  constructor({ hostname, port }: URL) {
    this.#host = hostname.replace(/^\[|\]$/g, '')
    this.#port = Number(port || 9100)
  }

  /** What it says about itself; `unknown`: it is there and answers no questions. Never rejects. */
  async readState(): Promise<PrinterState> {
    try {
      return await this.#connected(async (socket, answers) => (await readState(socket, answers)) ?? 'unknown')
    } catch (error) {
      if (error instanceof PrintError) return 'unreachable'
      throw error
    }
  }

  /**
   * Resolves when the paper is printed. A printer that does not answer questions about its state gets the bytes all the same.
   * Throws a PrintError.
   */
  async print(bytes: Uint8Array): Promise<void> {
    await this.#connected(async (socket, answers) => {
      const state = await readState(socket, answers)
      if (state !== null) throwFailure(state)
      const tellsEnd = state !== null && (await this.#asksForEnd(socket, answers))
      this.#hasLeftover = true
      socket.write(bytes)
      try {
        if (state === null) await closed(socket)
        else await (tellsEnd ? waitUntilPrinted(socket, answers) : waitUntilTaken(socket, answers))
        this.#hasLeftover = false
      } catch (error) {
        await this.#clear(socket, answers)
        throw error
      }
    })
  }

  /** When it cannot be done now, it is done first at the next connection. */
  async #clear(socket: Socket, answers: StatusReader): Promise<void> {
    // The command would wait behind what the printer has not taken yet, which never reaches it this way.
    if (socket.writableLength > 0 || !socket.writable) {
      socket.resetAndDestroy()
      return
    }
    socket.write(clearBuffers)
    const isConfirmed = (await answers.next('cleared', clearMs)) !== null
    // It is there and does not know the command: nothing more can be done.
    if (isConfirmed || socket.writable) this.#hasLeftover = false
    console.warn(`printer: ${isConfirmed ? 'has deleted' : 'may still print'} what it did not print`)
  }

  /** Nothing waits in the printer, so it answers at once if it knows the question. */
  async #asksForEnd(socket: Socket, answers: StatusReader): Promise<boolean> {
    if (this.#tellsEnd === null) {
      socket.write(paperAfterPrinting)
      this.#tellsEnd = (await answers.next('sensor', statusMs)) !== null
    }
    return this.#tellsEnd
  }

  async #connected<Result>(use: (socket: Socket, answers: StatusReader) => Promise<Result>): Promise<Result> {
    const socket = await open(this.#host, this.#port)
    try {
      const answers = new StatusReader(socket, () => socket.write(stopPushing))
      if (this.#hasLeftover) await this.#clear(socket, answers)
      return await use(socket, answers)
    } finally {
      socket.destroy()
    }
  }
}

function open(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port })
    const timer = setTimeout(() => socket.destroy(new Error(`no answer within ${connectMs} ms`)), connectMs)
    socket.once('error', (error) => {
      clearTimeout(timer)
      reject(new PrintError('unreachable', error.message))
    })
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.removeAllListeners('error')
      // Without one, an error between two waits would end the program; the waits end by `close`.
      socket.on('error', (error) => console.warn('printer', error.message))
      resolve(socket)
    })
  })
}

/** Null: no answer. */
async function readState(
  socket: Socket,
  answers: StatusReader,
): Promise<'ready' | 'paperLow' | Failure | null> {
  answers.forget('state')
  socket.write(offlineCause)
  const cause = await answers.next('state', statusMs)
  if (cause === null) return null
  socket.write(paperSensor)
  const paper = (await answers.next('state', statusMs)) ?? 0
  if (cause & coverOpen) return 'coverOpen'
  if (cause & stoppedByPaper || paper & paperEnd) return 'paperOut'
  if (cause & printerError) return 'failed'
  return paper & paperNearEnd ? 'paperLow' : 'ready'
}

/** Asked before printing, so that nothing is lost in the buffer of a printer that cannot print. */
function throwFailure(state: 'ready' | 'paperLow' | Failure): void {
  if (state in messages) throw new PrintError(state as Failure, messages[state as Failure])
}

async function waitUntilPrinted(socket: Socket, answers: StatusReader): Promise<void> {
  const end = performance.now() + printMs
  socket.write(paperAfterPrinting)
  while (performance.now() < end) {
    const after = await answers.next('sensor', watchMs)
    if (after !== null) {
      // The last line was printed on the end of the roll.
      if (after & paperEndAfter) console.warn('printer: the paper is out')
      return
    }
    await watch(socket, answers)
  }
  throw new PrintError('failed', `not printed within ${printMs} ms`)
}

/** For a printer that does not tell when it has printed: it has taken everything, and a moment later nothing is wrong. */
async function waitUntilTaken(socket: Socket, answers: StatusReader): Promise<void> {
  const end = performance.now() + printMs
  while (socket.writableLength > 0) {
    if (performance.now() > end) throw new PrintError('unreachable', 'the printer accepts no data')
    await wait(watchMs)
    await watch(socket, answers)
  }
  await wait(watchMs)
  await watch(socket, answers)
}

/** While it prints: paper that runs out and a cover that is opened. Throws a PrintError. */
async function watch(socket: Socket, answers: StatusReader): Promise<void> {
  if (socket.destroyed) throw new PrintError('unreachable', 'the printer hung up')
  const state = await readState(socket, answers)
  // It may be too busy to answer.
  if (state !== null) throwFailure(state)
}

/** Resolves when the printer has received everything. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new PrintError('unreachable', 'the printer accepts no data')),
      printMs,
    )
    const done = (hadError: boolean) => {
      clearTimeout(timer)
      if (hadError) reject(new PrintError('unreachable', 'the printer hung up'))
      else resolve()
    }
    socket.once('close', done)
    socket.end()
  })
}
