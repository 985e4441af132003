import { beforeEach, describe, expect, it, vi } from 'vitest'
import { runInAction } from 'mobx'
import { watchRoutes } from '#renderer/app/guard.ts'
import type { AppNavigation } from '#renderer/app/navigation.ts'
import { createFixture, type Fixture } from '../stores/rootFixture.ts'

let fixture: Fixture
let go: (address: string) => void
let offGame: ReturnType<typeof vi.spyOn>
let connect: ReturnType<typeof vi.spyOn>
let disconnect: ReturnType<typeof vi.spyOn>

beforeEach(async () => {
  fixture = createFixture()
  const { realtime } = fixture.root.platform
  offGame = vi.spyOn(realtime, 'offGame')
  connect = vi.spyOn(realtime, 'connect')
  disconnect = vi.spyOn(realtime, 'disconnect')
  let at = new URL('http://palpite.example/home')
  let arrived = () => undefined as void
  const navigation = {
    location: () => at,
    subscribe: (listener: () => void) => (arrived = listener),
  }
  go = (address) => {
    at = new URL(address, at)
    arrived()
  }
  await fixture.enter()
  runInAction(() => (fixture.root.realtime.status = 'online'))
  watchRoutes(navigation as unknown as AppNavigation, fixture.root)
})

describe('leaving a game', () => {
  it('of our own sends its code', () => {
    go('/mines')
    go('/home')
    expect(offGame.mock.calls).toEqual([['mines']])
  })

  it('in a frame sends the code from the address', () => {
    go('/play?game=amazonia')
    go('/play?game=amazonia&overlay=language')
    expect(offGame).not.toHaveBeenCalled()
    go('/play?game=carnaval')
    go('/home')
    expect(offGame.mock.calls).toEqual([['amazonia'], ['carnaval']])
  })

  it('sends nothing without a connection', () => {
    go('/play?game=amazonia')
    runInAction(() => (fixture.root.realtime.status = 'offline'))
    go('/home')
    expect(offGame).not.toHaveBeenCalled()
  })
})

describe('the real-time connection', () => {
  it('does not open at /play, but an open one stays open', () => {
    connect.mockClear()
    disconnect.mockClear()
    go('/play?game=amazonia')
    expect(connect).not.toHaveBeenCalled()
    expect(disconnect).not.toHaveBeenCalled()
    go('/home')
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
      go(path)
      const alert = fixture.root.alerts.current
      expect(alert?.message).toEqual({ key: 'errors.loginFirst' })
      expect(fixture.visited).toEqual(['/home'])
      expect(fixture.root.overlays.current).toBeNull()
      fixture.root.alerts.confirm()
      expect(fixture.root.overlays.isOpen('login')).toBe(true)
    },
  )

  it('opens after the login, also when the password was forgotten first', async () => {
    await fixture.root.session.end()
    fixture.root.overlays.close()
    go('/dice?from=menu')
    go('/home')
    fixture.root.alerts.confirm()
    fixture.root.overlays.open('resetPassword', {})
    fixture.root.overlays.open('login')
    await fixture.enter()
    expect(fixture.visited).toEqual(['/home'])
    fixture.root.overlays.close()
    expect(fixture.visited).toEqual(['/home', '/dice?from=menu'])
  })

  it('stays closed for a guest who gives up the login, also at a later login', async () => {
    await fixture.root.session.end()
    fixture.root.overlays.close()
    go('/dice')
    go('/home')
    fixture.root.alerts.confirm()
    fixture.root.overlays.close()
    fixture.root.overlays.open('login')
    await fixture.enter()
    fixture.root.overlays.close()
    expect(fixture.visited).toEqual(['/home'])
  })

  it('opens for a player', () => {
    go('/share')
    expect(fixture.root.alerts.current).toBeUndefined()
    expect(fixture.visited).toEqual([])
  })
})
