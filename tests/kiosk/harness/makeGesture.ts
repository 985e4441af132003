import type { Page } from '@playwright/test'
import type { Desktop } from './Desktop.ts'
import { expect } from './fixtures.ts'
import { homeLink } from './homeLink.ts'

const corner = { x: 20, y: 20 }

/** The gesture of staff: five taps in the corner, then a press that is held. */
export async function makeGesture(page: Page, desktop: Desktop): Promise<void> {
  await expect(homeLink(page)).toBeVisible()
  await expect.poll(async () => (await desktop.windows()).length).toBe(1)
  for (let tap = 0; tap < 5; tap++) desktop.click(corner.x, corner.y)
  desktop.hold(corner.x, corner.y)
}
