import type { ElectronApplication, Page } from '@playwright/test'
import { openedPayment, type PaymentPages } from '../paymentPages.ts'
import { expect, login, refusedNavigation, test } from './fixtures.ts'

/** Opens a payment, as the client does, and keeps what is reported of its end. */
async function request(page: Page, url: string, lifeMs: number): Promise<void> {
  await page.evaluate(
    async ([address, life]) => {
      if (!Reflect.has(window, 'closings')) {
        const closings: unknown[] = []
        Reflect.set(window, 'closings', closings)
        window.bridge?.on('payment:closed', (closed) => closings.push(closed))
      }
      await window.bridge?.invoke('payment:open', {
        orderId: 'order-1',
        url: address,
        timeLeft: life,
        language: 'pt_BR',
      })
    },
    [url, lifeMs] as const,
  )
}

const open = (page: Page, app: ElectronApplication, url: string): Promise<PaymentPages> =>
  openedPayment(app, () => request(page, url, 60_000))

const closings = (page: Page) => page.evaluate(() => Reflect.get(window, 'closings') as unknown[])

/** Which of the sessions of payments the page at this address has. */
function sessionOf(app: ElectronApplication, address: string): Promise<number> {
  return app.evaluate(({ session, webContents }, url) => {
    const used = webContents.getAllWebContents().find((contents) => contents.getURL() === url)?.session
    return [0, 1, 2, 3, 4, 5, 6, 7].findIndex((number) => session.fromPartition(`payment:${number}`) === used)
  }, address)
}

// The next test finds no window but the page's.
test.afterEach(async ({ page, electronApp }) => {
  await page.evaluate(() => window.bridge?.invoke('payment:close'))
  await expect.poll(() => electronApp.windows()).toHaveLength(1)
})

test('has no preload, no Node, and its own session in memory', async ({ page, electronApp, server }) => {
  const { provider: payment } = await open(page, electronApp, `${server.url}/pay`)
  expect(
    await payment.evaluate(() => [
      typeof window.bridge,
      typeof Reflect.get(window, 'require'),
      typeof Reflect.get(window, 'process'),
    ]),
  ).toEqual(['undefined', 'undefined', 'undefined'])
  const facts = await electronApp.evaluate(({ BrowserWindow, webContents }, address) => {
    const child = BrowserWindow.getAllWindows().find((window) => window.getParentWindow())
    const parent = child?.getParentWindow()
    const provider = webContents.getAllWebContents().find((contents) => contents.getURL() === address)
    const others = [child?.webContents.session, parent?.webContents.session]
    return {
      modal: child?.isModal(),
      ownSession: provider !== undefined && !others.includes(provider.session),
      stored: provider?.session.isPersistent(),
    }
  }, payment.url())
  expect(facts).toEqual({ modal: true, ownSession: true, stored: false })
})

test('leaves no state for the next ones, also for the one that gets its session again', async ({
  page,
  electronApp,
  server,
}) => {
  const sessions: number[] = []
  for (let payment = 0; payment < 4; payment++) {
    const { provider: next } = await open(page, electronApp, `${server.url}/game?payment=${payment}`)
    expect(await next.evaluate(() => [document.cookie, localStorage.getItem('card')])).toEqual(['', null])
    sessions.push(await sessionOf(electronApp, next.url()))
    const { provider } = await open(page, electronApp, `${server.url}/pay`)
    await provider.evaluate(() => localStorage.setItem('card', '4111'))
    expect(await provider.evaluate(() => document.cookie)).toContain('payer=secret')
    sessions.push(await sessionOf(electronApp, provider.url()))
    expect(next.isClosed()).toBe(true)
  }
  // Electron keeps every session until the application ends.
  expect(new Set(sessions).size).toBeLessThan(sessions.length)
})

test('shows allowed origins only, and opens no windows', async ({ page, electronApp, server }) => {
  const { provider: payment } = await open(page, electronApp, `${server.url}/pay`)
  for (const url of ['https://example.invalid/', 'file:///etc/passwd', 'app://palpite/home']) {
    const refused = refusedNavigation(electronApp, payment, url)
    await payment.evaluate((address) => {
      location.href = address
    }, url)
    await refused
    expect(payment.url()).toBe(`${server.url}/pay`)
  }
  expect(await payment.evaluate(() => window.open('/game') === null)).toBe(true)
  // The client, the bar and the provider's page.
  expect(electronApp.windows()).toHaveLength(3)
})

test('may copy the code on a click, but nothing else @full', async ({ page, electronApp, server }) => {
  const { provider: payment } = await open(page, electronApp, `${server.url}/pay`)
  await payment.evaluate(() => {
    document.querySelector('button')?.addEventListener('click', () => {
      void navigator.clipboard.writeText('00020126').then(() => (document.title = 'copied'))
    })
  })
  // The system passes it on. Windows of other tests have the same clipboard, and empty it when their customer leaves.
  await expect(async () => {
    await payment.evaluate(() => (document.title = ''))
    await payment.getByRole('button').click()
    await expect.poll(() => payment.title()).toBe('copied')
    expect(await electronApp.evaluate(({ clipboard }) => clipboard.readText())).toBe('00020126')
  }).toPass()
  const denied = await payment.evaluate(async () => ({
    read: await navigator.clipboard.readText().then(
      () => 'read',
      () => 'denied',
    ),
    geolocation: (await navigator.permissions.query({ name: 'geolocation' })).state,
  }))
  expect(denied).toEqual({ read: 'denied', geolocation: 'denied' })
})

test('does not open other addresses', async ({ page, electronApp }) => {
  for (const url of [
    'https://example.invalid/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'app://palpite/',
  ]) {
    await expect(
      page.evaluate(
        (address) =>
          window.bridge?.invoke('payment:open', {
            orderId: 'order-1',
            url: address,
            timeLeft: 60_000,
            language: 'pt_BR',
          }),
        url,
      ),
    ).rejects.toThrow('not allowed')
  }
  expect(electronApp.windows()).toHaveLength(1)
})

/** The press closes the window, which may be gone before the driver has heard of the click. */
async function cancel(bar: Page): Promise<void> {
  await bar
    .getByRole('button', { name: 'Cancelar' })
    .click()
    .catch((error: unknown) => {
      if (!bar.isClosed()) throw error
    })
}

test.describe('closes', () => {
  test('on paySuccess', async ({ page, electronApp, server }) => {
    await login(page)
    await page.evaluate(() => window.bridge?.invoke('realtime:connect'))
    await expect.poll(() => server.sockets.length).toBeGreaterThan(0)
    const { provider: payment } = await open(page, electronApp, `${server.url}/pay`)
    const closed = payment.waitForEvent('close')
    server.push('paySuccess', { orderId: 'order-1', amount: 100, time: '2026-01-01T00:00:00Z' })
    await closed
    await expect.poll(() => closings(page)).toEqual([{ orderId: 'order-1', reason: 'closed' }])
  })

  test('on its return address @full', async ({ page, electronApp, server }) => {
    const { provider: payment } = await open(page, electronApp, `${server.url}/pay`)
    const closed = payment.waitForEvent('close')
    // Later, or the window would close before this call returns.
    await payment.evaluate(() => {
      setTimeout(() => (location.href = '/paySuccess?order=order-1'), 50)
    })
    await closed
    await expect.poll(() => closings(page)).toEqual([{ orderId: 'order-1', reason: 'returned' }])
    expect(server.requests('/paySuccess')).toHaveLength(0)
  })

  test('when the order expires @full', async ({ page, electronApp, server }) => {
    await request(page, `${server.url}/pay`, 1_500)
    await expect.poll(() => closings(page)).toEqual([{ orderId: 'order-1', reason: 'expired' }])
    await expect.poll(() => electronApp.windows()).toHaveLength(1)
  })

  test('when the renderer requests it, and when the session ends @full', async ({
    page,
    electronApp,
    server,
  }) => {
    await login(page)
    for (const name of ['payment:close', 'session:clear'] as const) {
      const { provider: payment } = await open(page, electronApp, `${server.url}/pay`)
      const closed = payment.waitForEvent('close')
      await page.evaluate((call) => window.bridge?.invoke(call), name)
      await closed
    }
    await expect.poll(() => closings(page)).toHaveLength(2)
  })

  test('with the button of its bar, which shows the time left and the host @full', async ({
    page,
    electronApp,
    server,
  }) => {
    const { bar, provider } = await open(page, electronApp, `${server.url}/pay`)
    await expect(bar.getByRole('timer', { name: 'Tempo para pagar' })).toHaveText(/^00:\d\d$/)
    await expect(bar.getByRole('banner')).toContainText('127.0.0.1')
    const closed = provider.waitForEvent('close')
    await cancel(bar)
    await closed
    await expect.poll(() => closings(page)).toEqual([{ orderId: 'order-1', reason: 'player' }])
  })

  test('from the offer to try again, after the page has crashed @full', async ({
    page,
    electronApp,
    server,
  }) => {
    const { bar, provider } = await open(page, electronApp, `${server.url}/pay`)
    await electronApp.evaluate(({ webContents }, url) => {
      const found = webContents.getAllWebContents().find((contents) => contents.getURL() === url)
      found?.forcefullyCrashRenderer()
    }, provider.url())
    await expect(bar.getByRole('alert')).toHaveText(/Não foi possível abrir a página de pagamento/)
    const reopened = electronApp.waitForEvent('window')
    await bar.getByRole('button', { name: 'Tentar de novo' }).click()
    expect((await reopened).url()).toBe(`${server.url}/pay`)
    await cancel(bar)
    await expect.poll(() => closings(page)).toEqual([{ orderId: 'order-1', reason: 'player' }])
  })

  test('when the player closes it @full', async ({ page, electronApp, server }) => {
    const { provider: payment } = await open(page, electronApp, `${server.url}/pay`)
    const closed = payment.waitForEvent('close')
    await electronApp.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()
        .find((window) => window.getParentWindow())
        ?.close()
    })
    await closed
    await expect.poll(() => closings(page)).toEqual([{ orderId: 'order-1', reason: 'player' }])
  })
})
