/**
 * The web build's service worker: the pages where visitors arrive are shown before the server has answered, and what was
 * visited opens without a network. It never touches a call, and keeps nothing of a player: a kept page is the one that
 * the build has prerendered for guests of one language, without the data that came with it.
 */
import { clientsClaim } from 'workbox-core'
import { addPlugins, precache } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies'
import type { ServiceWorkerMessage } from '#contract/serviceWorker.ts'
import { openNotice, showNotice } from './notices.ts'
import { filesOf, isClientPage, isOurPage, languageOf, prerenderedPageAt, withoutFirstView } from './pages.ts'

declare const self: ServiceWorkerGlobalScope
/** Names this build. It and the next two are set by scripts/serviceWorker.ts. */
declare const __BUILD__: string
/** The program's first file: every build that has other chunks gives it another name. */
declare const __ENTRY__: string
/** What every page loads first. */
declare const __INITIAL_FILES__: string[]

const pagesPrefix = 'pages-'
const filesPrefix = 'files-'
const pagesCache = pagesPrefix + __BUILD__
const filesCache = filesPrefix + __BUILD__
/** The page of every address that is not prerendered. */
const clientPage = '/index.html'
/** One of these addresses. */
const otherPage = '/registros'
/** After this long without an answer, a page comes from the cache. */
const networkSeconds = 3

/** The answer varies by origin in its headers only, and modules are requested with one. */
const anyOrigin = { ignoreVary: true }

interface Exchange {
  request: Request
  response: Response
}

/** A network's login page, or a notice of maintenance, in the place of a file: no response, and never kept. */
const refusePages = {
  fetchDidSucceed: async ({ response }: Pick<Exchange, 'response'>): Promise<Response> => {
    if (isHtml(response)) throw new Error(`a page in the place of a file: ${response.url}`)
    return response
  },
}

addPlugins([refusePages])
precache(__INITIAL_FILES__.map((url) => ({ url, revision: null })))
clientsClaim()

const pages = {
  cacheName: pagesCache,
  plugins: [
    {
      fetchDidSucceed: refuseForeignPage,
      cacheKeyWillBeUsed: ({ request }: Pick<Exchange, 'request'>) => keyOf(new URL(request.url)),
      cacheWillUpdate: cachedPage,
      handlerDidError: () => caches.match(clientPage, { cacheName: pagesCache }),
    },
  ],
}
/** The prerendered pages: at once, and renewed behind. */
const atOnce = new StaleWhileRevalidate(pages)
/** All others: the server decides what they are. */
const asked = new NetworkFirst({ ...pages, networkTimeoutSeconds: networkSeconds })
/** Their names contain a hash, so they never change. */
const files = new CacheFirst({
  cacheName: filesCache,
  plugins: [refusePages, { fetchDidSucceed: noticeMissing }],
  matchOptions: anyOrigin,
})

registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.destination === 'document' && isClientPage(url),
  ({ request, event, url }) => (prerenderedPageAt(url) ? atOnce : asked).handle({ request, event }),
)
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && isFile(url.pathname) && !request.headers.has('range'),
  // Also the files of the build before this one: a tab may still run it.
  async ({ request, event }) => (await caches.match(request, anyOrigin)) ?? files.handle({ request, event }),
)

self.addEventListener('install', (event) => event.waitUntil(recachePages()))
self.addEventListener('activate', (event) => event.waitUntil(removeOld()))
self.addEventListener('push', (event) =>
  event.waitUntil(showNotice(self.registration, event.data?.text() ?? '')),
)
self.addEventListener('notificationclick', (event) => {
  event.waitUntil(openNotice(self, event.notification))
})
self.addEventListener('message', (event) => {
  const message = event.data as ServiceWorkerMessage
  if (message.type === 'activate') void self.skipWaiting()
  else event.waitUntil(message.type === 'keepPage' ? keepVisited(message.page) : keepFiles(message.files))
})

function isHtml({ headers }: Response): boolean {
  return headers.get('Content-Type')?.includes('html') === true
}

function isFile(path: string): boolean {
  return path.startsWith('/assets/')
}

/** The name under which a page is kept: prerendered pages in each language, and one for all others. */
async function keyOf(url: URL): Promise<string> {
  const page = prerenderedPageAt(url)
  return page ? `/${page}?language=${(await storedLanguage()) ?? ''}` : clientPage
}

/** Undefined where the browser cannot tell: the page itself then hides what is in another language. */
async function storedLanguage(): Promise<string | undefined> {
  // Older browsers have no such interface.
  const store = (self as Partial<Pick<typeof self, 'cookieStore'>>).cookieStore
  return (await store?.get('language'))?.value ?? undefined
}

/** A network's login page in the place of ours, or a notice of maintenance: no response. */
async function refuseForeignPage({ response }: Pick<Exchange, 'response'>): Promise<Response> {
  // The browser follows it.
  if (response.type === 'opaqueredirect') return response
  if (!isOurPage(await response.clone().text())) throw new Error(`not a page of ours: ${response.url}`)
  return response
}

/** What is kept of a page that the server has sent; null: nothing. */
async function cachedPage({ request, response }: Exchange): Promise<Response | null> {
  if (response.status !== 200 || response.redirected) return null
  const html = await response.clone().text()
  if (!html.includes(__ENTRY__)) {
    // Of another build, which has other files.
    await lookForUpdate()
    return null
  }
  const language = languageOf(html)
  const isPrerendered = prerenderedPageAt(new URL(request.url)) !== undefined
  if (isPrerendered !== (language !== undefined)) return null
  // Chosen while the page was on its way.
  const stored = await storedLanguage()
  if (isPrerendered && stored !== undefined && stored !== language) return null
  const headers = new Headers(response.headers)
  for (const name of ['Content-Encoding', 'Content-Length', 'Vary']) headers.delete(name)
  return new Response(withoutFirstView(html), { headers })
}

/** A file that the server no longer has: this build was replaced. Its pages must not be shown again. */
async function noticeMissing({ response }: Pick<Exchange, 'response'>): Promise<Response> {
  if (response.status === 404) {
    await caches.delete(pagesCache)
    await lookForUpdate()
  }
  return response
}

async function lookForUpdate(): Promise<void> {
  try {
    await self.registration.update()
  } catch (error) {
    console.info('no answer about a new version', error)
  }
}

/** The page with what it names, and the page of all other addresses. */
async function keepVisited(page: string): Promise<void> {
  await keepPage(page)
  await keepPage(otherPage)
}

async function keepPage(path: string): Promise<void> {
  const url = new URL(path, self.location.origin)
  if (!isClientPage(url)) return
  const request = new Request(url)
  const page = await cachedPage({ request, response: await fetch(request) })
  if (!page) return
  const named = filesOf(await page.clone().text())
  const cache = await caches.open(pagesCache)
  await cache.put(await keyOf(url), page)
  await keepFiles(named)
}

/** The browser has most of them in its own cache, so little is loaded. */
async function keepFiles(paths: string[]): Promise<void> {
  const cache = await caches.open(filesCache)
  for (const path of paths)
    if (isFile(path) && !(await caches.match(path, anyOrigin))) await keepFile(cache, path)
}

async function keepFile(cache: Cache, path: string): Promise<void> {
  const response = await fetch(path)
  if (response.ok && !isHtml(response)) await cache.put(path, response)
}

/** A new version keeps the pages that the one before it kept, so that they open without a network after it, too. */
async function recachePages(): Promise<void> {
  const older = (await caches.keys()).filter((name) => name.startsWith(pagesPrefix) && name !== pagesCache)
  const paths = new Set<string>()
  for (const name of older) {
    for (const { url } of await (await caches.open(name)).keys()) paths.add(new URL(url).pathname)
  }
  for (const path of paths) await keepPage(path === clientPage ? otherPage : path)
}

/** The files of the build before this one stay for the tabs that still run it. */
async function removeOld(): Promise<void> {
  const names = await caches.keys()
  const oldPages = names.filter((name) => name.startsWith(pagesPrefix) && name !== pagesCache)
  const oldFiles = names.filter((name) => name.startsWith(filesPrefix) && name !== filesCache)
  for (const name of [...oldPages, ...oldFiles.slice(0, -1)]) await caches.delete(name)
}
