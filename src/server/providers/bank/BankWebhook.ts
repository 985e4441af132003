import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AppDeps } from '../../deps.ts'

const path = '/provider/bank/webhook'
/** One notification may contain many payments. */
const maxNotified = 1_000
/** Twice as much as these are, with the longest message of a payer in each. */
const bodyLimit = 1024 * 1024

/** What is not as it should be says nothing, and keeps nobody else's payment from being told. */
const notifiedPix = z
  .object({
    /** Of a payment that was received: the charge. */
    txid: z.string().optional().catch(undefined),
    /** Of a payment that was sent by Efí: our id. */
    gnExtras: z.object({ idEnvio: z.string().optional() }).optional().catch(undefined),
    /** What of it has gone back. */
    devolucoes: z.array(z.unknown()).default([]).catch([]),
  })
  .catch({ devolucoes: [] })

const notificationBody = z.object({
  pix: z
    .array(notifiedPix)
    .max(maxNotified)
    // Efí tries the address with a body that has none.
    .default([]),
})

export type NotifiedPix = z.infer<typeof notifiedPix>

interface Listener {
  /** Tells the bank the address. */
  register(url: string): Promise<void>
  onPix(pix: NotifiedPix[]): Promise<void>
}

/**
 * Efí asks for mutual TLS of the address that it calls unless it is told not to; other banks ignore this. A callback is
 * never believed, so nothing is lost without.
 */
export const webhookHeaders = { 'x-skip-mtls-checking': 'true' }

/** Tells of each, also when one fails; throws the first error afterwards, so that the bank tries again. */
export async function tellEach<Subject>(
  subjects: readonly Subject[],
  tell: (subject: Subject) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = []
  for (const subject of subjects) await tell(subject).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw errors[0]
}

/**
 * The one address to which banks send notifications. A Pix key has one webhook, so what comes in and what goes out by the
 * same key arrives at the same address: every adapter gets everything, and takes what is its own.
 */
export class BankWebhook {
  readonly #deps: Pick<AppDeps, 'config' | 'log'>
  readonly #retryMs: number
  readonly #listeners: Listener[] = []

  constructor(deps: Pick<AppDeps, 'config' | 'log'>, retryMs = 60_000) {
    this.#deps = deps
    this.#retryMs = retryMs
  }

  /**
   * An error of `onPix` reaches the bank, so that it tries again. The address is registered when the server listens, and
   * again until the bank has taken it: Efí refuses to send anything by a key without a webhook.
   */
  add(app: FastifyInstance, listener: Listener): void {
    if (this.#listeners.push(listener) === 1) this.#addRoutes(app)
    let retry: NodeJS.Timeout | undefined
    let isClosed = false
    const register = async (): Promise<void> => {
      try {
        await listener.register(`${this.#deps.config.publicUrl}${path}`)
      } catch (error) {
        if (isClosed) return
        // Meanwhile payments are found by asking, a little later.
        this.#deps.log.error(error, 'the bank did not register where to tell of payments')
        retry = setTimeout(() => void register(), this.#retryMs).unref()
      }
    }
    app.addHook('onListen', register)
    app.addHook('onClose', () => {
      isClosed = true
      clearTimeout(retry)
      return Promise.resolve()
    })
  }

  #addRoutes(app: FastifyInstance): void {
    // Some banks append `/pix` to the address that they are given.
    for (const url of [path, `${path}/pix`]) {
      const schema = {
        tags: ['provider'],
        summary: 'Payments that were received or sent by Pix',
        security: [],
        body: notificationBody,
      }
      const config = { described: { body: notificationBody, data: z.null() } }
      app.post(url, { schema, config, bodyLimit }, async (request) => {
        const { pix } = request.body as z.infer<typeof notificationBody>
        await tellEach(this.#listeners, (listener) => listener.onPix(pix))
        return { status: 0, message: '', data: null }
      })
    }
  }
}
