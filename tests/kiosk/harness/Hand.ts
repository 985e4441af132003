import type { Locator } from '@playwright/test'
import { expect } from './fixtures.ts'
import type { Desktop } from './Desktop.ts'

/**
 * A customer's hand on the mouse and the keyboard. The window covers the screen and its page is not scaled, so a point
 * of the page is the same point of the screen.
 */
export class Hand {
  readonly #desktop: Desktop

  constructor(desktop: Desktop) {
    this.#desktop = desktop
  }

  /** Clicks as soon as the target is there, at rest, and not covered. `origin`: where its page is on the screen. */
  async click(target: Locator, origin = { x: 0, y: 0 }): Promise<void> {
    // Playwright only waits and scrolls; the click is the X server's.
    await target.click({ trial: true })
    const box = await target.boundingBox()
    if (!box) throw new Error(`not on the screen: ${String(target)}`)
    this.#desktop.click(
      Math.round(origin.x + box.x + box.width / 2),
      Math.round(origin.y + box.y + box.height / 2),
    )
  }

  /** Replaces the content of a field. */
  async type(field: Locator, text: string): Promise<void> {
    await this.click(field)
    await expect(field).toBeFocused()
    this.#desktop.press('Control', 'a')
    this.#desktop.type(text)
    await expect(field).toHaveValue(text)
  }
}
