import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { chromium, type Browser } from '@playwright/test'
import { findChromium } from '../scripts/runtimes.ts'
import { compare, type Comparison } from './pairs.ts'

/** Largest contentful paint in ms on a slow phone: 4x CPU throttle, 1.6 Mbit/s, 150 ms. */
async function largestPaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 393, height: 852 }, deviceScaleFactor: 2 })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(2500)
  // As text: this file runs in Node and has no DOM types.
  const paint = await page.evaluate<number>(`new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? NaN))
      .observe({ type: 'largest-contentful-paint', buffered: true })
  })`)
  await context.close()
  return paint
}

/** Paints fall on frames, and one load varies by a quarter: more pairs than elsewhere. */
const pairs = 15

/** First load of /home against a hand-written page with the same first screen. */
export async function benchFirstLoad(serverUrl: string): Promise<Comparison> {
  const html = readFileSync(new URL('./handwritten/home.html', import.meta.url))
  const plain = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(html)
  })
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
  const plainUrl = `http://127.0.0.1:${(plain.address() as AddressInfo).port}/`
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  })
  try {
    return await compare(
      { name: 'First load of /home (LCP)', unit: 'ms', goal: { atMost: 1.4 }, peerName: 'hand-written page' },
      () => largestPaint(browser, `${serverUrl}/home`),
      () => largestPaint(browser, plainUrl),
      pairs,
    )
  } finally {
    await browser.close()
    plain.close()
  }
}
