import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { identityRefusals } from '#contract/rules/identityPictures.ts'
import type { IdentitySettings } from '../../config/personSettings.ts'
import { StartError } from '../../config/startError.ts'
import { Refusal } from '../../texts/refusal.ts'
import { AnswerUnknownError } from '../errors.ts'
import { requestJson } from '../requestJson.ts'
import type { IdentityAnswer, IdentityPicture, IdentityProvider, Person } from './IdentityProvider.ts'

const answerSchema = z.object({
  result: z.enum(['confirmed', 'refused', 'pending']),
  // A reason that this version does not know is no reason to ask again.
  reason: z.enum(identityRefusals).optional().catch('other'),
})
const hintSchema = z.object({ id: z.string().regex(/^[0-9a-f]{64}$/) })

/**
 * A service that checks persons by the interface of docs/identity.md: `PUT <url>/checks/<id>` with name, CPF and, where it is asked for, the date of birth, which
 * answers with the result. Repeated with the same id it answers with what has become of that check. Pictures come before it, each by
 * `PUT <url>/checks/<id>/pictures/<kind>`.
 */
export class HttpIdentity implements IdentityProvider {
  readonly name = 'http'
  readonly canBeAsked = true
  readonly #url: string
  readonly #token: string

  constructor({ url, token }: { url: string; token: string }) {
    this.#url = url.replace(/\/+$/, '')
    this.#token = token
  }

  async check(id: string, { name, cpf, birthDate }: Person): Promise<IdentityAnswer> {
    const { status, body } = await requestJson(`${this.#url}/checks/${id}`, {
      method: 'PUT',
      token: this.#token,
      body: { name, cpf, birthDate },
    })
    const answer = answerSchema.safeParse(body)
    if (status !== 200 || !answer.success)
      throw new AnswerUnknownError(`the identity service answered with status ${status}`)
    const { result, reason } = answer.data
    return result === 'refused' && reason !== undefined ? { refused: reason } : result
  }

  async addPictures(id: string, pictures: readonly IdentityPicture[]): Promise<void> {
    for (const { kind, image } of pictures) {
      const { status } = await requestJson(`${this.#url}/checks/${id}/pictures/${kind}`, {
        method: 'PUT',
        token: this.#token,
        body: image,
      })
      if (![200, 201, 204].includes(status))
        throw new AnswerUnknownError(`the identity service answered a picture with status ${status}`)
    }
  }

  registerRoutes(app: FastifyInstance, onHint: (id: string) => Promise<void>): void {
    const schema = { tags: ['provider'], summary: 'The identity service has decided', security: [] }
    const config = { described: { body: hintSchema, data: z.null() } }
    app.post('/provider/identity/webhook', { schema, config, bodyLimit: 4_096 }, async (request) => {
      const hint = hintSchema.safeParse(request.body)
      if (!hint.success) throw new Refusal('badRequest')
      await onHint(hint.data.id)
      return { status: 0, message: '', data: null }
    })
  }
}

/** Throws a StartError that names what is missing. */
export function readIdentitySettings({ url, token }: IdentitySettings): { url: string; token: string } {
  const missing = Object.entries({ IDENTITY_URL: url, IDENTITY_TOKEN: token })
    .filter(([, value]) => value === undefined)
    .map(([name]) => name)
  if (!url || !token) throw new StartError(`IDENTITY_PROVIDER http needs ${missing.join(', ')}`)
  return { url, token }
}
