import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, login, send, test, withOwnApplication } from './fixtures.ts'

test.describe('the token', () => {
  test.describe('on a new disk', () => {
    test.use(withOwnApplication)

    test('stays in main: sent with requests, but in no response, storage or file', async ({
      page,
      server,
      userData,
    }) => {
      const reply = await login(page)
      expect(reply).toEqual({
        networkError: false,
        httpStatus: 200,
        body: { status: 0, message: '', data: {} },
      })
      await send(page, '/api/test/one')
      expect(server.requests('/api/test/one')[0]?.headers.authorization).toBe('token-1')

      const inPage = await page.evaluate(async () =>
        JSON.stringify([
          { ...localStorage },
          { ...sessionStorage },
          document.cookie,
          await window.bridge?.invoke('host:info'),
        ]),
      )
      expect(inPage).not.toContain('token-1')
      expect(inPage).toContain('"hasSession":true')
      const files = readdirSync(userData, { withFileTypes: true, recursive: true }).filter((file) =>
        file.isFile(),
      )
      for (const file of files) {
        expect(readFileSync(join(file.parentPath, file.name)).includes('token-1'), file.name).toBe(false)
      }
    })
  })

  test('is removed after session:clear', async ({ page, server }) => {
    await login(page)
    await page.evaluate(() => window.bridge?.invoke('session:clear'))
    await send(page, '/api/test/two')
    expect(server.requests('/api/test/two')[0]?.headers).not.toHaveProperty('authorization')
  })

  test('is removed after 401, and the page is notified', async ({ page, server }) => {
    await login(page)
    const notified = page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          window.bridge?.on('session:changed', ({ hasSession }) => {
            if (!hasSession) resolve(true)
          })
        }),
    )
    await send(page, '/api/test/loggedOut')
    expect(await notified).toBe(true)
    await send(page, '/api/test/three')
    expect(server.requests('/api/test/three')[0]?.headers).not.toHaveProperty('authorization')
  })
})

test.describe('HTTP', () => {
  test('is sent with the common headers', async ({ page, server }) => {
    await send(page, '/api/test/headers', { idempotencyKey: 'key-1' })
    expect(server.requests('/api/test/headers')[0]?.headers).toMatchObject({
      devices: 'BWEBAPP',
      lang: 'pt_BR',
      curreny: 'BRL',
      zone: 'America/Sao_Paulo',
      deviceid: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
      'idempotency-key': 'key-1',
    })
  })

  test('follows no redirect', async ({ page, server }) => {
    expect(await send(page, '/api/test/redirect')).toMatchObject({ networkError: true })
    expect(server.requests('/elsewhere')).toHaveLength(0)
  })

  test('stays within /api/', async ({ page, server }) => {
    expect(await send(page, '/api/../sandbox/api/reset')).toMatchObject({ networkError: true })
    await expect(send(page, '/sandbox/api/reset')).rejects.toThrow('refused')
    expect(server.requests('/sandbox')).toHaveLength(0)
  })

  test.describe('of a server that ends', () => {
    test.use(withOwnApplication)

    test('never rejects without a server @full', async ({ page, server }) => {
      await server.stop()
      expect(await send(page, '/api/test/gone')).toEqual({ networkError: true, httpStatus: 0, body: null })
      await server.start()
    })
  })
})

test.describe('a foreign page', () => {
  test('is refused even with our preload script', async ({ page, electronApp, server }) => {
    await login(page)
    const responses = await electronApp.evaluate(async ({ app, BrowserWindow }, url) => {
      const window = new BrowserWindow({
        show: false,
        webPreferences: {
          preload: `${app.getAppPath()}/out/preload/index.cjs`,
          sandbox: true,
          contextIsolation: true,
        },
      })
      await window.loadURL(`${url}/elsewhere`)
      const response: unknown = await window.webContents.executeJavaScript(`(async () => {
        const calls = [['host:info'], ['session:clear'], ['clipboard:write', 'x']]
        return Promise.all(calls.map((call) => window.bridge.invoke(...call).then(() => 'answered', String)))
      })()`)
      window.destroy()
      return response
    }, server.url)
    expect(responses).toHaveLength(3)
    for (const response of responses as string[]) expect(response).toContain('refused')
    // And nothing has changed.
    await send(page, '/api/test/after')
    expect(server.requests('/api/test/after')[0]?.headers.authorization).toBe('token-1')
  })

  test('cannot use channels outside the contract', async ({ page }) => {
    await expect(
      page.evaluate(() => window.bridge?.invoke('ELECTRON_BROWSER_REQUIRE' as 'host:info')),
    ).rejects.toThrow('unknown request')
  })
})

test.describe('real time', () => {
  test('runs in main, passes on the events of the contract, ends with the session', async ({
    page,
    server,
  }) => {
    // The listeners first: the page connects on its own once there is a session.
    await page.evaluate(() => {
      const received: string[] = []
      Reflect.set(window, 'receivedEvents', received)
      window.bridge?.on('realtime:event', ({ name }) => received.push(name))
      window.bridge?.on('realtime:status', (status) => received.push(status))
    })
    await login(page)
    await page.evaluate(() => window.bridge?.invoke('realtime:connect'))
    await expect.poll(() => server.sockets.length).toBe(1)
    expect(server.sockets[0]?.handshake.query['token']).toBe('token-1')
    const receivedEvents = () => page.evaluate(() => Reflect.get(window, 'receivedEvents') as string[])
    await expect.poll(receivedEvents).toContain('online')

    server.push('unknown', { a: 1 })
    server.push('notice', { text: 'Olá' })
    await expect.poll(receivedEvents).toContain('notice')
    expect(await receivedEvents()).not.toContain('unknown')

    const leftGame = new Promise((resolve) => server.sockets[0]?.once('offGame', resolve))
    await page.evaluate(() => window.bridge?.invoke('realtime:offGame', { gameCode: 'mines' }))
    expect(await leftGame).toEqual({ gameCode: 'mines' })

    const closed = new Promise((resolve) => server.sockets[0]?.once('disconnect', resolve))
    await page.evaluate(() => window.bridge?.invoke('session:clear'))
    await closed
    await expect.poll(receivedEvents).toContain('offline')
  })
})
