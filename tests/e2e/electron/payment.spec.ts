import type { ElectronApplication, Page } from '@playwright/test'
import { expect, login, test } from './fixtures.ts'

async function open(page: Page, app: ElectronApplication, url: string, lifeMs = 60_000): Promise<Page> {
  await page.evaluate(() => {
    if (Reflect.has(window, 'closings')) return
    const closings: unknown[] = []
    Reflect.set(window, 'closings', closings)
    window.bridge?.on('payment:closed', (closed) => closings.push(closed))
  })
  const opened = app.waitForEvent('window')
  await page.evaluate(
    ([address, life]) =>
      window.bridge?.invoke('payment:open', {
        orderId: 'order-1',
        url: address,
        expiresAt: new Date(Date.now() + life).toISOString(),
      }),
    [url, lifeMs] as const,
  )
  const payment = await opened
  await payment.waitForLoadState()
  return payment
}

const closings = (page: Page) => page.evaluate(() => Reflect.get(window, 'closings') as unknown[])

test('has no preload, no Node, and its own session in memory', async ({ page, electronApp, server }) => {
  const payment = await open(page, electronApp, `${server.url}/pay`)
  expect(
    await payment.evaluate(() => [
      typeof window.bridge,
      typeof Reflect.get(window, 'require'),
      typeof Reflect.get(window, 'process'),
    ]),
  ).toEqual(['undefined', 'undefined', 'undefined'])
  const facts = await electronApp.evaluate(({ BrowserWindow }) => {
    const child = BrowserWindow.getAllWindows().find((window) => window.getParentWindow())
    const parent = child?.getParentWindow()
    return {
      modal: child?.isModal(),
      ownSession: child?.webContents.session !== parent?.webContents.session,
      stored: child?.webContents.session.isPersistent(),
    }
  })
  expect(facts).toEqual({ modal: true, ownSession: true, stored: false })
})

test('leaves no state for the next one', async ({ page, electronApp, server }) => {
  const first = await open(page, electronApp, `${server.url}/pay`)
  await first.evaluate(() => localStorage.setItem('card', '4111'))
  expect(await first.evaluate(() => document.cookie)).toContain('payer=secret')
  const second = await open(page, electronApp, `${server.url}/game`)
  expect(await second.evaluate(() => [document.cookie, localStorage.getItem('card')])).toEqual(['', null])
  expect(first.isClosed()).toBe(true)
})

test('shows allowed origins only, and opens no windows', async ({ page, electronApp, server }) => {
  const payment = await open(page, electronApp, `${server.url}/pay`)
  for (const url of ['https://example.invalid/', 'file:///etc/passwd', 'app://palpite/home']) {
    await payment.evaluate((address) => {
      location.href = address
    }, url)
    await payment.waitForTimeout(200)
    expect(payment.url()).toBe(`${server.url}/pay`)
  }
  expect(await payment.evaluate(() => window.open('/game') === null)).toBe(true)
  expect(electronApp.windows()).toHaveLength(2)
})

test('may copy the code on a click, but nothing else', async ({ page, electronApp, server }) => {
  const payment = await open(page, electronApp, `${server.url}/pay`)
  await payment.evaluate(() => {
    document.querySelector('button')?.addEventListener('click', () => {
      void navigator.clipboard.writeText('00020126').then(() => (document.title = 'copied'))
    })
  })
  await payment.getByRole('button').click()
  await expect.poll(() => payment.title()).toBe('copied')
  expect(await electronApp.evaluate(({ clipboard }) => clipboard.readText())).toBe('00020126')
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
            expiresAt: new Date(Date.now() + 60_000).toISOString(),
          }),
        url,
      ),
    ).rejects.toThrow('not allowed')
  }
  expect(electronApp.windows()).toHaveLength(1)
})

test.describe('closes', () => {
  test('on paySuccess', async ({ page, electronApp, server }) => {
    await login(page)
    await page.evaluate(() => window.bridge?.invoke('realtime:connect'))
    await expect.poll(() => server.sockets.length).toBeGreaterThan(0)
    const payment = await open(page, electronApp, `${server.url}/pay`)
    const closed = payment.waitForEvent('close')
    server.push('paySuccess', { orderId: 'order-1', amount: 100, time: '2026-01-01T00:00:00Z' })
    await closed
    await expect.poll(() => closings(page)).toEqual([{ orderId: 'order-1', reason: 'closed' }])
  })

  test('on its return address', async ({ page, electronApp, server }) => {
    const payment = await open(page, electronApp, `${server.url}/pay`)
    const closed = payment.waitForEvent('close')
    // Later, or the window would close before this call returns.
    await payment.evaluate(() => {
      setTimeout(() => (location.href = '/paySuccess?order=order-1'), 50)
    })
    await closed
    await expect.poll(() => closings(page)).toEqual([{ orderId: 'order-1', reason: 'returned' }])
    expect(server.requests('/paySuccess')).toHaveLength(0)
  })

  test('when the order expires', async ({ page, electronApp, server }) => {
    const payment = await open(page, electronApp, `${server.url}/pay`, 1_500)
    await payment.waitForEvent('close')
    await expect.poll(() => closings(page)).toEqual([{ orderId: 'order-1', reason: 'expired' }])
  })

  test('when the renderer requests it, and when the session ends', async ({ page, electronApp, server }) => {
    await login(page)
    for (const name of ['payment:close', 'session:clear'] as const) {
      const payment = await open(page, electronApp, `${server.url}/pay`)
      const closed = payment.waitForEvent('close')
      await page.evaluate((call) => window.bridge?.invoke(call), name)
      await closed
    }
    await expect.poll(() => closings(page)).toHaveLength(2)
  })

  test('when the player closes it', async ({ page, electronApp, server }) => {
    const payment = await open(page, electronApp, `${server.url}/pay`)
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
