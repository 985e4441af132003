import type { Locator, Page, Request } from '@playwright/test'
import { messageCalls } from '#contract/http/messages.ts'
import { expect } from '../e2e/fixtures.ts'
import { waitUntilSettled } from '../e2e/textFit.ts'
import { pictureFinding } from './comparePicture.ts'

/** Baselines of the large sizes are stored at half of it. */
const sizes = {
  phone: { width: 393, height: 852, isHalved: false },
  tablet: { width: 768, height: 1024, isHalved: true },
  desktop: { width: 1280, height: 800, isHalved: true },
}
type Size = keyof typeof sizes
const allSizes: readonly Size[] = ['phone', 'tablet', 'desktop']

/** What lies over a page is the phone's sheet on a tablet too. */
function sizesOf(name: string): readonly Size[] {
  return /-(overlay|moment)-/.test(name) ? ['phone', 'desktop'] : allSizes
}

/** What is random by its nature; everything else is the same in every run (stage.ts). */
const randomTexts = [
  // The ids of records and payments.
  /^[0-9a-f]{8}-[0-9a-f]{4}-/,
  /^[0-9a-f]{24}$/,
]
/** The ids of rounds and the numbers of tickets: their letters have different widths. */
const randomWidths = [
  { text: /^r[0-9a-f]{12,}/, width: '12em' },
  { text: /^nº [0-9A-F]{4}-[0-9A-F]{4}$/, width: '8em' },
]

/** What passes by itself: the line of the first 600 ms, a toast, the celebration of a win. */
const passing = '[data-transient]'

interface Options {
  /** What else is random here. */
  mask?: readonly Locator[]
  /** The clock of the page was paused to draw what passes. */
  isPaused?: true
}

/** So long after a response the page has begun to use it. */
const usedMs = 400

/** What a page is loading, and when the last of it ended. */
interface Traffic {
  open: Set<Request>
  endedAt: number
  /** Since this document was opened, the server has said how many messages are unread: its dots come last. */
  hasUnread: boolean
}
const traffics = new WeakMap<Page, Traffic>()

/** From now on it is known what the page is still loading. */
export function watchTraffic(page: Page): void {
  const traffic: Traffic = { open: new Set(), endedAt: 0, hasUnread: false }
  const end = (request: Request) => {
    if (traffic.open.delete(request)) traffic.endedAt = performance.now()
    if (new URL(request.url()).pathname === messageCalls.unread.path) traffic.hasUnread = true
  }
  traffics.set(page, traffic)
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) traffic.hasUnread = false
    // A payment page is told its state for as long as it is open.
    if (request.resourceType() !== 'eventsource') traffic.open.add(request)
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
}

function trafficOf(page: Page): Traffic {
  const traffic = traffics.get(page)
  if (!traffic) throw new Error('the traffic of the page is not watched')
  return traffic
}

/** Whether the page has loaded everything and shows it: it has put nothing off, such as React what would flicker. */
async function isLoaded(page: Page, { isPaused }: Options): Promise<boolean> {
  const { open, endedAt } = trafficOf(page)
  if (open.size > 0 || performance.now() - endedAt < usedMs) return false
  // Timers of a page whose clock is paused stand.
  return isPaused === true || (await page.evaluate('countDueTimers()')) === 0
}

/** What a page shows a moment after it was opened: toasts, and the dots of unread messages. */
async function waitForLateParts(page: Page): Promise<void> {
  await page.locator('body > [role=status]').waitFor({ state: 'attached' })
  if (await page.evaluate(() => localStorage.getItem('token') !== null))
    await expect.poll(() => trafficOf(page).hasUnread, 'unread messages are counted').toBe(true)
}

/** Compares the page, as it is, with its baselines. Soft, so that the rest of a tour still runs. */
export async function expectPictures(page: Page, name: string, options: Options = {}): Promise<void> {
  const { mask = [], isPaused } = options
  await useOwnFont(page)
  if (!isPaused) await waitForLateParts(page)
  // A press that had to wait may have scrolled to its target: the page, and the field of a game.
  await page.evaluate(() => {
    window.scrollTo(0, 0)
    for (let each = document.querySelector('[data-lit]')?.parentElement; each; each = each.parentElement)
      each.scrollTop = 0
  })
  for (const text of randomTexts) {
    await page.getByText(text).evaluateAll((ids) => {
      for (const id of ids)
        if (id.childElementCount === 0) id.textContent = (id.textContent ?? '').replaceAll(/[0-9a-f]/g, '0')
    })
  }
  const masks = [
    page.locator('img[data-code-id]'),
    ...randomTexts.map((text) => page.getByText(text)),
    ...randomWidths.map(({ text }) => page.getByText(text)),
    ...mask,
  ]
  for (const { text, width } of randomWidths) {
    await page.getByText(text).evaluateAll((ids, fixed) => {
      for (const id of ids)
        Object.assign((id as HTMLElement).style, {
          display: 'inline-block',
          flex: 'none',
          width: fixed,
          overflow: 'hidden',
          verticalAlign: 'bottom',
        })
    }, width)
  }
  for (const size of sizesOf(name)) {
    await resize(page, size)
    if (!isPaused) await expect(page.locator(passing)).toHaveCount(0)
    const drawn = await drawAtRest(page, masks, options)
    expect.soft(pictureFinding(`${name}-${size}`, drawn, sizes[size])).toBeUndefined()
  }
  await resize(page, 'phone')
}

async function resize(page: Page, size: Size): Promise<void> {
  const { width, height } = sizes[size]
  await page.setViewportSize({ width, height })
}

/** The page once it has loaded everything and looks the same twice. */
async function drawAtRest(page: Page, mask: Locator[], options: Options): Promise<Buffer> {
  let last: Buffer | undefined
  for (;;) {
    await waitUntilSettled(page)
    await expect.poll(() => isLoaded(page, options), { intervals: [50] }).toBe(true)
    const drawn = await page.screenshot({ mask, maskColor: '#14313b', animations: 'disabled', caret: 'hide' })
    if (last?.equals(drawn)) return drawn
    last = drawn
  }
}

/**
 * The program's own font, so that a baseline does not depend on the machine's. A page that did not have it at once keeps the
 * system's (`font-display: optional`): here it waits.
 */
async function useOwnFont(page: Page): Promise<void> {
  const faces = await page.evaluate(async () => {
    if (document.adoptedStyleSheets.length === 0) {
      const sheet = new CSSStyleSheet()
      for (const { cssRules } of document.styleSheets)
        for (const rule of cssRules)
          if (rule instanceof CSSFontFaceRule) sheet.insertRule(rule.cssText.replace('optional', 'block'))
      document.adoptedStyleSheets = [sheet]
    }
    return (await document.fonts.load('1em Inter', 'a')).length
  })
  expect(faces, 'the font is loaded').toBeGreaterThan(0)
}
