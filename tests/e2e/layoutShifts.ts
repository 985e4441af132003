import type { Page } from '@playwright/test'

interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources?: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

declare global {
  interface Window {
    shifts: LayoutShift[]
  }
}

/** Collects the layout shifts of every page that is opened from now on; those that follow an input do not count. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifts = []
    new PerformanceObserver((list) => {
      const shifts = list.getEntries() as LayoutShift[]
      window.shifts.push(...shifts.filter(({ hadRecentInput }) => !hadRecentInput))
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** The sum of the shifts since the page was opened or `forgetShifts` was called: 0 where nothing moved. */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => window.shifts.reduce((sum, { value }) => sum + value, 0))
}

/** What moved and from where to where, the largest shifts first: for the message of a failure. */
export function movedIn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    window.shifts
      .toSorted((a, b) => b.value - a.value)
      .slice(0, 3)
      .flatMap(({ value, sources = [] }) =>
        sources.map(({ node, previousRect: from, currentRect: to }) => {
          const element = node instanceof Element ? node : node?.parentElement
          const text = (element?.textContent ?? '').slice(0, 30)
          const place = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round)
          return `${value.toFixed(3)} <${element?.tagName ?? '?'} ${element?.className ?? ''}> "${text}" ${place(from).join()} → ${place(to).join()}`
        }),
      ),
  )
}

/** Once what has just been drawn is reported. */
export async function forgetShifts(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
    window.shifts = []
  })
}
