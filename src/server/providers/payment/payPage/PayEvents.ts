import { PassThrough } from 'node:stream'
import type { AppDeps } from '../../../deps.ts'
import type { Writer } from '../../../db/client.ts'

/** Broadcast to all processes when the result of a payment is known; the payload is its number. */
const settled = 'internal:paymentSettled'
/** A comment that keeps proxies from closing a silent connection, in ms. */
const beatMs = 20_000
/** One payer has one or two windows open; the oldest stream of a payment ends. */
const streamsOfPayment = 4

/** Tells the pages of a payment, in every process, that its result is known. */
export async function announceSettled(
  { bus }: Pick<AppDeps, 'bus'>,
  on: Writer,
  payNo: string,
): Promise<void> {
  await bus.publish(on, { type: 'broadcast', name: settled, payload: payNo })
}

/**
 * The open payment pages of this process, as streams of server-sent events. They only say that there is news: what it is,
 * `read` says, so that a lost message is made up for by the next one.
 */
export class PayEvents {
  readonly #read: (payNo: string) => Promise<object | undefined>
  readonly #log: AppDeps['log']
  readonly #streams = new Map<string, PassThrough[]>()
  readonly #stop: () => void

  constructor(
    { bus, log }: Pick<AppDeps, 'bus' | 'log'>,
    read: (payNo: string) => Promise<object | undefined>,
  ) {
    this.#read = read
    this.#log = log
    const unsubscribe = bus.subscribe((message) => {
      if (message.type === 'gap') for (const payNo of this.#streams.keys()) this.#tell(payNo)
      if (message.type !== 'broadcast' || message.name !== settled) return
      if (typeof message.payload === 'string') this.#tell(message.payload)
    })
    const beat = setInterval(() => {
      for (const stream of this.#open()) stream.write(':\n\n')
    }, beatMs).unref()
    this.#stop = () => {
      unsubscribe()
      clearInterval(beat)
    }
  }

  /** The stream of one page; it begins with the current state. */
  open(payNo: string): PassThrough {
    const stream = new PassThrough()
    const others = this.#streams.get(payNo) ?? []
    if (others.length >= streamsOfPayment) others.shift()?.end()
    this.#streams.set(payNo, [...others, stream])
    stream.once('close', () => this.#forget(payNo, stream))
    this.#tell(payNo)
    return stream
  }

  /** Ends every stream: a page then asks, and connects to another process. */
  close(): void {
    this.#stop()
    for (const stream of this.#open()) stream.end()
    this.#streams.clear()
  }

  #open(): PassThrough[] {
    return [...this.#streams.values()].flat()
  }

  #forget(payNo: string, stream: PassThrough): void {
    const rest = (this.#streams.get(payNo) ?? []).filter((each) => each !== stream)
    if (rest.length > 0) this.#streams.set(payNo, rest)
    else this.#streams.delete(payNo)
  }

  #tell(payNo: string): void {
    if (!this.#streams.has(payNo)) return
    this.#read(payNo).then(
      (state) => {
        for (const stream of this.#streams.get(payNo) ?? [])
          stream.write(`data: ${JSON.stringify(state)}\n\n`)
      },
      (error: unknown) => this.#log.error(error, 'a payment page could not be told its state'),
    )
  }
}
