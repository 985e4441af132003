import type { Page } from '@playwright/test'

interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
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

/** Once what has just been drawn is reported. */
export async function forgetShifts(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
    window.shifts = []
  })
}
