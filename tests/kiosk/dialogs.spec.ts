/** Whatever a page tries, no window of the system or of another page comes up on a kiosk. */
import type { Page } from '@playwright/test'
import type { Bridge } from '#contract/ipc.ts'
import type { Desktop } from './harness/Desktop.ts'
import { countColour, expect, test } from './harness/fixtures.ts'
import { fileTricks, Provider, trickNames } from './harness/Provider.ts'
import { homeLink } from './harness/homeLink.ts'

declare global {
  interface Window {
    readonly bridge?: Bridge
  }
}

/** The background of the page with the tricks. */
const yellow = '#ffd400'
const monitor = { width: 600, height: 900 }
const everywhere = { x: 0, y: 0, ...monitor }

const provider = new Provider()
test.beforeAll(() => provider.start())
test.afterAll(() => provider.stop())
test.use({ monitor })

test('nothing that a payment page, a frame or our own page tries opens a window @full', async ({
  start,
  desktop,
}) => {
  const origins = [provider.origin, provider.otherOrigin]
  const { app, page } = await start({
    config: { kiosk: true, paymentOrigins: origins, frameOrigins: origins },
  })
  await expect(homeLink(page)).toBeVisible()
  const dialogs: string[] = []
  app.context().on('dialog', (dialog) => {
    // Electron never shows that one.
    if (dialog.type() === 'beforeunload') return
    dialogs.push(dialog.type())
    dialog.dismiss().catch((error: unknown) => dialogs.push(String(error)))
  })

  const nested = `/nested?only=${fileTricks.join(',')}`
  await test.step('a frame of a game', async () => {
    await showFrame(page, `${provider.origin}/tricks`)
    await playAll(desktop, trickNames)
  })
  await test.step('a frame of another site in it', async () => {
    await showFrame(page, provider.origin + nested)
    await playAll(desktop, fileTricks)
    await page.locator('#hostile').evaluate((frame) => frame.remove())
  })

  await test.step('a payment page', async () => {
    await pay(page, `${provider.origin}/tricks`)
    await playAll(desktop, trickNames)
    desktop.press('Escape')
    await expect.poll(async () => countColour(await desktop.picture(), yellow, everywhere)).toBe(0)
  })
  await test.step('a frame of another site in it', async () => {
    await pay(page, provider.origin + nested)
    await playAll(desktop, fileTricks)
    desktop.press('Escape')
    await expect.poll(async () => countColour(await desktop.picture(), yellow, everywhere)).toBe(0)
  })

  await test.step('our own page, and an error in the main process', async () => {
    const windows = await ids(desktop)
    await saveBlob(page)
    await staysAs(desktop, windows)
    await app.evaluate(() => {
      setTimeout(() => {
        throw new Error('an error that nobody catches')
      }, 0)
    })
    // The application ends itself, or starts again: what is on the screen is at most a kiosk's window.
    const end = Date.now() + 1_500
    while (Date.now() < end) {
      const sizes = (await desktop.windows()).map(({ width }) => width)
      expect(sizes.every((width) => width >= desktop.width)).toBe(true)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  })
  expect(dialogs).toEqual([])
})

/** A frame that covers our page, as a game's covers most of it. */
async function showFrame(page: Page, url: string): Promise<void> {
  await page.evaluate((src) => {
    document.getElementById('hostile')?.remove()
    const frame = document.createElement('iframe')
    frame.src = src
    frame.id = 'hostile'
    const style = new CSSStyleSheet()
    style.replaceSync(
      '#hostile { position: fixed; inset: 0; z-index: 999; width: 100%; height: 100%; border: 0 }',
    )
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, style]
    document.body.append(frame)
  }, url)
}

async function pay(page: Page, url: string): Promise<void> {
  await page.evaluate(
    (address) =>
      window.bridge?.invoke('payment:open', {
        orderId: 'order-1',
        url: address,
        timeLeft: 600_000,
        language: 'pt_BR',
      }),
    url,
  )
}

/** Presses the page with the tricks until all have been played, and looks at the screen's windows all along. */
async function playAll(desktop: Desktop, names: readonly string[]): Promise<void> {
  provider.played.length = 0
  await expect
    .poll(async () => countColour(await desktop.picture(), yellow, everywhere))
    .toBeGreaterThan(9_000)
  const windows = await ids(desktop)
  for (const name of names) {
    await expect
      .poll(() => {
        // Chromium drops input that comes right after the first paint. A press too many plays the next trick.
        if (!provider.played.includes(name)) desktop.click(monitor.width / 2, monitor.height / 2)
        return provider.played
      }, name)
      .toContain(name)
    expect(await ids(desktop), name).toEqual(windows)
  }
  await staysAs(desktop, windows)
}

/** A dialog of the system may come up to a second after its trick. */
async function staysAs(desktop: Desktop, windows: number[]): Promise<void> {
  const end = Date.now() + 1_500
  while (Date.now() < end) {
    expect(await ids(desktop)).toEqual(windows)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function ids(desktop: Desktop): Promise<number[]> {
  return (await desktop.windows()).map(({ id }) => id).sort((a, b) => a - b)
}

/** As exports do (services/saveFile.ts). */
async function saveBlob(page: Page): Promise<void> {
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob(['x']))
    link.download = 'x.json'
    link.click()
  })
}
