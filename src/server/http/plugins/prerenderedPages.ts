import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { firstViewId, type FirstView } from '#contract/firstView.ts'
import { toLanguageCode, type LanguageCode } from '#contract/languages.ts'
import { prerenderedFile, prerenderedPages, type PrerenderedPage } from '#contract/prerenderedPages.ts'
import { acceptedEncoding, type Encoding } from '../encodings.ts'
import { SharedRuns } from '../../flow/sharedRuns.ts'

/** The end of the page does not wait longer for the data, in ms: the client asks for what is missing. */
const longestWaitMs = 300
/** A page with its data is sent again for this long, in ms: building one costs far more than sending it. */
const maxAgeMs = 250
/** How often a page's file is compared with what was read of it, in ms: a new build may replace it under a running server. */
const recheckMs = 1_000
/** A page whose address has it comes without data, so that QA sees all of its calls. */
const withoutData = /[?&]calls=1(&|$)/
/** Higher ones take much longer and save hardly anything. */
const brotliQuality = 6

/** CSP sources that allow the inline scripts and styles of a page. */
export interface InlineSources {
  script: string[]
  style: string[]
}

interface PrerenderedHtml {
  html: string
  inline: InlineSources
}

/** Reads the data of a page's first view; undefined where it has none. */
export type FirstViewReader = (
  page: PrerenderedPage,
  language: LanguageCode,
) => Promise<FirstView> | undefined

interface Options {
  webRoot: string
  /** The jurisdiction if it turns something off, and the mark of its pages. */
  profile: { name: string; mark: string } | undefined
  sendClient: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  policyOf: (inline: InlineSources, request: FastifyRequest) => string
  /** Whether pages bring data now. */
  hasData: () => boolean
  readFirstView: FirstViewReader
}

/**
 * Serves what scripts/prerender.ts has rendered: the page in the browser's language, then, as soon as it is known, the data
 * of its first view. The browser paints the page meanwhile; the client runs when all of it has arrived.
 */
export function servePrerenderedPages(
  app: FastifyInstance,
  { webRoot, profile, sendClient, policyOf, hasData, readFirstView }: Options,
): void {
  const readers = new Map<string, () => PrerenderedHtml | undefined>()
  const read = (page: PrerenderedPage, language: LanguageCode) => {
    const file = join(webRoot, prerenderedFile(page, language, profile?.name))
    const reader = readers.get(file) ?? createReader(file)
    readers.set(file, reader)
    const drawn = reader()
    // A profile that was changed after the build has none: the client draws the page.
    return profile === undefined || drawn?.html.includes(profile.mark) ? drawn : undefined
  }
  const bringsData = ({ url }: FastifyRequest) => hasData() && !withoutData.test(url)
  const runs = new SharedRuns()
  const sent = new Map<string, { file: PrerenderedHtml; content: Buffer; until: number }>()
  /** Requests whose page has its data. */
  const complete = new WeakSet<FastifyRequest>()

  async function* contentOf(
    page: PrerenderedPage,
    html: string,
    language: LanguageCode,
    request: FastifyRequest,
  ): AsyncGenerator<string> {
    // Pages that are requested together share one run. It may fail before its result is awaited.
    const reading = bringsData(request)
      ? runs
          .run(`${page} ${language}`, async () => readFirstView(page, language))
          .catch((error: unknown) => request.log.warn(error, `no data for /${page}`))
      : undefined
    const end = html.lastIndexOf('</body>')
    yield end < 0 ? html : html.slice(0, end)
    const view = await Promise.race([reading, sleep(longestWaitMs, undefined, { ref: false })])
    if (view) yield elementOf(view)
    if (end >= 0) yield html.slice(end)
    if (view) complete.add(request)
  }

  async function send(page: PrerenderedPage, request: FastifyRequest, reply: FastifyReply) {
    const language = storedLanguageOf(request)
    const file = read(page, language)
    if (file === undefined) return sendClient(request, reply)
    const encoding = acceptedEncoding(request)
    if (encoding) reply.header('Content-Encoding', encoding)
    const key = `${page} ${language} ${encoding ?? ''}`
    const last = sent.get(key)
    const isFresh = last?.file === file && performance.now() < last.until && bringsData(request)
    const keep = (content: Buffer) => {
      if (complete.has(request)) sent.set(key, { file, content, until: performance.now() + maxAgeMs })
    }
    return reply
      .headers({
        'Content-Security-Policy': policyOf(file.inline, request),
        'Cache-Control': 'no-cache',
        Vary: 'Cookie, Accept-Encoding',
      })
      .type('text/html; charset=utf-8')
      .send(isFresh ? last.content : streamOf(contentOf(page, file.html, language, request), encoding, keep))
  }
  for (const page of prerenderedPages) {
    const paths = page === 'home' ? ['/', '/home'] : [`/${page}`]
    for (const path of paths) {
      app.get(path, { schema: { hide: true } }, (request, reply) =>
        // The router decodes the path: /v%69p comes here too, and gets the page that is not prerendered.
        request.url.replace(/\?.*$/s, '') === path ? send(page, request, reply) : reply.callNotFound(),
      )
    }
  }
}

/** Reads a page when it is first requested, and again when another build has replaced its file. */
function createReader(file: string): () => PrerenderedHtml | undefined {
  let known: { page: PrerenderedHtml; mtimeMs: number } | undefined
  let checkedAt = -Infinity
  return () => {
    if (performance.now() - checkedAt < recheckMs) return known?.page
    checkedAt = performance.now()
    // While it is missing, a build is running.
    const mtimeMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs
    if (mtimeMs !== undefined && mtimeMs !== known?.mtimeMs) {
      const html = readFileSync(file, 'utf8')
      known = { page: { html, inline: inlineSourcesOf(html) }, mtimeMs }
    }
    return known?.page
  }
}

/** CSP hash sources of the inline scripts and styles of a page. */
function inlineSourcesOf(html: string): InlineSources {
  const hashesOf = (element: 'script' | 'style') =>
    [...html.matchAll(new RegExp(`<${element}>([^]*?)</${element}>`, 'g'))].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    )
  return { script: hashesOf('script'), style: hashesOf('style') }
}

/** Sends every part at once; `keep` gets all of them in the end. */
function streamOf(
  parts: AsyncIterable<string>,
  encoding: Encoding | undefined,
  keep: (content: Buffer) => void,
): Readable {
  const sent: Buffer[] = []
  const collector = new Transform({
    transform(part: Buffer, _encoding, done) {
      sent.push(part)
      done(null, part)
    },
    flush(done) {
      keep(Buffer.concat(sent))
      done()
    },
  })
  const source = Readable.from(parts)
  return (encoding ? source.pipe(compressor(encoding)) : source).pipe(collector)
}

function compressor(encoding: Encoding): Transform {
  if (encoding === 'gzip') return createGzip({ flush: constants.Z_SYNC_FLUSH })
  return createBrotliCompress({
    flush: constants.BROTLI_OPERATION_FLUSH,
    params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality },
  })
}

/** `<` is escaped, so that no name of a game or match can end the element. */
function elementOf(view: FirstView): string {
  const json = JSON.stringify(view).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${firstViewId}">${json}</script>`
}

/** The language that this browser's client has stored (renderer/services/deviceCookie.ts). */
function storedLanguageOf({ headers }: FastifyRequest): LanguageCode {
  return toLanguageCode(/(?:^|; )language=([^;]*)/.exec(headers.cookie ?? '')?.[1])
}
