import type { Locator } from '@playwright/test'
import { expect } from './fixtures.ts'
import type { Desktop } from './Desktop.ts'

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>

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
    const box = await boxAtRest(target)
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

/** Where the target stays. Playwright measures what is in a frame against the frame, which may still slide in with its sheet. */
async function boxAtRest(target: Locator): Promise<Box> {
  let last: Box | null = null
  for (;;) {
    const box = await target.boundingBox()
    if (!box) throw new Error(`not on the screen: ${String(target)}`)
    if (last && last.x === box.x && last.y === box.y) return box
    last = box
    await target.page().evaluate(async () => {
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    })
  }
}
