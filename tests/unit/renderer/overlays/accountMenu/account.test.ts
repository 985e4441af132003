import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AvatarStore } from '#renderer/overlays/accountMenu/AvatarStore.ts'
import { TestAccountStore } from '#renderer/overlays/accountMenu/TestAccountStore.ts'
import { createWorld, settled } from '../../stores/rootWorld.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('avatar', () => {
  it('shows the choice at once and stores only the last one', async () => {
    const world = createWorld()
    await world.enter()
    const avatars = new AvatarStore(world.root)
    expect(avatars.selected).toBe(4)
    world.respond('/api/app/user/setHeader/9', {})
    for (const index of [5, 6, 7, 8, 9]) avatars.pick(index)
    expect(avatars.selected).toBe(9)
    await vi.advanceTimersByTimeAsync(299)
    expect(world.count('/api/app/user/setHeader/9')).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(world.sent.filter(({ path }) => path.includes('setHeader'))).toHaveLength(1)
    expect(world.root.alerts.toasts).toHaveLength(1)
  })

  it("a refused choice reverts to the player's avatar", async () => {
    const world = createWorld()
    await world.enter()
    const avatars = new AvatarStore(world.root)
    world.respond('/api/app/user/setHeader/35', { httpStatus: 400, status: 400, message: 'Não existe.' })
    avatars.pick(35)
    await vi.advanceTimersByTimeAsync(800)
    expect(avatars.selected).toBe(4)
    expect(world.root.alerts.current?.message).toEqual({ text: 'Não existe.' })
  })
})

describe('test account', () => {
  const credentials = { username: 'teste@x.com', pwd: 'abc12345', balance: 50 }

  it('requests nothing for a normal player', async () => {
    const world = createWorld()
    await world.enter()
    const test = new TestAccountStore(world.root)
    await test.load()
    expect(test.account).toBeNull()
    expect(world.count('/api/app/user/getUserTest')).toBe(0)
  })

  it("shows the server's credentials", async () => {
    const world = createWorld()
    await world.enter({ testFlag: '1' })
    world.respond('/api/app/user/getUserTest', { data: credentials })
    const test = new TestAccountStore(world.root)
    await test.load()
    expect(test.account).toEqual({ username: 'teste@x.com', password: 'abc12345', cash: 50_00 })
  })

  it('a failure is silently ignored; user info has the credentials too', async () => {
    const world = createWorld()
    await world.enter({ testFlag: '1', extendInfo: credentials })
    world.respond('/api/app/user/getUserTest', { httpStatus: 500, message: 'quebrou' })
    const test = new TestAccountStore(world.root)
    await test.load()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(test.account?.username).toBe('teste@x.com')
    expect(world.root.alerts.current).toBeUndefined()
    expect(world.visited).toEqual([])
  })

  it('changing stores the credentials and logs out, which opens the login', async () => {
    const world = createWorld()
    await world.enter({ testFlag: '1', extendInfo: credentials })
    world.local.set('userInfo', {})
    const test = new TestAccountStore(world.root)
    await test.load()
    await test.switchAccount()
    await settled()
    expect(world.session.get('testAccount')).toEqual(credentials)
    expect(world.root.session.hasToken).toBe(false)
    expect(world.local.size).toBe(0)
    expect(world.root.overlays.isOpen('login')).toBe(true)
    expect(world.count('/api/app/user/logout')).toBe(1)
  })
})

describe('leaving and copying', () => {
  it('"Sair" logs out, goes home and opens the login, also without a network', async () => {
    const world = createWorld()
    await world.enter()
    for (const key of ['language', 'textScale', 'sound', 'isApp', 'userInfo']) world.local.set(key, 1)
    world.respond('/api/app/user/logout', { networkError: true })
    await world.root.logout()
    expect(world.local.size).toBe(0)
    expect(world.visited).toEqual(['/home'])
    expect(world.root.overlays.isOpen('login')).toBe(true)
    expect(world.root.session.player).toBeNull()
  })

  it('copying shows a toast', async () => {
    const world = createWorld()
    await world.root.copy('ana@gmail.com')
    expect(world.copied).toEqual(['ana@gmail.com'])
    expect(world.root.alerts.toasts.at(-1)?.message).toEqual({ key: 'actions.copied' })
  })

  it('support needs a login', async () => {
    const world = createWorld()
    world.root.openSupport()
    expect(world.root.overlays.isOpen('login')).toBe(true)
    await world.enter()
    world.root.openSupport()
    expect(world.root.overlays.isOpen('chat')).toBe(true)
  })
})
