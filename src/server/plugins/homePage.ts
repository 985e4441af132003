import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { firstViewId, type FirstView } from '#contract/firstView.ts'
import { languageCodes, toLanguageCode, type LanguageCode } from '#contract/languages.ts'
import { SharedRuns } from '../sharedRuns.ts'
import { acceptedEncoding, compress, type Encoding } from './compression.ts'

/** /home, prerendered for the first paint by scripts/prerender.ts: one page for each language. */
export const homePageFile = (language: LanguageCode) => `home.${language}.html`

/** The page does not wait longer for its data, in ms: the client asks for what is missing. */
const longestWaitMs = 300
/** The next ones take several times as long for a hundred bytes less. */
const brotliQuality = 6

/** Undefined: the page is sent without data. */
type ReadFirstView = (language: LanguageCode) => Promise<FirstView | undefined>

interface HomePages {
  webRoot: string
  policyOf: (request: FastifyRequest) => string
  readFirstView: ReadFirstView
}

/** Serves / and /home: the page of the browser's language, with the data of its first view inlined. */
export function serveHomePages(app: FastifyInstance, { webRoot, policyOf, readFirstView }: HomePages): void {
  const files = languageCodes.map((code) => [code, join(webRoot, homePageFile(code))] as const)
  const pages = new Map(
    files.filter(([, file]) => existsSync(file)).map(([code, file]) => [code, readFileSync(file, 'utf8')]),
  )
  const runs = new SharedRuns()

  /** Requests that arrive together share one page. */
  async function render(language: LanguageCode, encoding: Encoding | undefined): Promise<Buffer | undefined> {
    const page = pages.get(language)
    const view = await readFirstView(language)
    if (page === undefined || !view) return undefined
    const content = Buffer.from(withData(page, view))
    return encoding ? compress(content, encoding, brotliQuality) : content
  }

  async function send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const language = languageOf(request)
    const encoding = acceptedEncoding(request)
    reply.header('Vary', 'Cookie, Accept-Encoding')
    const rendering = runs.run(`${language} ${encoding ?? ''}`, () => render(language, encoding))
    const content = await Promise.race([rendering, sleep(longestWaitMs, undefined, { ref: false })]).catch(
      (error: unknown) => {
        request.log.warn(error, 'no data for /home')
      },
    )
    if (!content) return reply.sendFile(homePageFile(language))
    if (encoding) reply.header('Content-Encoding', encoding)
    return reply
      .headers({ 'Content-Security-Policy': policyOf(request), 'Cache-Control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(content)
  }
  for (const path of ['/', '/home']) app.get(path, { schema: { hide: true } }, send)
}

/** `<` is escaped, so that no name of a game or match can end the element. */
function withData(page: string, view: FirstView): string {
  const json = JSON.stringify(view).replaceAll('<', '\\u003c')
  const script = `<script type="application/json" id="${firstViewId}">${json}</script>`
  const end = page.lastIndexOf('</body>')
  return end < 0 ? page + script : page.slice(0, end) + script + page.slice(end)
}

/** The language that this browser's client has stored (renderer/services/deviceCookie.ts). */
function languageOf({ headers }: FastifyRequest): LanguageCode {
  return toLanguageCode(/(?:^|; )language=([^;]*)/.exec(headers.cookie ?? '')?.[1])
}
