import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { InvitationStore } from '#renderer/screens/invitation/InvitationStore.ts'
import { LinkStore } from '#renderer/screens/link/LinkStore.ts'
import { createWorld } from '../stores/rootWorld.ts'

const invitation = '/api/app/main/invitation/AMIGO234'
const exchange = '/api/app/user/exchangeLink'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('invitation (/y{code})', () => {
  it('keeps the code, shows who invites and opens the registration', async () => {
    const world = createWorld()
    world.respond(invitation, { data: { inviter: 'ma•••@', avatar: 7, bouns: 10 } })
    const store = new InvitationStore(world.root, 'AMIGO234')
    const loading = store.load()
    expect(world.local.get('inviteCode')).toBe('AMIGO234')
    await loading
    expect(store.state).toBe('ready')
    expect(store.invitation).toEqual({ inviter: 'ma•••@', avatar: 7, welcomeBonus: 10_00 })
    expect(world.root.overlays.isOpen('register')).toBe(true)
  })

  it('an unknown code is reported and dropped, without an alert', async () => {
    const world = createWorld()
    world.respond(invitation, { httpStatus: 400, status: 400, message: 'não existe' })
    const store = new InvitationStore(world.root, 'AMIGO234')
    await store.load()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(store.state).toBe('unknown')
    expect(world.local.has('inviteCode')).toBe(false)
    expect(world.root.overlays.current).toBeNull()
    expect(world.root.alerts.current).toBeUndefined()
  })

  it.each([{ networkError: true }, { httpStatus: 503 }, { httpStatus: 429 }])(
    'keeps the code when the server gave no verdict: %o',
    async (failure) => {
      const world = createWorld()
      world.respond(invitation, failure)
      const store = new InvitationStore(world.root, 'AMIGO234')
      const loading = store.load()
      await vi.advanceTimersByTimeAsync(5_000)
      await loading
      expect(store.state).toBe('failed')
      expect(world.local.get('inviteCode')).toBe('AMIGO234')
    },
  )

  it('for a logged-in player nothing is stored and nothing opens', async () => {
    const world = createWorld()
    await world.enter()
    world.respond(invitation, { data: { inviter: 'ma•••@', avatar: 7, bouns: 10 } })
    await new InvitationStore(world.root, 'AMIGO234').load()
    expect(world.local.has('inviteCode')).toBe(false)
    expect(world.root.overlays.current).toBeNull()
  })
})

describe('one-time link (/zgo{token})', () => {
  it('opens the session and goes home', async () => {
    const world = createWorld()
    world.respond(exchange, { data: { access_token: 't' } })
    await new LinkStore(world.root, 'tok').enter()
    expect(world.bodies(exchange)).toEqual([{ token: 'tok' }])
    expect(world.root.session.player?.id).toBe('u1')
    expect(world.visited).toEqual(['/home'])
  })

  it('also goes home when only the user info failed', async () => {
    const world = createWorld()
    world.respond(exchange, { data: { access_token: 't' } })
    world.respond('/api/app/user/userInfo', { httpStatus: 503, message: 'já volta' })
    await new LinkStore(world.root, 'tok').enter()
    expect(world.visited).toEqual(['/home'])
  })

  it('shows the message of an expired link without an alert', async () => {
    const world = createWorld()
    world.respond(exchange, { httpStatus: 400, status: 400, message: 'venceu' })
    const store = new LinkStore(world.root, 'tok')
    await store.enter()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(store.state).toBe('expired')
    expect(world.visited).toEqual([])
    expect(world.root.alerts.current).toBeUndefined()
  })

  it('offers a retry without a response', async () => {
    const world = createWorld()
    world.respond(exchange, { networkError: true })
    const store = new LinkStore(world.root, 'tok')
    await store.enter()
    expect(store.state).toBe('failed')
    world.respond(exchange, { data: { access_token: 't' } })
    await store.enter()
    expect(world.visited).toEqual(['/home'])
  })
})
