import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import cors, { type FastifyCorsOptions } from '@fastify/cors'
import staticFiles from '@fastify/static'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from 'fastify'
import {
  hasZodFastifySchemaValidationErrors,
  jsonSchemaTransform,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod'
import type { Bus } from './bus.ts'
import { chatPageFile, chatPolicy, isChatPageCall, withLiveChat } from './chatFrame.ts'
import type { Clock } from './clock.ts'
import type { ServerConfig } from './config.ts'
import type { Db } from './db/client.ts'
import { Refusal } from './errors.ts'
import type { Feed } from './feed/Feed.ts'
import type { Ledger } from './ledger/ledger.ts'
import { gameProvidersOf } from './providers/games/gameProviders.ts'
import type { PaymentProvider } from './providers/PaymentProvider.ts'
import { originsOf } from './origins.ts'
import { attachRealtime } from './realtime/realtime.ts'
import { chatPagePath } from './routes/chat.ts'
import { callerOf, refusalEnvelope } from './routes/endpoint.ts'
import { registerRoutes } from './routes/routes.ts'
import { registerSandbox } from './sandbox/sandbox.ts'

/** Everything a route, a domain function or a game may need. Built once in server.ts or by a test. */
export interface AppDeps {
  config: ServerConfig
  db: Db
  clock: Clock
  ledger: Ledger
  bus: Bus
  provider: PaymentProvider
  /** Matches and odds. */
  feed: Feed
}

type CorsDone = (error: Error | null, options: FastifyCorsOptions) => void

const bodyLimit = 64 * 1024
/** index.html with /home already drawn; see scripts/still.ts. */
const homePageFile = 'home.html'

/** Builds the server without opening a port: tests inject requests, server.ts listens. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit,
    routerOptions: { ignoreTrailingSlash: true },
    rewriteUrl: (request) => asTyped(request.url ?? '/'),
    logger: {
      level: deps.config.logLevel,
      // Tokens and keys never reach the log.
      redact: ['req.headers.authorization', 'req.headers.cookie', 'req.query.token'],
      serializers: {
        req: (request: { method: string; url: string }) => ({
          method: request.method,
          url: request.url.replace(/([?&]token=)[^&]*/g, '$1…').replace(/\/zgo[^/?]+/, '/zgo…'),
        }),
      },
    },
    trustProxy: deps.config.trustProxy,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  readBodies(app)
  answerErrors(app)
  await app.register(cors, () => (request: FastifyRequest, done: CorsDone) => {
    // A game calls from the games' origin and may call nothing else; the product calls everything else.
    const origin = isGameCall(request.url)
      ? [originsOf(deps.config, request).games]
      : [...corsOrigins(deps), ...(isChatPageCall(request.url) ? ['null'] : [])]
    done(null, { origin, credentials: false, maxAge: 600 })
  })
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Palpite',
        version: '1',
        description: 'Every answer is `{status, message, data}`; 0 is success.',
      },
      components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
    },
    transform: jsonSchemaTransform,
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs' })
  // Before the routes: its faults happen to all of them.
  if (deps.config.sandbox) await registerSandbox(app, deps)
  await registerRoutes(app, deps)
  await serveWebBuild(app, deps)
  attachRealtime(app, deps)
  return app
}

/**
 * A path with a broken escape (`/y%E0`), or with a zero byte, which no text of the database holds, is taken as it
 * is typed: an unknown code or page, not an error of the router.
 */
function asTyped(url: string): string {
  const [path = '', ...query] = url.split('?')
  if (!path.includes('%') || isText(path)) return url
  return [path.replaceAll('%', '%25'), ...query].join('?')
}

function isText(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0')
  } catch (error) {
    if (error instanceof URIError) return false
    throw error
  }
}

/** JSON and form bodies alike; array indices of form keys are already stripped by the client. */
function readBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit }, (_request, body, done) => {
    if (body === '') return done(null, {})
    try {
      done(null, JSON.parse(body as string))
    } catch {
      // The parser's own words are English and quote the input.
      done(new Refusal('badRequest'))
    }
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  )
}

function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = toRefusal(error)
    if (refusal.key === 'internal') request.log.error(error)
    if (refusal.retryAfter !== undefined) reply.header('Retry-After', Math.ceil(refusal.retryAfter))
    return reply.status(refusal.httpStatus).send(refusalEnvelope(refusal, callerOf(request).language))
  })
}

function toRefusal(error: FastifyError | Refusal): Refusal {
  if (error instanceof Refusal) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const unknown = error.validation.find((issue) => issue.keyword === 'unrecognized_keys')
    if (!unknown) return new Refusal('badRequest')
    const keys = (unknown.params?.['keys'] ?? []) as string[]
    return new Refusal('unknownField', { params: { field: keys.join(', ') } })
  }
  // A NUL is no text for PostgreSQL, in a value of its own or within JSON.
  if (error.code === '22021' || error.code === '22P05') return new Refusal('badRequest')
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('bodyTooLarge')
  if (error.statusCode !== undefined && error.statusCode < 500) return new Refusal('badRequest')
  return new Refusal('internal')
}

function isGameCall(url: string): boolean {
  return url.startsWith('/api/games/')
}

/** The web build is same-origin; the Electron renderer never calls from its own origin: main does. */
function corsOrigins(deps: AppDeps): string[] {
  return [new URL(deps.config.publicUrl).origin]
}

/** The built web client at `/`, with history routing: an unknown path that is not an API is the client's. */
async function serveWebBuild(app: FastifyInstance, deps: AppDeps): Promise<void> {
  const root = resolve(deps.config.webRoot)
  const built = existsSync(resolve(root, 'index.html'))
  const policy = withLiveChat(webPolicy, deps.config)
  const home = join(root, homePageFile)
  const homePolicy = existsSync(home) ? withInline(policy, readFileSync(home, 'utf8')) : policy
  if (built) {
    const chat = { folder: join(root, 'chat') + sep, policy: chatPolicy(deps.config) }
    await app.register(staticFiles, {
      root,
      wildcard: true,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const isChat = path.startsWith(chat.folder)
        // With `.br` or `.gz` behind it as well.
        const ours = path.startsWith(home) ? homePolicy : policy
        reply.header('Content-Security-Policy', isChat ? chat.policy : ours)
        // The chat's frame has no origin: its files come from another one.
        if (isChat) reply.header('Access-Control-Allow-Origin', '*')
        reply.header('X-Content-Type-Options', 'nosniff')
        reply.header('Referrer-Policy', 'no-referrer')
        const hashed = /[/\\]assets[/\\]/.test(path)
        reply.header('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
    if (existsSync(home)) {
      for (const path of ['/', '/home'])
        app.get(path, { schema: { hide: true } }, (_request, reply) => reply.sendFile(homePageFile))
    }
    if (existsSync(resolve(root, chatPageFile))) {
      app.get(chatPagePath, { schema: { hide: true } }, (_request, reply) => reply.sendFile(chatPageFile))
    }
  }
  app.addHook('onSend', async (request, reply, payload) => {
    const ours = reply.getHeader('Content-Security-Policy')
    if (ours !== policy && ours !== homePolicy) return payload
    const games = originsOf(deps.config, request).games
    const providers = gameProvidersOf(deps.config).flatMap(({ origins }) => origins)
    const framing = ours.replace(/(frame-src [^;]*)/, `$1 ${[games, ...providers].join(' ')}`)
    // The payment page returns to /paySuccess inside our own frame: that address alone may be framed by us.
    const isReturn = /^\/paySuccess(\?|$)/.test(request.url)
    reply.header(
      'Content-Security-Policy',
      isReturn ? framing.replace("frame-ancestors 'none'", "frame-ancestors 'self'") : framing,
    )
    return payload
  })
  app.setNotFoundHandler((request, reply) => {
    const apiCall = /^\/(api|sandbox|provider)(\/|$)/.test(request.url)
    if (built && request.method === 'GET' && !apiCall && !/\.\w{2,5}(\?|$)/.test(request.url)) {
      return reply.sendFile('index.html')
    }
    const refusal = new Refusal('notFound')
    return reply.status(404).send(refusalEnvelope(refusal, callerOf(request).language))
  })
}

/** The policy with the script and the style that stand in the page itself, by their hashes: those and no others. */
function withInline(policy: string, page: string): string {
  const allow = (element: 'script' | 'style') =>
    [...page.matchAll(new RegExp(`<${element}>([^]*?)</${element}>`, 'g'))]
      .map(([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      .join('')
  return policy
    .replace("script-src 'self'", `script-src 'self'${allow('script')}`)
    .replace("style-src 'self'", `style-src 'self'${allow('style')}`)
}

/** No inline script or style, nothing from elsewhere; the payment and game frames are our own origin or named. */
export const webPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "media-src 'self' data: blob:",
  "connect-src 'self' ws: wss:",
  "worker-src 'self' blob:",
  "frame-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
