import { expect, refusedNavigation, test, withOwnApplication } from './fixtures.ts'

test('the page has our scheme, with the policy on every response', async ({ page }) => {
  expect(new URL(page.url()).protocol).toBe('app:')
  const policies = await page.evaluate(async () =>
    Promise.all(
      ['/', '/home', '/assets/gone.js'].map(async (path) => {
        const response = await fetch(path)
        return response.headers.get('content-security-policy')
      }),
    ),
  )
  for (const policy of policies) {
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
  }
})

test('home is one prerendered response for guests, whose own style and script are all that the policy adds', async ({
  page,
}) => {
  const [home, vip] = await page.evaluate(() =>
    Promise.all(
      ['/home', '/vip'].map(async (path) => {
        const response = await fetch(path)
        return { policy: response.headers.get('content-security-policy') ?? '', html: await response.text() }
      }),
    ),
  )
  expect(home?.html).toContain('id="prerender"')
  expect(home?.html).not.toContain('rel="stylesheet"')
  expect(home?.policy).toMatch(/style-src 'self' 'sha256-[^ ]+';/)
  expect(vip?.html).not.toContain('id="prerender"')
  expect(vip?.policy).not.toContain('sha256-')
})

test('nothing outside the bundle is served', async ({ page }) => {
  const bodies = await page.evaluate(async () => {
    const paths = ['/..%2fmain/index.cjs', '/%2e%2e%2f%2e%2e%2fpackage.json', '/..%5cmain%5cindex.cjs']
    return Promise.all(paths.map(async (path) => (await fetch(`app://palpite${path}`)).text()))
  })
  for (const body of bodies) {
    expect(body).not.toContain('registerSchemesAsPrivileged')
    expect(body).not.toContain('devDependencies')
  }
})

test('inline scripts do not run, and the page cannot connect to anything', async ({ page, server }) => {
  const result = await page.evaluate(async (url) => {
    const script = document.createElement('script')
    script.textContent = 'window.injected = true'
    document.documentElement.append(script)
    const handler = document.createElement('div')
    handler.setAttribute('onclick', 'window.injected = true')
    handler.click()
    const reached = await fetch(`${url}/exfiltrate`, { mode: 'no-cors' }).then(
      () => true,
      () => false,
    )
    return { injected: 'injected' in window, reached }
  }, server.url)
  expect(result).toEqual({ injected: false, reached: false })
  expect(server.requests('/exfiltrate')).toHaveLength(0)
})

test('the page has no Node and nothing of Electron except the bridge', async ({ page }) => {
  const found = await page.evaluate(() => ({
    require: typeof Reflect.get(window, 'require'),
    process: typeof Reflect.get(window, 'process'),
    module: typeof Reflect.get(window, 'module'),
    electron: typeof Reflect.get(window, 'electron'),
    bridge: Object.keys(window.bridge ?? {}).sort(),
  }))
  expect(found).toEqual({
    require: 'undefined',
    process: 'undefined',
    module: 'undefined',
    electron: 'undefined',
    bridge: ['invoke', 'on'],
  })
})

test.describe('navigation away is blocked', () => {
  const navigations: Record<string, (url: string) => void> = {
    'by address': (url) => {
      location.href = url
    },
    // In a shadow tree, where our page does not see the link: it would show it as a QR code.
    'by link': (url) => {
      const link = document.createElement('a')
      link.href = url
      const host = document.createElement('div')
      document.documentElement.append(host)
      host.attachShadow({ mode: 'closed' }).append(link)
      link.click()
    },
    'by form': (url) => {
      const form = document.createElement('form')
      form.action = url
      document.documentElement.append(form)
      form.submit()
    },
    'by refresh': (url) => {
      const meta = document.createElement('meta')
      meta.httpEquiv = 'refresh'
      meta.content = `0;url=${url}`
      document.head.append(meta)
    },
  }
  for (const [name, navigate] of Object.entries(navigations)) {
    test(name, async ({ page, electronApp, server }) => {
      const refused = refusedNavigation(electronApp, page, `${server.url}/away`)
      await page.evaluate(navigate, `${server.url}/away`)
      await refused
      expect(page.url()).toMatch(/^app:\/\/palpite\//)
      expect(server.requests('/away')).toHaveLength(0)
    })
  }

  test('to a file', async ({ page, electronApp }) => {
    const refused = refusedNavigation(electronApp, page, 'file:///etc/passwd')
    await page.evaluate(() => {
      location.href = 'file:///etc/passwd'
    })
    await refused
    expect(page.url()).toMatch(/^app:\/\/palpite\//)
  })
})

test('new windows are denied', async ({ page, electronApp, server }) => {
  const opened = await page.evaluate(
    (url) => [window.open(url), window.open('app://palpite/home'), window.open('about:blank')].map(Boolean),
    `${server.url}/window`,
  )
  expect(opened).toEqual([false, false, false])
  expect(electronApp.windows()).toHaveLength(1)
  expect(server.requests('/window')).toHaveLength(0)
})

test('permissions are denied', async ({ page }) => {
  const responses = await page.evaluate(async () => {
    const query = async (name: PermissionName) => (await navigator.permissions.query({ name })).state
    const media = await navigator.mediaDevices.getUserMedia({ audio: true }).then(
      () => 'granted',
      (error: DOMException) => error.name,
    )
    return {
      geolocation: await query('geolocation'),
      notifications: await Notification.requestPermission(),
      media,
    }
  })
  expect(responses.geolocation).toBe('denied')
  expect(responses.notifications).toBe('denied')
  expect(responses.media).not.toBe('granted')
})

test('frames: only of configured origins, and without the bridge', async ({ page, electronApp, server }) => {
  const unknown = `http://127.0.0.1:${Number(new URL(server.gamesUrl).port) + 1}/slots/`
  await page.evaluate(
    (addresses) => {
      for (const src of addresses) {
        const frame = document.createElement('iframe')
        frame.src = src
        document.documentElement.append(frame)
      }
    },
    [
      `${server.url}/game`,
      `${server.gamesUrl}/slots/?game=amazonia`,
      unknown,
      'https://example.invalid/',
      'file:///etc/passwd',
    ],
  )
  const shown = () => page.frames().map((frame) => frame.url())
  await expect.poll(shown).toContain(`${server.url}/game`)
  // The games of a server on this machine: the next port, and no other.
  await expect.poll(shown).toContain(`${server.gamesUrl}/slots/?game=amazonia`)
  expect(shown()).not.toContain(unknown)
  const slot = page.frames().find((frame) => frame.url().startsWith(server.gamesUrl))
  expect(await slot?.evaluate(() => typeof window.bridge)).toBe('undefined')
  const game = page.frames().find((frame) => frame.url().endsWith('/game'))
  expect(await game?.evaluate(() => typeof window.bridge)).toBe('undefined')
  expect(page.frames().filter((frame) => /example\.invalid|file:/.test(frame.url()))).toHaveLength(0)
  // Nor can it navigate the page.
  const refused = refusedNavigation(electronApp, page, `${server.url}/away`)
  await game?.evaluate(() => {
    if (window.top) window.top.location.href = '/away'
  })
  await refused
  expect(page.url()).toMatch(/^app:\/\/palpite\//)
  expect(server.requests('/away')).toHaveLength(0)
})

test('the page does not zoom @full', async ({ page, electronApp }) => {
  await page.keyboard.press('Control+Equal')
  await page.keyboard.press('Control+Minus')
  const factor = await electronApp.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor(),
  )
  expect(factor).toBe(1)
})

test.describe('with an init script, which stays in its page', () => {
  test.use(withOwnApplication)

  test('the window hydrates the home page that comes with it @full', async ({ page }) => {
    // Not the games, which come with their own file.
    await page.addInitScript(`document.addEventListener('DOMContentLoaded', () => {
      window.before = [...document.querySelectorAll('#prerender :is(header, main, nav) :not(#lobby-games *, [aria-busy] *)')]
    })`)
    await page.reload()
    await expect(page.locator('#prerender')).toHaveCount(0)
    expect(await page.evaluate<number>('window.before.length')).toBeGreaterThan(20)
    const lost = `window.before.filter((each) => !each.isConnected).map((each) => each.outerHTML.slice(0, 100))`
    expect(await page.evaluate<string[]>(lost)).toEqual([])
  })
})
