import { runInAction } from 'mobx'
import { createMemoryRouter, type DataRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createGuard } from '#renderer/app/guard.ts'
import { createRoutes } from '#renderer/app/routes.tsx'
import { createFixture, type Fixture } from '../stores/rootFixture.ts'

let fixture: Fixture
let router: DataRouter
let offGame: ReturnType<typeof vi.spyOn>
let connect: ReturnType<typeof vi.spyOn>
let disconnect: ReturnType<typeof vi.spyOn>

const go = (address: string) => router.navigate(address)

beforeEach(async () => {
  vi.stubGlobal('window', { location: { pathname: '/home', search: '' } })
  // The language of the page.
  vi.stubGlobal('document', { documentElement: { lang: '', dataset: {} } })
  fixture = createFixture()
  const { realtime } = fixture.root.platform
  offGame = vi.spyOn(realtime, 'offGame')
  connect = vi.spyOn(realtime, 'connect')
  disconnect = vi.spyOn(realtime, 'disconnect')
  await fixture.enter()
  runInAction(() => (fixture.root.realtime.status = 'online'))
  const guard = createGuard(fixture.root)
  router = createMemoryRouter(createRoutes(guard), { initialEntries: ['/home'] })
  guard.watch(router)
})
afterEach(() => vi.unstubAllGlobals())

describe('leaving a game', () => {
  it('of our own sends its code', async () => {
    await go('/mines')
    await go('/home')
    expect(offGame.mock.calls).toEqual([['mines']])
  })

  it('in a frame sends the code from the address', async () => {
    await go('/play?game=amazonia')
    await go('/play?game=amazonia&overlay=language')
    expect(offGame).not.toHaveBeenCalled()
    await go('/play?game=carnaval')
    await go('/home')
    expect(offGame.mock.calls).toEqual([['amazonia'], ['carnaval']])
  })

  it('sends nothing without a connection', async () => {
    await go('/play?game=amazonia')
    runInAction(() => (fixture.root.realtime.status = 'offline'))
    await go('/home')
    expect(offGame).not.toHaveBeenCalled()
  })
})

describe('the real-time connection', () => {
  it('does not open at /play, but an open one stays open', async () => {
    connect.mockClear()
    disconnect.mockClear()
    await go('/play?game=amazonia')
    expect(connect).not.toHaveBeenCalled()
    expect(disconnect).not.toHaveBeenCalled()
    await go('/home')
    expect(connect).toHaveBeenCalledTimes(1)
  })

  it('closes on logout', async () => {
    disconnect.mockClear()
    await fixture.root.session.end()
    expect(disconnect).toHaveBeenCalled()
  })
})

describe('a page that needs a login', () => {
  it.each(['/share', '/gameMess', '/dice'])(
    '%s: alert, home, and the login once it is confirmed',
    async (path) => {
      await fixture.root.session.end()
      fixture.root.overlays.close()
      await go(path)
      const alert = fixture.root.alerts.current
      expect(alert?.message).toEqual({ key: 'errors.loginFirst' })
      expect(router.state.location.pathname).toBe('/home')
      expect(fixture.root.overlays.current).toBeNull()
      fixture.root.alerts.confirm()
      expect(fixture.root.overlays.isOpen('login')).toBe(true)
    },
  )

  it('opens after the login, also when the password was forgotten first', async () => {
    await fixture.root.session.end()
    fixture.root.overlays.close()
    await go('/dice?from=menu')
    fixture.root.alerts.confirm()
    fixture.root.overlays.open('resetPassword', {})
    fixture.root.overlays.open('login')
    await fixture.enter()
    expect(fixture.visited).toEqual([])
    fixture.root.overlays.close()
    expect(fixture.visited).toEqual(['/dice?from=menu'])
  })

  it('stays closed for a guest who gives up the login, also at a later login', async () => {
    await fixture.root.session.end()
    fixture.root.overlays.close()
    await go('/dice')
    fixture.root.alerts.confirm()
    fixture.root.overlays.close()
    fixture.root.overlays.open('login')
    await fixture.enter()
    fixture.root.overlays.close()
    expect(fixture.visited).toEqual([])
  })

  it('opens after the login, also when it was the first page', async () => {
    await fixture.root.session.end()
    fixture.root.overlays.close()
    vi.stubGlobal('window', { location: { pathname: '/share', search: '' } })
    const guard = createGuard(fixture.root)
    router = createMemoryRouter(createRoutes(guard), { initialEntries: ['/share'] })
    guard.watch(router)
    await expect.poll(() => router.state.location.pathname).toBe('/home')
    fixture.root.alerts.confirm()
    await fixture.enter()
    fixture.root.overlays.close()
    expect(fixture.visited).toEqual(['/share'])
  })

  it('gives no alert over the login that the end of a session has opened while the page was loading', async () => {
    await fixture.root.session.end()
    expect(fixture.root.overlays.isOpen('login')).toBe(true)
    await go('/share')
    expect(router.state.location.pathname).toBe('/home')
    expect(fixture.root.alerts.current).toBeUndefined()
    expect(fixture.root.overlays.isOpen('login')).toBe(true)
    await fixture.enter()
    fixture.root.overlays.close()
    expect(fixture.visited).toEqual(['/share'])
  })

  it('is forgotten by a guest who goes elsewhere', async () => {
    await fixture.root.session.end()
    await go('/dice')
    await go('/vip')
    fixture.root.overlays.open('login')
    await fixture.enter()
    fixture.root.overlays.close()
    expect(fixture.visited).toEqual([])
  })

  it('leaves no entry that going back would open again', async () => {
    await go('/vip')
    await fixture.root.session.end()
    await go('/share')
    await go('/conta')
    const goBack = async () => {
      const arrived = new Promise<void>((resolve) => {
        const leave = router.subscribe(({ navigation }) => {
          if (navigation.state !== 'idle') return
          leave()
          resolve()
        })
      })
      void router.navigate(-1)
      await arrived
      return router.state.location.pathname
    }
    expect(await goBack()).toBe('/home')
    expect(await goBack()).toBe('/vip')
  })

  it('opens for a player', async () => {
    await go('/share')
    expect(fixture.root.alerts.current).toBeUndefined()
    expect(router.state.location.pathname).toBe('/share')
  })
})
