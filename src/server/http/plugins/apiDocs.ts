import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { OpenAPIV3_1 } from 'openapi-types'
import brand from '#brand/brand.json' with { type: 'json' }
import { cspHeader, ownFilesOnly, type CspDirectives } from '#contract/csp.ts'
import { programRoot } from '../../config/programRoot.ts'
import type { ServerConfig } from '../../config/config.ts'
import type { TokenName } from '../caller.ts'
import { arrange } from './apiDescription.ts'
import { schemasOf } from './callSchemas.ts'

/** The page has inline styles, and its icons are data URLs. */
const docsPolicy = {
  ...ownFilesOnly,
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
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

/** What holds for every call; the groups follow in the order of a player's visit. */
const introduction = `The calls that the client makes, and QA's controls where the server is a sandbox.

- Every response is \`{status, message, data}\`; status 0 is success, and \`message\` is in the language of the header \`lang\`.
- A player's token is in the header \`Authorization\`: press **Authorize** to try calls from this page.
- Calls that move money need an \`Idempotency-Key\`: the same key never does it twice, and gets the same response again.
- Amounts have two decimals, times are in UTC (ISO 8601).`

/**
 * Serves the OpenAPI description of every call at /api/docs/json, generated from the schemas of the routes, and a page in
 * the brand's colours at /api/docs.
 */
export async function serveApiDocs(app: FastifyInstance, { publicUrl }: ServerConfig): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: brand.name,
        version: '1',
        description: introduction,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicUrl, description: 'This server' }],
      components: { securitySchemes: tokens },
    },
    transform: (document) => {
      const { schema, url } = jsonSchemaTransform(document)
      const call = document.route.config?.described
      return { schema: call ? { ...schema, ...schemasOf(call) } : schema, url }
    },
    transformObject: (document) =>
      'openapiObject' in document
        ? arrange(document.openapiObject as Partial<OpenAPIV3_1.Document>)
        : document.swaggerObject,
  })
  const resources = join(programRoot(), 'resources')
  const [icon, colours, style, script, typeface] = await Promise.all(
    [
      `brands/${brand.id}/icon.svg`,
      `brands/${brand.id}/tokens.css`,
      'apiDocs/page.css',
      'apiDocs/page.js',
      'fonts/inter-latin.woff2',
    ].map((name) => readFile(join(resources, name))),
  )
  app.get('/api/docs/inter-latin.woff2', { schema: { hide: true } }, (_request, reply) =>
    reply.header('Cache-Control', 'public, max-age=86400').type('font/woff2').send(typeface),
  )
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: cspHeader(docsPolicy),
    // The groups with what they are about: all calls at once are a list of two hundred.
    uiConfig: { docExpansion: 'none', filter: true, defaultModelsExpandDepth: -1 },
    ...(icon && { logo: { type: 'image/svg+xml', content: icon, href: '/', target: '_self' } }),
    theme: {
      title: `${brand.name}: API`,
      ...(icon && {
        favicon: [{ filename: 'icon.svg', rel: 'icon', sizes: 'any', type: 'image/svg+xml', content: icon }],
      }),
      css: [{ filename: 'brand.css', content: `${colours?.toString() ?? ''}\n${style?.toString() ?? ''}` }],
      js: [{ filename: 'page.js', content: script?.toString() ?? '' }],
    },
  })
}
