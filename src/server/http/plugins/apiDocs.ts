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
  const folder = join(programRoot(), 'resources/brands', brand.id)
  const [icon, colours] = await Promise.all(
    ['icon.svg', 'tokens.css'].map((name) => readFile(join(folder, name))),
  )
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: cspHeader(docsPolicy),
    ...(icon && { logo: { type: 'image/svg+xml', content: icon, href: '/', target: '_self' } }),
    theme: {
      title: `${brand.name}: API`,
      ...(icon && {
        favicon: [{ filename: 'icon.svg', rel: 'icon', sizes: 'any', type: 'image/svg+xml', content: icon }],
      }),
      css: [{ filename: 'brand.css', content: `${colours?.toString() ?? ''}\n${pageStyle}` }],
    },
  })
}

/** Over the page's own style. */
const pageStyle = `
.swagger-ui .topbar { background: var(--night-900); border-bottom: 3px solid var(--green-500); }
.swagger-ui .topbar img { height: 40px; }
.swagger-ui .info .title, .swagger-ui .opblock-tag { color: var(--night-900); }
.swagger-ui .btn.authorize { color: var(--green-900); border-color: var(--green-600); }
.swagger-ui .btn.authorize svg { fill: var(--green-600); }
.swagger-ui .btn.execute { background: var(--green-900); border-color: var(--green-900); }
`
