import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { firstViewId, type FirstView } from '#contract/firstView.ts'
import { languageCodes, toLanguageCode, type LanguageCode } from '#contract/languages.ts'
import { SharedRuns } from '../sharedRuns.ts'
import { acceptedEncoding, type Encoding } from './compression.ts'

/** /home, prerendered for the first paint by scripts/prerender.ts: one page for each language. */
export const homePageFile = (language: LanguageCode) => `home.${language}.html`

/** The end of the page does not wait longer for the data, in ms: the client asks for what is missing. */
const longestWaitMs = 300
/** A page with its data is sent again for this long, in ms: drawing one up costs five times what sending it does. */
const keptMs = 250
/** The next ones take several times as long for a hundred bytes less. */
const brotliQuality = 6

interface HomePages {
  webRoot: string
  policyOf: (request: FastifyRequest) => string
  /** Whether pages bring data now. */
  hasData: () => boolean
  readFirstView: (language: LanguageCode) => Promise<FirstView>
}

/**
 * Serves / and /home: the page of the browser's language, then, as soon as it is known, the data of its first view. The
 * page is drawn meanwhile; the client runs when all of it has arrived.
 */
export function serveHomePages(
  app: FastifyInstance,
  { webRoot, policyOf, hasData, readFirstView }: HomePages,
): void {
  const files = languageCodes.map((code) => [code, join(webRoot, homePageFile(code))] as const)
  const pages = new Map(
    files.filter(([, file]) => existsSync(file)).map(([code, file]) => [code, readFileSync(file, 'utf8')]),
  )
  const runs = new SharedRuns()
  const kept = new Map<string, { content: Buffer; until: number }>()
  /** Requests whose page has its data. */
  const complete = new WeakSet<FastifyRequest>()

  async function* contentOf(
    page: string,
    language: LanguageCode,
    request: FastifyRequest,
  ): AsyncGenerator<string> {
    if (!hasData()) {
      yield page
      return
    }
    // Pages that are requested together share one run. It may fail before its result is awaited.
    const reading = runs
      .run(language, () => readFirstView(language))
      .catch((error: unknown) => request.log.warn(error, 'no data for /home'))
    const end = page.lastIndexOf('</body>')
    yield end < 0 ? page : page.slice(0, end)
    const view = await Promise.race([reading, sleep(longestWaitMs, undefined, { ref: false })])
    if (view) yield elementOf(view)
    if (end >= 0) yield page.slice(end)
    if (view) complete.add(request)
  }

  async function send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const language = storedLanguageOf(request)
    const page = pages.get(language)
    if (page === undefined) return reply.sendFile(homePageFile(language))
    const encoding = acceptedEncoding(request)
    if (encoding) reply.header('Content-Encoding', encoding)
    const key = `${language} ${encoding ?? ''}`
    const last = kept.get(key)
    const isFresh = last !== undefined && performance.now() < last.until && hasData()
    const keep = (content: Buffer) => {
      if (complete.has(request)) kept.set(key, { content, until: performance.now() + keptMs })
    }
    return reply
      .headers({
        'Content-Security-Policy': policyOf(request),
        'Cache-Control': 'no-cache',
        Vary: 'Cookie, Accept-Encoding',
      })
      .type('text/html; charset=utf-8')
      .send(isFresh ? last.content : draw(contentOf(page, language, request), encoding, keep))
  }
  for (const path of ['/', '/home']) app.get(path, { schema: { hide: true } }, send)
}

/** Sends every part at once; `keep` gets all of them in the end. */
function draw(
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
export function storedLanguageOf({ headers }: FastifyRequest): LanguageCode {
  return toLanguageCode(/(?:^|; )language=([^;]*)/.exec(headers.cookie ?? '')?.[1])
}
