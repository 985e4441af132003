import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import brand from '#brand/brand.json' with { type: 'json' }
import { cspHeader, ownFilesOnly } from '#contract/csp.ts'
import { toLanguageCode } from '#contract/languages.ts'
import { programRoot } from '../../config/programRoot.ts'
import type { AppDeps } from '../../deps.ts'
import { confirmEmail, confirmPath, findConfirmation } from '../../domain/accounts/emailConfirmation.ts'
import { languageOf } from '../../texts/texts.ts'
import { renderConfirmPage, type ConfirmView } from './confirmHtml.ts'

/** Our own files; the form may go to this page only, and nobody may frame it. */
const policy = cspHeader({
  ...ownFilesOnly,
  'img-src': ["'self'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
})

const assets = [
  { folder: 'sandbox', name: 'pay.css', type: 'text/css; charset=utf-8' },
  { folder: `brands/${brand.id}`, name: 'tokens.css', type: 'text/css; charset=utf-8' },
  { folder: `brands/${brand.id}`, name: 'icon.svg', type: 'image/svg+xml' },
]

const params = z.object({ token: z.string().regex(/^[\w-]{1,100}$/) })

/**
 * The page where the link of an e-mail lands. Only its button confirms, because mail programs open links on their own.
 */
export async function registerConfirm(app: FastifyInstance, deps: AppDeps): Promise<void> {
  const send = (reply: FastifyReply, view: ConfirmView) =>
    reply
      .status(view.state === 'expired' ? 410 : 200)
      .header('Content-Security-Policy', policy)
      .header('Cache-Control', 'no-store')
      .header('Referrer-Policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(renderConfirmPage(view))
  const languageOfVisitor = (header: string | undefined) =>
    languageOf(header?.split(/[,;]/)[0]?.trim() || undefined)

  app.get<{ Params: { token: string } }>(
    `${confirmPath}:token`,
    { schema: { hide: true, params } },
    async (request, reply) => {
      deps.traffic.buckets.take('guests', request.ip)
      const found = await findConfirmation(deps, request.params.token)
      return found
        ? send(reply, { state: 'open', ...found })
        : send(reply, { state: 'expired', language: languageOfVisitor(request.headers['accept-language']) })
    },
  )
  app.post<{ Params: { token: string } }>(
    `${confirmPath}:token`,
    { schema: { hide: true, params } },
    async (request, reply) => {
      deps.traffic.buckets.take('logins', request.ip)
      const found = await findConfirmation(deps, request.params.token)
      const done = found !== undefined && (await confirmEmail(deps, request.params.token))
      const language = found?.language ?? languageOfVisitor(request.headers['accept-language'])
      return send(reply, { state: done ? 'done' : 'expired', language: toLanguageCode(language) })
    },
  )
  for (const { folder, name, type } of assets) {
    const content = await readFile(join(programRoot(), 'resources', folder, name), 'utf8')
    app.get(`${confirmPath}files/${name}`, { schema: { hide: true } }, (_request, reply) =>
      reply.header('Cache-Control', 'no-cache').type(type).send(content),
    )
  }
}
