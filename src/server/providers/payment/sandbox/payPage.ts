import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import QRCode from 'qrcode'
import brand from '#brand/brand.json' with { type: 'json' }
import { cspHeader, ownFilesOnly } from '#contract/csp.ts'
import { toLanguageCode, type LanguageCode } from '#contract/languages.ts'
import type { AppDeps } from '../../../deps.ts'
import { programRoot } from '../../../config/config.ts'
import { Refusal } from '../../../texts/refusal.ts'
import { refuseForeignHost } from '../../../http/ownHost.ts'
import { renderPayPage, renderUnknownPage } from './payHtml.ts'
import { findPayment, type SandboxPayment } from './payments.ts'
import { settleByPayer } from './settle.ts'

const base = '/provider/sandbox'
const assets = [
  { folder: 'sandbox', name: 'pay.css', type: 'text/css; charset=utf-8' },
  { folder: 'sandbox', name: 'pay.js', type: 'text/javascript; charset=utf-8' },
  { folder: `brands/${brand.id}`, name: 'tokens.css', type: 'text/css; charset=utf-8' },
  { folder: `brands/${brand.id}`, name: 'icon.svg', type: 'image/svg+xml' },
]

const payNoParams = z.object({ payNo: z.string().max(64) })
const languageQuery = z.object({ lang: z.string().max(10).optional() })

/**
 * The policy of the provider's own page: its own files only, nothing inline, framed by our own origin only.
 */
function policyOf(deps: Pick<AppDeps, 'config' | 'db' | 'clock'>): string {
  const product = new URL(deps.config.publicUrl).origin
  return cspHeader({
    ...ownFilesOnly,
    'img-src': ["'self'"],
    'connect-src': ["'self'"],
    'frame-ancestors': ["'self'", product],
  })
}

/**
 * Registers the payment page with its QR code, files and state, in a scope of its own; Pay, Cancel and Fail only in the
 * sandbox.
 */
export async function registerPayPage(
  app: FastifyInstance,
  deps: Pick<AppDeps, 'config' | 'db' | 'clock'>,
): Promise<void> {
  // Another site's page in a payer's browser must not be able to read or settle payments.
  app.addHook('onRequest', async (request) => refuseForeignHost(request.hostname, deps.config))
  const policy = policyOf(deps)
  const send = (reply: FastifyReply, html: string) =>
    reply
      .header('Content-Security-Policy', policy)
      .header('Cache-Control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html)

  app.get<{ Params: { payNo: string }; Querystring: { lang?: string } }>(
    `${base}/pay/:payNo`,
    { schema: { hide: true, params: payNoParams, querystring: languageQuery } },
    async (request, reply) => {
      const payment = await findPayment(deps, { payNo: request.params.payNo })
      const language = toLanguageCode(request.query.lang ?? payment?.language)
      if (!payment) return send(reply.status(404), renderUnknownPage(language))
      return send(reply, renderPayPage(viewOf(deps, payment, language)))
    },
  )
  app.get<{ Params: { payNo: string } }>(
    `${base}/pay/:payNo/qr.svg`,
    { schema: { hide: true, params: payNoParams } },
    async (request, reply) => {
      const { brCode } = await paymentOf(deps, request.params.payNo)
      const picture = await QRCode.toString(brCode, { type: 'svg', margin: 3, errorCorrectionLevel: 'M' })
      return reply
        .header('Content-Security-Policy', cspHeader({ 'default-src': [] }))
        .header('Cache-Control', 'private, max-age=3600')
        .type('image/svg+xml')
        .send(picture)
    },
  )
  app.get<{ Params: { payNo: string } }>(
    `${base}/pay/:payNo/state`,
    { schema: { hide: true, params: payNoParams } },
    async (request, reply) => {
      const payment = await paymentOf(deps, request.params.payNo)
      const data = {
        state: payment.result ?? 'pending',
        now: deps.clock.now().toISOString(),
        expiresAt: payment.expiresAt.toISOString(),
      }
      return reply.header('Cache-Control', 'no-store').send({ status: 0, message: '', data })
    },
  )
  if (deps.config.sandbox) {
    app.post<{ Params: { payNo: string; action: 'pay' | 'cancel' | 'fail' } }>(
      `${base}/pay/:payNo/:action`,
      { schema: { hide: true, params: payNoParams.extend({ action: z.enum(['pay', 'cancel', 'fail']) }) } },
      async (request) => {
        const { payNo, action } = request.params
        return { status: 0, message: '', data: { state: await settleByPayer(app, deps, payNo, action) } }
      },
    )
  }
  for (const { folder, name, type } of assets) {
    const content = await readFile(join(programRoot(), 'resources', folder, name), 'utf8')
    app.get(`${base}/${name}`, { schema: { hide: true } }, (_request, reply) =>
      reply.header('Cache-Control', 'no-cache').type(type).send(content),
    )
  }
}

function viewOf(
  deps: Pick<AppDeps, 'config' | 'db' | 'clock'>,
  payment: SandboxPayment,
  language: LanguageCode,
) {
  return {
    payment,
    language,
    now: deps.clock.now(),
    base,
    canSettle: deps.config.sandbox,
  }
}

async function paymentOf(
  deps: Pick<AppDeps, 'config' | 'db' | 'clock'>,
  payNo: string,
): Promise<SandboxPayment> {
  const payment = await findPayment(deps, { payNo })
  if (!payment) throw new Refusal('notFound')
  return payment
}
