import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Envelope } from '#contract/errors.ts'
import type { AppDeps } from '../../../deps.ts'
import { Refusal } from '../../../texts/refusal.ts'
import { signatureHeader, signCall, timestampHeader, walletPath, type WalletCall } from '../signature.ts'
import { exampleKey, exampleName } from './exampleKey.ts'
import { examplePage, exampleScript, exampleStyle } from './examplePage.ts'

const toss = z.strictObject({
  session: z.string().max(64),
  pick: z.enum(['heads', 'tails']),
  /** Cents. */
  amount: z.number().int().min(10).max(500_000),
})
const enter = z.strictObject({ ticket: z.string().max(200), game: z.string().max(64) })

interface CallResult {
  status: number
  envelope: Envelope<Record<string, unknown>>
}

/**
 * The example provider's server: pages for the frame, and a backend that identifies a player only by the token
 * received for a ticket. A toss is a debit and a credit; when the credit fails, the debit is rolled back.
 */
export async function registerExampleServer(
  app: FastifyInstance,
  deps: AppDeps,
  product: FastifyInstance,
): Promise<void> {
  const key = exampleKey(deps)
  /** The game session token by the provider's session id. Kept in memory only. */
  const sessions = new Map<string, string>()

  const call = async (name: WalletCall, data: object): Promise<CallResult> => {
    const path = walletPath(exampleName, name)
    const body = JSON.stringify(data)
    const timestamp = String(deps.clock.now().getTime())
    const answer = await product.inject({
      method: 'POST',
      url: path,
      headers: {
        'content-type': 'application/json',
        [timestampHeader]: timestamp,
        [signatureHeader]: signCall(key, timestamp, path, body),
      },
      payload: body,
    })
    return { status: answer.statusCode, envelope: answer.json() }
  }
  const forward = (reply: FastifyReply, { status, envelope }: CallResult) =>
    reply.status(status).send(envelope)

  app.get('/example/', (_request, reply) => reply.type('text/html; charset=utf-8').send(examplePage))
  app.get('/example/game.js', (_request, reply) => reply.type('text/javascript').send(exampleScript))
  app.get('/example/game.css', (_request, reply) => reply.type('text/css').send(exampleStyle))

  app.post('/example/enter', async (request, reply) => {
    const answer = await call('session', parse(enter, request.body))
    if (answer.status !== 200) return forward(reply, answer)
    const session = randomBytes(24).toString('base64url')
    sessions.set(session, String(answer.envelope.data['token']))
    const { balance } = answer.envelope.data
    return { status: 0, message: '', data: { session, balance } }
  })

  app.post('/example/toss', async (request, reply) => {
    const { session, pick, amount } = parse(toss, request.body)
    const token = sessions.get(session)
    if (!token) throw new Refusal('gameSessionEnded')
    const [roundId, debitId] = [randomUUID(), randomUUID()]
    const debit = await call('debit', { token, transactionId: debitId, roundId, amount })
    if (debit.status !== 200) return forward(reply, debit)
    const side = randomInt(2) === 0 ? 'heads' : 'tails'
    // Pays 1.92 with probability 1/2: a return of 96 %.
    const payout = side === pick ? Math.floor((amount * 192) / 100) : 0
    const credit = await call('credit', { transactionId: randomUUID(), roundId, amount: payout })
    if (credit.status !== 200) {
      await call('rollback', { transactionId: randomUUID(), debitId })
      return forward(reply, credit)
    }
    const { balance } = credit.envelope.data
    return { status: 0, message: '', data: { side, payout: payout / 100, balance } }
  })
}

function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw new Refusal('badRequest')
  return parsed.data
}
