import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import brand from '#brand/brand.json' with { type: 'json' }
import { cspHeader, ownFilesOnly, type CspDirectives } from '#contract/csp.ts'
import type { TokenName } from '../caller.ts'
import { schemasOf } from './callSchemas.ts'

/** The page has inline styles, and its icons are data URLs. */
const docsPolicy = {
  ...ownFilesOnly,
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'frame-ancestors': ["'none'"],
} as const satisfies CspDirectives

const token = (description: string) => ({
  type: 'apiKey' as const,
  in: 'header' as const,
  name: 'Authorization',
  description,
})

/** The tokens that calls take; each call names the ones that it accepts. */
const tokens = {
  player: token("The player's session"),
  chat: token("The chat page's session: the chat of one player, and nothing else"),
  game: token("A game's session: one game of one player, and nothing else"),
} satisfies Record<TokenName, unknown>

/** Serves the OpenAPI description of every call at /api/docs, generated from the schemas of the routes. */
export async function serveApiDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: brand.name,
        version: '1',
        description: 'Every response is `{status, message, data}`; status 0 is success.',
      },
      components: { securitySchemes: tokens },
    },
    transform: (document) => {
      const { schema, url } = jsonSchemaTransform(document)
      const call = document.route.config?.described
      return { schema: call ? { ...schema, ...schemasOf(call) } : schema, url }
    },
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: cspHeader(docsPolicy) })
}
