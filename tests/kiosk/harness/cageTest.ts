/** A terminal in Cage, as the Debian package has it. */
import type { Locator } from '@playwright/test'
import { startCage, unitEnvironment } from './cage.ts'
import { expect, test as base } from './fixtures.ts'
import type { Hand } from './Hand.ts'

interface Fixtures {
  /** The environment of a terminal in it. The monitor, the keyboard and the mouse are an X server's; it only sees Cage. */
  cage: Record<string, string>
}

export const test = base.extend<Fixtures>({
  hasWindowManager: false,
  monitor: { width: 600, height: 900 },
  cage: async ({ desktop }, use) => {
    const cage = await startCage(desktop.name)
    await expect.poll(async () => (await desktop.windows()).length, 'Cage has a window').toBeGreaterThan(0)
    const [window] = await desktop.windows()
    if (!window) throw new Error('Cage has no window')
    desktop.place(window, { x: 0, y: 0, width: desktop.width, height: desktop.height })
    await use({ DISPLAY: cage.name, ...unitEnvironment() })
    await cage.stop()
  },
})
/**
 * Presses until something is done: a window that is shown takes its time to come to the screen, and Chromium drops input
 * right after the first paint.
 */
export async function pressUntil(
  hand: Hand,
  target: Locator,
  isDone: () => boolean | Promise<boolean>,
  origin?: { x: number; y: number },
): Promise<void> {
  await expect(async () => {
    if (await isDone()) return
    await hand.click(target, origin)
    await expect.poll(isDone, { timeout: 1_000 }).toBe(true)
  }).toPass({ timeout: 20_000 })
}
