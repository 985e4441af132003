import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { cents } from '#contract/money.ts'
import type { Envelope } from '#contract/errors.ts'
import type { AppDeps } from '../../../deps.ts'
import { Refusal } from '../../../texts/refusal.ts'
import type { PaymentNotification, PaymentResult } from '../PaymentProvider.ts'
import { findPayment, markDelivered, undeliveredPayments, type SandboxPayment } from './payments.ts'
import { isSigned, sign, signatureHeader, timestampHeader, webhookKey } from './signature.ts'

const webhookPath = '/provider/sandbox/webhook'
const retryMs = 3_000
const maxBodyBytes = 4 * 1024

const notificationBody = z.strictObject({
  orderId: z.string().min(1).max(64),
  payNo: z.string().min(1).max(64),
  result: z.enum(['paid', 'cancelled', 'failed', 'expired']),
  /** Cents. */
  amount: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  payerCpf: z
    .string()
    .regex(/^\d{11}$/)
    .nullish()
    .transform((cpf) => cpf ?? null),
})

/**
 * The server's side: accepts a notification only with a signature over its exact bytes and a timestamp within five
 * minutes; otherwise responds 403 without effect.
 */
export async function registerWebhook(
  app: FastifyInstance,
  deps: Pick<AppDeps, 'config' | 'db' | 'clock'>,
  onNotification: (notification: PaymentNotification) => Promise<void>,
): Promise<void> {
  const key = webhookKey(deps.config.secrets.webhookSecret)
  // A separate scope with its own body parser, because the signature covers the body's exact bytes.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_request, body, done) =>
      done(null, body),
    )
    scope.post(webhookPath, { schema: { hide: true } }, async (request) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const signed = {
        timestamp: request.headers[timestampHeader],
        signature: request.headers[signatureHeader],
        body,
      }
      if (!isSigned(key, signed, deps.clock.now())) throw new Refusal('forbidden')
      const notification = notificationBody.safeParse(readJson(body))
      if (!notification.success) throw new Refusal('badRequest')
      const { orderId, payNo, result, amount, payerCpf } = notification.data
      const status = { state: result, payNo, amount: cents(amount), payerNumber: payerCpf }
      await onNotification({ id: orderId, status })
      return { status: 0, message: '', data: null } satisfies Envelope<null>
    })
  })
}

/**
 * The provider's side: signs a notification and calls the webhook through the whole server, like an external call.
 * Returns the HTTP status and the envelope.
 */
export async function sendNotification(
  app: FastifyInstance,
  deps: Pick<AppDeps, 'config' | 'db' | 'clock'>,
  payment: SandboxPayment,
  result: PaymentResult,
): Promise<{ httpStatus: number; envelope: Envelope<unknown> }> {
  const { orderId, payNo, amount, payerCpf } = payment
  const body = JSON.stringify({ orderId, payNo, result, amount, payerCpf })
  const timestamp = String(deps.clock.now().getTime())
  const response = await app.inject({
    method: 'POST',
    url: webhookPath,
    headers: {
      'content-type': 'application/json',
      [timestampHeader]: timestamp,
      [signatureHeader]: sign(webhookKey(deps.config.secrets.webhookSecret), timestamp, body),
    },
    payload: body,
  })
  // A refusal is final; only server errors are retried.
  if (response.statusCode < 500) await markDelivered(deps, payNo)
  return { httpStatus: response.statusCode, envelope: response.json<Envelope<unknown>>() }
}

/** Retries notifications without a response for good, as a real provider does: the payer's money is already taken. */
export function retryNotifications(
  app: FastifyInstance,
  deps: Pick<AppDeps, 'config' | 'db' | 'clock'>,
): void {
  let running = false
  const retry = async () => {
    if (running) return
    running = true
    try {
      for (const payNo of await undeliveredPayments(deps)) await retryNotification(app, deps, payNo)
    } catch (error) {
      app.log.error(error)
    } finally {
      running = false
    }
  }
  let timer: NodeJS.Timeout | undefined
  app.addHook('onReady', async () => {
    timer = setInterval(() => void retry(), retryMs)
    timer.unref()
  })
  app.addHook('preClose', async () => clearInterval(timer))
}

/** A failure is logged and retried in the next run; the other notifications are still sent. */
async function retryNotification(
  app: FastifyInstance,
  deps: Pick<AppDeps, 'config' | 'db' | 'clock'>,
  payNo: string,
): Promise<void> {
  try {
    const payment = await findPayment(deps, { payNo })
    if (payment?.result) await sendNotification(app, deps, payment, payment.result)
  } catch (error) {
    app.log.error(error, `sending the notification of payment ${payNo} failed`)
  }
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
