import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import type { Protocol } from 'electron'
import { appOrigin, isOnOrigin, lateAppOrigin } from './security/urls.ts'
import { reasonOf } from './reasonOf.ts'

/**
 * Before `ready`: the scheme behaves like https, with its own origin, storage and code cache. Returns the
 * renderer's origin: some launchers (not a packaged application) run us after `ready`, which is too late.
 */
export function registerAppScheme(protocol: Protocol, isPackaged: boolean): string {
  try {
    protocol.registerSchemesAsPrivileged([
      {
        scheme: schemeOf(appOrigin),
        privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
      },
    ])
    return appOrigin
  } catch (error) {
    if (isPackaged) throw error
    console.warn(`started after ready: serving at ${lateAppOrigin}`)
    return lateAppOrigin
  }
}

export interface Bundle {
  /** Origin of the renderer. */
  origin: string
  /** Folder of its files. */
  root: string
  /** Headers of every response. */
  headers: Record<string, string>
  /** The page at `/` and `/home` while nobody is logged in; null, or none: index.html, as for every other route. */
  guestHome?: () => { html: string; headers: Record<string, string> } | null
  /** The program of the page waits for it: it calls what is started meanwhile. */
  ready?: Promise<void>
  /** Called when a page is sent. */
  onPage?: () => void
}

interface Answer {
  status: number
  headers: Record<string, string>
  body: string | Buffer
}

const nothing = Buffer.alloc(0)

/**
 * After `ready`: serves the renderer on its origin once the bundle is known. `forward` fetches addresses of
 * the same scheme that are not ours. Throws when the scheme is taken already.
 */
export function serveApp(
  protocol: Protocol,
  origin: string,
  bundle: Promise<Bundle>,
  forward: (request: Request) => Promise<Response>,
): void {
  const answer = async (request: Asked) => serveFromBundle(request, await bundle)
  if (origin !== appOrigin) {
    protocol.handle(schemeOf(origin), async (request) => {
      if (!isOnOrigin(request.url, origin)) return forward(request)
      const { status, headers, body } = await answer(request)
      return new Response(typeof body === 'string' ? body : new Uint8Array(body), { status, headers })
    })
    protocol.handle(schemeOf(appOrigin), ({ url }) => Response.redirect(url.replace(appOrigin, origin), 302))
    return
  }
  // Not `handle`: the classes Request and Response load much of Node's code, and the first page would wait for it.
  const isServed = protocol.registerBufferProtocol(schemeOf(origin), (request, respond) => {
    answer(request).then(
      ({ status, headers, body }) => respond({ statusCode: status, headers, data: Buffer.from(body) }),
      (error: unknown) => {
        console.error('palpite: no page', reasonOf(error))
        respond({ error: failed })
      },
    )
  })
  if (!isServed) throw new Error(`cannot serve ${origin}`)
}

type Asked = Pick<Request, 'url' | 'method'>

/** Chromium's net::ERR_FAILED. */
const failed = -2

function schemeOf(origin: string): string {
  return origin.slice(0, origin.indexOf(':'))
}

/**
 * The response to one request: a file of the bundle, or index.html for a route of the application. Never a file
 * outside `root`, never another host, never another method than GET and HEAD.
 */
async function serveFromBundle(
  request: Asked,
  { origin, root, headers, guestHome, ready, onPage }: Bundle,
): Promise<Answer> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, headers)
  if (!isOnOrigin(request.url, origin)) return refuse(404, headers)
  const url = new URL(request.url)
  const file = fileOf(url.pathname, root)
  if (file === null) return refuse(400, headers)
  const type = contentTypes[extname(file)]
  // A URL without a known extension is a route of the client's router.
  const target = type === undefined ? join(root, 'index.html') : file
  const home = url.pathname === '/' || url.pathname === '/home' ? guestHome?.() : undefined
  if (home) {
    onPage?.()
    const body = request.method === 'HEAD' ? nothing : home.html
    return { status: 200, headers: { ...home.headers, 'Content-Type': contentTypes['.html'] }, body }
  }
  if (target.endsWith('.html')) onPage?.()
  if (target.endsWith('.js')) await ready
  try {
    const body = request.method === 'HEAD' ? nothing : await readFile(target)
    return { status: 200, headers: { ...headers, 'Content-Type': type ?? contentTypes['.html'] }, body }
  } catch (error) {
    console.warn('not in the bundle', url.pathname, reasonOf(error))
    return refuse(404, headers)
  }
}

/** The file in `root` for the path of a URL; null when it is malformed or outside `root`. */
function fileOf(pathname: string, root: string): string | null {
  let path: string
  try {
    path = decodeURIComponent(pathname)
  } catch (error) {
    console.warn('malformed path', error)
    return null
  }
  if (path.includes('\0') || path.includes('\\')) return null
  const base = normalize(root)
  const file = normalize(join(base, path))
  return file === base || file.startsWith(base.endsWith(sep) ? base : base + sep) ? file : null
}

function refuse(status: number, headers: Record<string, string>): Answer {
  return { status, headers, body: nothing }
}

const contentTypes: Record<string, string> & { '.html': string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.wasm': 'application/wasm',
}
