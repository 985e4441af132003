import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { InvitationStore } from '#renderer/screens/invitation/InvitationStore.ts'
import { LinkStore } from '#renderer/screens/link/LinkStore.ts'
import { createFixture, userInfo } from '../stores/rootFixture.ts'

const invitation = '/api/app/main/invitation/AMIGO234'
const exchange = '/api/app/user/exchangeLink'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('invitation (/y{code})', () => {
  it('keeps the code, shows who invites and opens the registration', async () => {
    const fixture = createFixture()
    fixture.respond(invitation, { data: { inviter: 'Tucano01234', avatar: 7, bouns: 10 } })
    const store = new InvitationStore(fixture.root, 'AMIGO234')
    const loading = store.load()
    expect(fixture.local.get('inviteCode')).toBe('AMIGO234')
    await loading
    expect(store.state).toBe('ready')
    expect(store.invitation).toEqual({ inviter: 'Tucano01234', avatar: 7, welcomeBonus: 10_00 })
    expect(fixture.root.overlays.isOpen('register')).toBe(true)
  })

  it('an unknown code is reported and dropped, without an alert', async () => {
    const fixture = createFixture()
    fixture.respond(invitation, { httpStatus: 400, status: 400, message: 'não existe' })
    const store = new InvitationStore(fixture.root, 'AMIGO234')
    await store.load()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(store.state).toBe('unknown')
    expect(fixture.local.has('inviteCode')).toBe(false)
    expect(fixture.root.overlays.current).toBeNull()
    expect(fixture.root.alerts.current).toBeUndefined()
  })

  it.each([{ networkError: true }, { httpStatus: 503 }, { httpStatus: 429 }])(
    'keeps the code when the server gave no verdict: %o',
    async (failure) => {
      const fixture = createFixture()
      fixture.respond(invitation, failure)
      const store = new InvitationStore(fixture.root, 'AMIGO234')
      const loading = store.load()
      await vi.advanceTimersByTimeAsync(5_000)
      await loading
      expect(store.state).toBe('failed')
      expect(fixture.local.get('inviteCode')).toBe('AMIGO234')
    },
  )

  it('for a logged-in player nothing is stored and nothing opens', async () => {
    const fixture = createFixture()
    await fixture.enter()
    fixture.respond(invitation, { data: { inviter: 'Tucano01234', avatar: 7, bouns: 10 } })
    await new InvitationStore(fixture.root, 'AMIGO234').load()
    expect(fixture.local.has('inviteCode')).toBe(false)
    expect(fixture.root.overlays.current).toBeNull()
  })
})

describe('one-time link (/zgo{token})', () => {
  it('opens the session and goes home', async () => {
    const fixture = createFixture()
    fixture.respond(exchange, { data: { access_token: 't' } })
    await new LinkStore(fixture.root, 'tok').enter()
    expect(fixture.bodies(exchange)).toEqual([{ token: 'tok' }])
    expect(fixture.root.session.player?.id).toBe('u1')
    expect(fixture.visited).toEqual(['/home'])
  })

  it('goes on with the pictures of the identity check, which a kiosk has no camera for', async () => {
    const fixture = createFixture()
    fixture.respond(exchange, { data: { access_token: 't' } })
    const protection = { pauseTime: null, limitAsk: 0, kycPictures: 1 }
    const paypackage = { gift: 0, pkgId: null, price: 0, bouns: 0 }
    fixture.respond('/api/app/user/userInfo', { data: { userInfo, paypackage, protection } })
    await new LinkStore(fixture.root, 'tok').enter()
    expect(fixture.visited).toEqual(['/identidade'])
  })

  it('also goes home when only the user info failed', async () => {
    const fixture = createFixture()
    fixture.respond(exchange, { data: { access_token: 't' } })
    fixture.respond('/api/app/user/userInfo', { httpStatus: 503, message: 'já volta' })
    await new LinkStore(fixture.root, 'tok').enter()
    expect(fixture.visited).toEqual(['/home'])
  })

  it('shows the message of an expired link without an alert', async () => {
    const fixture = createFixture()
    fixture.respond(exchange, { httpStatus: 400, status: 400, message: 'venceu' })
    const store = new LinkStore(fixture.root, 'tok')
    await store.enter()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(store.state).toBe('expired')
    expect(fixture.visited).toEqual([])
    expect(fixture.root.alerts.current).toBeUndefined()
  })

  it('offers a retry without a response', async () => {
    const fixture = createFixture()
    fixture.respond(exchange, { networkError: true })
    const store = new LinkStore(fixture.root, 'tok')
    await store.enter()
    expect(store.state).toBe('failed')
    fixture.respond(exchange, { data: { access_token: 't' } })
    await store.enter()
    expect(fixture.visited).toEqual(['/home'])
  })
})
