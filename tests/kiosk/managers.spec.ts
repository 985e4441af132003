/** The kiosk under window managers of Debian as they come, with their shortcuts, beside a window of another program. */
import { expect, countColour, test as base } from './harness/fixtures.ts'
import type { Desktop } from './harness/Desktop.ts'
import { homeLink } from './harness/homeLink.ts'
import { startManager, whyNoManager, type ManagerName } from './harness/realWindowManager.ts'

const test = base.extend<{ manager: ManagerName }>({
  hasWindowManager: false,
  monitor: { width: 600, height: 900 },
  manager: ['openbox', { option: true }],
  start: async ({ start, desktop, manager }, use) => {
    const stop = startManager(manager, desktop.name)
    // Both announce themselves on the root window when they are ready.
    await expect.poll(() => desktop.rootNumber('_NET_SUPPORTING_WM_CHECK')).toBeGreaterThan(0)
    await use(start)
    await stop()
  },
})

const otherColour = 0xff00ff
/** What a customer notices, in pixels. Neither colour is one of ours. */
const most = 1_000
/** A window that the kiosk must cover again may show for a moment; on a busy machine, until its check of every two seconds. */
const atOnceMs = 6_000

/** How much of the screen is not the kiosk: the desktop, or the other window. */
async function uncovered(desktop: Desktop): Promise<number> {
  const all = { x: 0, y: 0, width: desktop.width, height: desktop.height }
  const picture = await desktop.picture()
  return Math.max(countColour(picture, '#000000', all), countColour(picture, '#ff00ff', all))
}

for (const manager of ['openbox', 'matchbox'] as const) {
  test.describe(`${manager} @full`, () => {
    test.use({ manager })
    const why = whyNoManager(manager)
    test.skip(why !== '', why)

    test('a customer with a keyboard does not get past the kiosk', async ({ start, desktop }) => {
      const { app, page } = await start({ config: { kiosk: true, scale: 1 } })
      await expect(homeLink(page)).toBeVisible()
      await expect.poll(() => uncovered(desktop)).toBeLessThan(most)
      await page.evaluate(() => {
        document.addEventListener('keydown', (event) => document.body.setAttribute('data-key', event.key))
      })
      let letters = 'abcdefghijklmnopqrstuvwxyz'
      const expectInFront = async (after: string) => {
        await expect.poll(() => uncovered(desktop), { message: after, timeout: atOnceMs }).toBeLessThan(most)
        const letter = letters.charAt(0)
        letters = letters.slice(1)
        await expect
          .poll(() => {
            desktop.press(letter)
            return page.locator('body').getAttribute('data-key')
          }, after)
          .toBe(letter)
        // Also once its last event has been dealt with.
        expect(await uncovered(desktop), after).toBeLessThan(most)
      }

      if (manager === 'openbox') {
        const workspace = () => desktop.rootNumber('_NET_CURRENT_DESKTOP')
        expect(await workspace()).toBe(0)
        desktop.press('Control', 'Alt', 'Right')
        await expect.poll(workspace).toBe(1)
        await expectInFront('another workspace')
        // Takes the window along, which then is on that workspace alone.
        desktop.press('Shift', 'Alt', 'Right')
        await expect.poll(workspace).toBe(2)
        desktop.press('Control', 'Alt', 'Right')
        await expect.poll(workspace).toBe(3)
        await expectInFront('a workspace that the window was taken away from')
      }
      await desktop.openWindow(otherColour)
      await expectInFront('a window of another program')
      const shortcuts = {
        openbox: [
          ['Alt', 'Tab'],
          ['Alt', 'Escape'],
          ['Super', 'd'],
          ['Alt', 'F4'],
        ],
        matchbox: [['Alt', 'n'], ['Alt', 'p'], ['Alt', 'd'], ['Alt', 'Tab'], ['F11'], ['Alt', 'c']],
      }[manager]
      for (const keys of shortcuts) {
        desktop.press(...keys)
        desktop.press('Escape')
        await expectInFront(keys.join('+'))
      }
      expect(app.process().exitCode).toBeNull()
    })
  })
}
