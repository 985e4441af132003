import type { Locator, Page, Request } from '@playwright/test'
import { expect } from '../e2e/fixtures.ts'
import { waitUntilSettled } from '../e2e/textFit.ts'
import { pictureFinding } from './comparePicture.ts'

const sizes = { phone: [393, 852], tablet: [768, 1024], desktop: [1280, 800] } as const
type Size = keyof typeof sizes

/** What is random by its nature; everything else is the same in every run (stage.ts). */
const randomTexts = [
  // The number of a ticket, the id of a record.
  /nº [0-9A-F]{4}-[0-9A-F]{4}/,
  /^[0-9a-f]{8}-[0-9a-f]{4}-/,
]

/** What passes by itself: the line of the first 600 ms, a toast, the celebration of a win. */
const passing = ['span[class^="_start_"]', '[class^="_moment_"]', '[class^="_toast_"]']

interface Options {
  /** Drawn at these sizes only. */
  at?: readonly Size[]
  /** What else is random here. */
  mask?: readonly Locator[]
  /** The clock of the page was paused to draw what passes. */
  isPaused?: true
}

const requests = new WeakMap<Page, Set<Request>>()

/** From now on it is known what the page is still loading. */
export function watchRequests(page: Page): void {
  const open = new Set<Request>()
  requests.set(page, open)
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
}

/** Compares the page, as it is, with its baselines. Soft, so that the rest of a tour still runs. */
export async function expectPictures(
  page: Page,
  name: string,
  { at = ['phone', 'tablet', 'desktop'], mask = [], isPaused }: Options = {},
): Promise<void> {
  await useOwnFont(page)
  const masks = [
    page.locator('img[data-code-id]'),
    ...randomTexts.map((text) => page.getByText(text)),
    ...mask,
  ]
  for (const size of at) {
    await resize(page, size)
    if (!isPaused) await expect(page.locator(passing.join())).toHaveCount(0)
    expect.soft(pictureFinding(`${name}-${size}`, await drawAtRest(page, masks))).toBeUndefined()
  }
  await resize(page, 'phone')
}

async function resize(page: Page, size: Size): Promise<void> {
  const [width, height] = sizes[size]
  await page.setViewportSize({ width, height })
}

/** The page once it has loaded everything and looks the same twice. */
async function drawAtRest(page: Page, mask: Locator[]): Promise<Buffer> {
  let last: Buffer | undefined
  for (;;) {
    await waitUntilSettled(page)
    await expect.poll(() => requests.get(page)?.size).toBe(0)
    const drawn = await page.screenshot({ mask, maskColor: '#14313b', animations: 'disabled', caret: 'hide' })
    if (last?.equals(drawn)) return drawn
    last = drawn
  }
}

/** The program's own font, so that a baseline does not depend on the machine's. */
async function useOwnFont(page: Page): Promise<void> {
  const faces = await page.evaluate(async () => {
    const loaded = await document.fonts.load('1em Inter', 'a')
    document.documentElement.dataset['font'] = ''
    return loaded.length
  })
  expect(faces, 'the font is loaded').toBeGreaterThan(0)
}
