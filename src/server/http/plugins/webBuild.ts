import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cspHeader, ownFilesOnly, type CspDirectives } from '#contract/csp.ts'
import { chatPagePath } from '#contract/chatFrame.ts'
import { isPagePath } from '#contract/pages.ts'
import { switchedOffMark } from '#contract/rules/houseSwitches.ts'
import { liveChatOrigin } from '#contract/rules/liveChat.ts'
import type { ServerConfig } from '../../config/config.ts'
import { switchedOff } from '../../config/jurisdictions.ts'
import type { AppDeps } from '../../deps.ts'
import { acceptedEncoding, addVary } from '../encodings.ts'
import { originsOf } from '../origins.ts'
import { gameProvidersOf } from '../../providers/games/gameProviders.ts'
import { cacheControlOf } from './cacheControl.ts'
import { chatPageFile, chatPolicy } from './chatPage.ts'
import { createClientPage, hasTag } from './clientPage.ts'
import { sendNotFound } from './errors.ts'
import { servePrerenderedPages, type FirstViewReader, type InlineSources } from './prerenderedPages.ts'

/** Prefixes of calls: an unknown path below them gets the envelope, even in a browser. */
const notPages = /^\/(api|sandbox|provider)(\/|$)/
/** Scripts and styles, compressed or not: the policy of the page that loads them applies, so they get that of data, which is short. */
const pageParts = /[/\\]assets[/\\][^/\\]+\.(js|css)(\.(br|gz))?$/

/**
 * Serves the built web client: its files, and index.html for every page of contract/pages.ts. Every other
 * path is a 404; browsers get index.html as its body, so that the client shows its not-found page. Without a
 * build every path is a 404 in the envelope.
 */
export async function serveWebBuild(
  app: FastifyInstance,
  deps: AppDeps,
  { mayCallsFail, readFirstView }: { mayCallsFail: () => boolean; readFirstView: FirstViewReader },
): Promise<void> {
  const { config } = deps
  const root = config.webRoot
  const clientFile = join(root, 'index.html')
  if (!existsSync(clientFile)) {
    app.setNotFoundHandler(sendNotFound)
    return
  }
  const chatFolder = join(root, 'chat') + sep
  const policies = policiesOf(config)
  /** Kind of file by response, because setHeaders gets no request, which the policy depends on. */
  const kinds = new WeakMap<object, 'client' | 'chat'>()

  await app.register(staticFiles, {
    root,
    wildcard: true,
    preCompressed: true,
    // Otherwise the plugin's header would replace the one from setHeaders.
    cacheControl: false,
    setHeaders: (response, path) => {
      const isChat = path.startsWith(chatFolder)
      // Also matches the compressed `.br` and `.gz` files.
      if (!pageParts.test(path)) kinds.set(response, isChat ? 'chat' : 'client')
      // The chat's frame has an opaque origin, so even its own files are cross-origin for it.
      if (isChat) response.setHeader('Access-Control-Allow-Origin', '*')
      response.setHeader('Cache-Control', cacheControlOf(path))
    },
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const kind = kinds.get(reply.raw)
    if (kind) reply.header('Content-Security-Policy', cspHeader(policies[kind](request)))
    done(null, payload)
  })

  const off = switchedOff(deps)
  const readClient = createClientPage(clientFile, off)
  const sendClient = async (request: FastifyRequest, reply: FastifyReply) => {
    if (off.length === 0) return reply.sendFile('index.html')
    const encoding = acceptedEncoding(request)
    const { content, tag } = await (await readClient()).as(encoding)
    addVary(reply, 'Accept-Encoding')
    reply.header('ETag', tag)
    if (hasTag(request.headers['if-none-match'], tag))
      return headPage(reply.status(304), cspHeader(policies.client(request))).send()
    if (encoding) reply.header('Content-Encoding', encoding)
    return sendPage(reply, content, cspHeader(policies.client(request)))
  }
  servePrerenderedPages(app, {
    webRoot: root,
    profile: off.length === 0 ? undefined : { name: config.jurisdiction, mark: switchedOffMark(off) },
    sendClient,
    policyOf: (inline, request) => cspHeader(policies.prerendered(inline, request)),
    // The page brings no data that a call would be refused.
    hasData: () => !mayCallsFail(),
    readFirstView,
  })
  if (existsSync(join(root, chatPageFile)))
    app.get(chatPagePath, { schema: { hide: true } }, (_request, reply) => reply.sendFile(chatPageFile))

  app.setNotFoundHandler(async (request, reply) => {
    const isGetOrHead = request.method === 'GET' || request.method === 'HEAD'
    const path = request.url.replace(/\?.*$/s, '')
    if (!isGetOrHead || notPages.test(path)) return sendNotFound(request, reply)
    if (isPagePath(path)) return sendClient(request, reply)
    reply.header('Vary', 'Accept')
    if (!acceptsHtml(request)) return sendNotFound(request, reply)
    // sendFile would respond to a conditional request with 304 instead of 404.
    return sendPage(reply.status(404), (await readClient()).text, cspHeader(policies.client(request)))
  })
}

function sendPage(reply: FastifyReply, page: string | Buffer, policy: string): FastifyReply {
  return headPage(reply, policy).type('text/html; charset=utf-8').send(page)
}

function headPage(reply: FastifyReply, policy: string): FastifyReply {
  return reply.header('Content-Security-Policy', policy).header('Cache-Control', 'no-cache')
}

/** Browsers accept text/html when navigating; subresources and other programs do not. */
function acceptsHtml({ headers }: FastifyRequest): boolean {
  return /\btext\/html\b/i.test(headers.accept ?? '')
}

type Policy = (request: FastifyRequest) => CspDirectives

/** The policy for each kind of file. */
function policiesOf(config: ServerConfig): {
  client: Policy
  chat: Policy
  prerendered: (inline: InlineSources, request: FastifyRequest) => CspDirectives
} {
  const providers = gameProvidersOf(config)
  const frames = providers.flatMap(({ origins }) => origins)
  const images = providers.flatMap(({ imageOrigins = [] }) => imageOrigins)
  const liveChat = config.supportId === undefined ? [] : [liveChatOrigin]
  const client: Policy = (request) => ({
    ...clientPolicy,
    'frame-src': ["'self'", ...liveChat, originsOf(config, request).games, ...frames],
    'img-src': [...clientPolicy['img-src'], ...images],
    // The payment page returns to /paySuccess inside our own frame, so only that page may be framed.
    ...(/^\/paySuccess(\?|$)/.test(request.url) ? { 'frame-ancestors': ["'self'"] } : {}),
  })
  return {
    client,
    prerendered: (inline, request) => ({
      ...client(request),
      'script-src': ["'self'", ...inline.script],
      'style-src': ["'self'", ...inline.style],
    }),
    chat: (request) => chatPolicy(config, request),
  }
}

/** No inline script or style, and nothing from elsewhere; policiesOf adds the origins that may be framed. */
const clientPolicy = {
  ...ownFilesOnly,
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'media-src': ["'self'", 'data:', 'blob:'],
  'connect-src': ["'self'", 'ws:', 'wss:'],
  'worker-src': ["'self'"],
  'manifest-src': ["'self'"],
} as const satisfies CspDirectives
