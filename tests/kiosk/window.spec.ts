/** The kiosk's window, as the X server and the eyes of a customer have it. */
import { once } from 'node:events'
import type { Page } from '@playwright/test'
import { expect, test } from './harness/fixtures.ts'
import type { Desktop } from './harness/Desktop.ts'
import { homeLink } from './harness/homeLink.ts'

/** Whether the topmost window covers the whole screen. */
async function isCovered(desktop: Desktop): Promise<boolean> {
  const top = (await desktop.windows()).at(-1)
  if (!top) return false
  return (
    top.x <= 0 && top.y <= 0 && top.x + top.width >= desktop.width && top.y + top.height >= desktop.height
  )
}

/** The shares of the screen's width and height that the page's column fills. */
async function column(page: Page, desktop: Desktop): Promise<{ width: number; height: number }> {
  const content = page.locator('#content')
  await expect(content).toBeVisible()
  // The client has replaced the home that the build has drawn.
  await expect(page.locator('#prerender')).toHaveCount(0)
  return content.evaluate(
    (element, screen) => {
      const { width } = element.getBoundingClientRect()
      const scale = window.devicePixelRatio
      return { width: (width * scale) / screen.width, height: (window.innerHeight * scale) / screen.height }
    },
    { width: desktop.width, height: desktop.height },
  )
}

const screens = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
]

for (const hasWindowManager of [true, false]) {
  test.describe(hasWindowManager ? 'with a window manager' : 'without a window manager', () => {
    for (const screen of screens) {
      test.describe(`on ${screen.width}x${screen.height} @full`, () => {
        test.use({ hasWindowManager, monitor: screen })

        test('the kiosk covers the screen, without a frame, and the page fills a portrait one', async ({
          start,
          desktop,
        }) => {
          const { page } = await start({ config: { kiosk: true } })
          const filled = await column(page, desktop)
          expect(filled.height).toBeCloseTo(1, 1)
          if (screen.height > screen.width) expect(filled.width).toBeGreaterThan(0.97)
          await expect.poll(() => isCovered(desktop)).toBe(true)
        })
      })
    }
  })
}

test.describe('on a small display', () => {
  test.use({ monitor: { width: 600, height: 900 } })

  test('a customer with a keyboard cannot get out', async ({ start, desktop }) => {
    const { app, page } = await start({ config: { kiosk: true } })
    await expect(page.getByRole('main')).toBeVisible()
    await page.evaluate(() => {
      document.addEventListener('keydown', (event) => document.body.setAttribute('data-key', event.key))
    })
    const shortcuts = [['Alt', 'F4'], ['Alt', 'F9'], ['F11'], ['Control', 'w'], ['Control', 'q'], ['Escape']]
    for (const [index, keys] of shortcuts.entries()) {
      desktop.press(...keys)
      desktop.press(...keys)
      await expect.poll(() => isCovered(desktop), keys.join('+')).toBe(true)
      expect(app.process().exitCode, keys.join('+')).toBeNull()
      // The page still takes input afterwards: it is focused and in front.
      const letter = 'abcdefg'.charAt(index)
      await expect
        .poll(async () => {
          desktop.press(letter)
          return page.locator('body').getAttribute('data-key')
        }, keys.join('+'))
        .toBe(letter)
    }
    await expect(page.getByRole('main')).toBeVisible()
  })

  test('the mouse pointer is hidden, and SIGTERM still ends the kiosk @full', async ({ start }) => {
    const { app, page } = await start({ config: { kiosk: true } })
    await expect(homeLink(page)).toHaveCSS('cursor', 'none')
    const ended = once(app.process(), 'exit')
    app.process().kill('SIGTERM')
    await ended
  })
})
