import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg } from 'node:os'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { findChromium } from '../scripts/runtimes.ts'
import { median } from './pairs.ts'

/** The addresses where visitors arrive, and one game. */
const paths = ['/home', '/footballPage', '/vip', '/conta', '/mines']
const runs = 5
const goals = { points: 100, blockingMs: 30, seenRatio: 1.25, shift: 0 }

/** One load of a page on Lighthouse's slow phone (4x CPU throttle, slow 4G). */
interface PageLoad {
  /** The performance score, 0 to 100. */
  points: number
  /** Total blocking time in ms. */
  blockingMs: number
  /** Largest contentful paint in ms, as Lighthouse computes it from a load without throttling. */
  lcpMs: number
  /** The same, seen on a load that was throttled. */
  seenLcpMs: number
  /** Cumulative layout shift. */
  shift: number
  requests: number
  /** Transferred, in KiB. */
  kib: number
  /** Failed audits of the other categories, such as accessibility. */
  failed: string[]
}

interface Row {
  page: string
  loads: PageLoad[]
}

/** Lighthouse of the first pages against a hand-written page with the same first screen, by turns; writes the report, returns its table. */
export async function benchLighthouse(serverUrl: string): Promise<string> {
  const html = readFileSync(new URL('./handwritten/home.html', import.meta.url))
  const plain = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(html)
  })
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
  const pages = [
    { page: 'hand-written page', url: `http://127.0.0.1:${(plain.address() as AddressInfo).port}/` },
    ...paths.map((path) => ({ page: path, url: `${serverUrl}${path}` })),
  ]
  const rows: Row[] = pages.map(({ page }) => ({ page, loads: [] }))
  process.on('unhandledRejection', onLateError)
  try {
    for (let run = 0; run < runs; run++)
      for (const [index, { url }] of pages.entries()) rows[index]?.loads.push(await load(url))
  } finally {
    process.off('unhandledRejection', onLateError)
    plain.close()
  }
  return report(rows)
}

/**
 * Lighthouse waits for a quiet CPU with timers whose promise nobody awaits (12.8.2, wait-for-condition.js): one that fires
 * as the page closes rejects, although the load it belongs to has its result. Anything else ends the run.
 */
function onLateError(reason: unknown): void {
  if (!(reason instanceof Error) || !('protocolMethod' in reason)) throw reason
  console.log(`Lighthouse, after the end of a load: ${reason.message}`)
}

/** In a browser of its own: nothing is cached. */
async function load(url: string): Promise<PageLoad> {
  const chromePath = findChromium()
  const browser = await launch({
    ...(chromePath ? { chromePath } : {}),
    chromeFlags: [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  try {
    const result = await lighthouse(url, { port: browser.port, output: 'json', logLevel: 'error' })
    const seen = await lighthouse(url, {
      port: browser.port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: ['performance'],
      throttlingMethod: 'devtools',
    })
    if (!result || !seen) throw new Error(`no result for ${url}`)
    const { audits, categories } = result.lhr
    const value = (audit: string) => audits[audit]?.numericValue ?? NaN
    const requests = audits['network-requests']?.details
    const failed = Object.values(categories)
      .filter(({ id }) => id !== 'performance')
      .flatMap(({ auditRefs }) => auditRefs)
      .filter(({ id, weight }) => weight > 0 && audits[id]?.score !== null && (audits[id]?.score ?? 0) < 1)
      .map(({ id }) => id)
    return {
      points: Math.round((categories['performance']?.score ?? NaN) * 100),
      blockingMs: value('total-blocking-time'),
      lcpMs: value('largest-contentful-paint'),
      seenLcpMs: seen.lhr.audits['largest-contentful-paint']?.numericValue ?? NaN,
      shift: value('cumulative-layout-shift'),
      // Pictures inside other files are listed too.
      requests:
        requests?.type === 'table'
          ? requests.items.filter(({ url }) => !String(url).startsWith('data:')).length
          : NaN,
      kib: value('total-byte-weight') / 1024,
      failed,
    }
  } finally {
    browser.kill()
  }
}

function report(rows: readonly Row[]): string {
  const medianOf = ({ loads }: Row, figure: (load: PageLoad) => number) => median(loads.map(figure))
  const [plain] = rows
  const ratioOf = (row: Row, figure: (load: PageLoad) => number) =>
    medianOf(row, figure) / (plain ? medianOf(plain, figure) : NaN)
  const lines = rows.map((row) => {
    const points = medianOf(row, (load) => load.points)
    const blockingMs = medianOf(row, (load) => load.blockingMs)
    const seenRatio = ratioOf(row, ({ seenLcpMs }) => seenLcpMs)
    const shift = medianOf(row, (load) => load.shift)
    const isMet =
      points >= goals.points &&
      blockingMs <= goals.blockingMs &&
      seenRatio <= goals.seenRatio &&
      shift <= goals.shift
    const failed = [...new Set(row.loads.flatMap((load) => load.failed))]
    return [
      row.page,
      String(points),
      `${blockingMs.toFixed(0)} ms`,
      `${medianOf(row, ({ lcpMs }) => lcpMs).toFixed(0)} ms`,
      ratioOf(row, ({ lcpMs }) => lcpMs).toFixed(2),
      `${medianOf(row, ({ seenLcpMs }) => seenLcpMs).toFixed(0)} ms`,
      seenRatio.toFixed(2),
      shift.toFixed(3),
      String(medianOf(row, ({ requests }) => requests)),
      `${medianOf(row, ({ kib }) => kib).toFixed(0)} KiB`,
      failed.join(', ') || 'none',
      row === plain ? '' : isMet ? 'yes' : 'no',
    ]
  })
  const head = [
    'page',
    'points',
    'TBT',
    'LCP',
    'LCP ratio',
    'LCP seen',
    'seen ratio',
    'CLS',
    'requests',
    'size',
    'failed audits',
    'met',
  ]
  const table = [head, head.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n')
  const load = loadavg().map((value) => Number(value.toFixed(2)))
  const how = `Lighthouse, mobile, medians of ${runs} loads, each in a browser of its own. Goals: ${goals.points} points, TBT at most ${goals.blockingMs} ms, LCP seen at most ${goals.seenRatio} times the hand-written page's, CLS ${goals.shift}. Lighthouse computes LCP from a fast load, in which the scripts are there before the first paint, and counts them; "seen" is a load that was throttled`
  mkdirSync('bench/results', { recursive: true })
  writeFileSync(
    'bench/results/lighthouse.json',
    `${JSON.stringify({ at: new Date().toISOString(), load, rows }, null, 2)}\n`,
  )
  writeFileSync(
    'bench/results/lighthouse.md',
    `${how}.\nLoad average of the machine: ${load.join(', ')}.\n\n${table}\n`,
  )
  return table
}
