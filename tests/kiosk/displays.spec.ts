/** A terminal with two displays, one of which is unplugged and plugged in again. */
import type { Bounds } from './harness/Desktop.ts'
import { Desktop } from './harness/Desktop.ts'
import { expect, test as base } from './harness/fixtures.ts'
import {
  leftBounds,
  rightBounds,
  startTwoDisplays,
  whyNotTwo,
  type TwoDisplays,
} from './harness/twoDisplays.ts'
import { homeLink } from './harness/homeLink.ts'

const test = base.extend<{ displays: TwoDisplays }>({
  displays: async ({}, use) => {
    const displays = await startTwoDisplays()
    await use(displays)
    await displays.stop()
  },
  desktop: async ({ displays }, use) => {
    const desktop = await Desktop.open(displays.name)
    await use(desktop)
    desktop.close()
  },
})

/** Longer than main takes to notice what it gets no event for. */
const staysMs = 3_000

async function covered(desktop: Desktop): Promise<Bounds | null> {
  const top = (await desktop.windows()).at(-1)
  // One pixel below the edge is the kiosk's own.
  return top ? { x: top.x, y: top.y, width: top.width, height: top.height - 1 } : null
}

test(
  'a kiosk stays on its display, moves when that is unplugged, and comes back',
  { tag: '@full' },
  async ({ start, desktop, displays }) => {
    const { page } = await start({ config: { kiosk: true } })
    await expect(homeLink(page)).toBeVisible()
    await expect.poll(() => covered(desktop), 'at the start').toEqual(leftBounds)

    displays.makeMain('right')
    const end = Date.now() + staysMs
    while (Date.now() < end) {
      expect(await covered(desktop), 'when the other one is the main one').toEqual(leftBounds)
      await page.waitForTimeout(100)
    }

    displays.unplug('right')
    await expect.poll(() => covered(desktop), 'when the other one is unplugged').toEqual(leftBounds)
    displays.plugIn('right')
    displays.unplug('left')
    await expect.poll(() => covered(desktop), 'when its own is unplugged').toEqual(rightBounds)
    displays.plugIn('left')
    await expect.poll(() => covered(desktop), 'when its own is back').toEqual(leftBounds)
    await expect(homeLink(page)).toBeVisible()
  },
)
test.skip(whyNotTwo !== '', whyNotTwo)
