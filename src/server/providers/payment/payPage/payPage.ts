import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import QRCode from 'qrcode'
import brand from '#brand/brand.json' with { type: 'json' }
import { cspHeader, ownFilesOnly } from '#contract/csp.ts'
import { toLanguageCode } from '#contract/languages.ts'
import type { AppDeps } from '../../../deps.ts'
import { programRoot } from '../../../config/programRoot.ts'
import { profileOf } from '../../../config/jurisdictions.ts'
import { Refusal } from '../../../texts/refusal.ts'
import { refuseForeignHost } from '../../../http/ownHost.ts'
import { cardForm, codeForm, type CardDesk } from './cards.ts'
import { PayEvents } from './PayEvents.ts'
import { renderPayPage, renderUnknownPage, type PagePayment } from './payHtml.ts'

const assets = [
  { folder: 'sandbox', name: 'pay.css', type: 'text/css; charset=utf-8' },
  { folder: 'sandbox', name: 'pay.js', type: 'text/javascript; charset=utf-8' },
  { folder: `brands/${brand.id}`, name: 'tokens.css', type: 'text/css; charset=utf-8' },
  { folder: `brands/${brand.id}`, name: 'icon.svg', type: 'image/svg+xml' },
  { folder: 'fonts', name: 'inter-latin.woff2', type: 'font/woff2' },
]

const payNoParams = z.object({ payNo: z.string().max(64) })
const languageQuery = z.object({ lang: z.string().max(10).optional() })

/**
 * The policy of the provider's own page: its own files only, nothing inline, framed by our own origin only.
 */
function policyOf(deps: Pick<AppDeps, 'config'>): string {
  const product = new URL(deps.config.publicUrl).origin
  return cspHeader({
    ...ownFilesOnly,
    'img-src': ["'self'"],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'frame-ancestors': ["'self'", product],
  })
}

export interface PayPage {
  /** The path below which the page and its files are. */
  base: string
  find(payNo: string): Promise<PagePayment | undefined>
  /** Sandbox only: the page's own buttons Pay, Cancel and Fail. Returns the new state. */
  settle?: (payNo: string, action: 'pay' | 'cancel' | 'fail') => Promise<string>
  /** Without it the page has no form for cards. */
  cards?: CardDesk
}

/** Registers a provider's payment page with its QR code, files and state, in a scope of its own. */
export async function registerPayPage(
  app: FastifyInstance,
  deps: Pick<AppDeps, 'config' | 'clock' | 'bus' | 'log'>,
  { base, find, settle, cards }: PayPage,
): Promise<void> {
  const paymentOf = async (payNo: string) => {
    const payment = await find(payNo)
    if (!payment) throw new Refusal('notFound')
    return payment
  }
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
      const payment = await find(request.params.payNo)
      const language = toLanguageCode(request.query.lang ?? payment?.language)
      if (!payment) return send(reply.status(404), renderUnknownPage(base, language))
      const now = deps.clock.now()
      const recipient = profileOf(deps).operator.name
      return send(
        reply,
        renderPayPage({ payment, language, now, base, recipient, canSettle: settle !== undefined, cards }),
      )
    },
  )
  app.get<{ Params: { payNo: string } }>(
    `${base}/pay/:payNo/qr.svg`,
    { schema: { hide: true, params: payNoParams } },
    async (request, reply) => {
      const { brCode } = await paymentOf(request.params.payNo)
      const picture = await QRCode.toString(brCode, { type: 'svg', margin: 3, errorCorrectionLevel: 'M' })
      return reply
        .header('Content-Security-Policy', cspHeader({ 'default-src': [] }))
        .header('Cache-Control', 'private, max-age=3600')
        .type('image/svg+xml')
        .send(picture)
    },
  )
  const stateOf = ({ result, expiresAt }: PagePayment) => ({
    state: result ?? 'pending',
    now: deps.clock.now().toISOString(),
    expiresAt: expiresAt.toISOString(),
  })
  app.get<{ Params: { payNo: string } }>(
    `${base}/pay/:payNo/state`,
    { schema: { hide: true, params: payNoParams } },
    async (request, reply) => {
      const data = stateOf(await paymentOf(request.params.payNo))
      return reply.header('Cache-Control', 'no-store').send({ status: 0, message: '', data })
    },
  )
  const events = new PayEvents(deps, async (payNo) => {
    const payment = await find(payNo)
    return payment && stateOf(payment)
  })
  app.addHook('preClose', async () => events.close())
  app.get<{ Params: { payNo: string } }>(
    `${base}/pay/:payNo/events`,
    { schema: { hide: true, params: payNoParams } },
    async (request, reply) => {
      const { payNo } = request.params
      await paymentOf(payNo)
      return (
        reply
          .header('Cache-Control', 'no-store')
          // A proxy must not collect what is sent.
          .header('X-Accel-Buffering', 'no')
          .type('text/event-stream')
          .send(events.open(payNo))
      )
    },
  )
  if (settle) {
    app.post<{ Params: { payNo: string; action: 'pay' | 'cancel' | 'fail' } }>(
      `${base}/pay/:payNo/:action`,
      { schema: { hide: true, params: payNoParams.extend({ action: z.enum(['pay', 'cancel', 'fail']) }) } },
      async (request) => {
        const { payNo, action } = request.params
        return { status: 0, message: '', data: { state: await settle(payNo, action) } }
      },
    )
  }
  if (cards) registerCardForm(app, base, cards)
  for (const { folder, name, type } of assets) {
    const content = await readFile(join(programRoot(), 'resources', folder, name))
    app.get(`${base}/${name}`, { schema: { hide: true } }, (_request, reply) =>
      reply.header('Cache-Control', 'no-cache').type(type).send(content),
    )
  }
}

/** The answer says what became of the card; a card that cannot be one is a bad request, without saying what was sent. */
function registerCardForm(app: FastifyInstance, base: string, cards: CardDesk): void {
  app.post<{ Params: { payNo: string } }>(
    `${base}/pay/:payNo/card`,
    { schema: { hide: true, params: payNoParams } },
    async (request) => {
      const card = cardForm.safeParse(request.body)
      if (!card.success) throw new Refusal('badRequest')
      return { status: 0, message: '', data: { result: await cards.pay(request.params.payNo, card.data) } }
    },
  )
  app.post<{ Params: { payNo: string } }>(
    `${base}/pay/:payNo/code`,
    { schema: { hide: true, params: payNoParams } },
    async (request) => {
      const form = codeForm.safeParse(request.body)
      if (!form.success) throw new Refusal('badRequest')
      const result = await cards.confirm(request.params.payNo, form.data.code)
      return { status: 0, message: '', data: { result } }
    },
  )
}
