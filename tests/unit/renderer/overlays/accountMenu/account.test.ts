import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AvatarStore } from '#renderer/overlays/accountMenu/AvatarStore.ts'
import { TestAccountStore } from '#renderer/overlays/accountMenu/TestAccountStore.ts'
import { createFixture, settled } from '../../stores/rootFixture.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('avatar', () => {
  it('shows the choice at once, and stores only the last one', async () => {
    const fixture = createFixture()
    await fixture.enter()
    const avatars = new AvatarStore(fixture.root)
    expect(avatars.selected).toBe(4)
    fixture.respond('/api/app/user/setHeader/9', {})
    for (const index of [5, 6, 7, 8, 9]) avatars.pick(index)
    expect(avatars.selected).toBe(9)
    await vi.advanceTimersByTimeAsync(299)
    expect(fixture.count('/api/app/user/setHeader/9')).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(fixture.sent.filter(({ path }) => path.includes('setHeader'))).toHaveLength(1)
    expect(fixture.root.alerts.toasts).toHaveLength(1)
  })

  it("a refused choice reverts to the player's avatar", async () => {
    const fixture = createFixture()
    await fixture.enter()
    const avatars = new AvatarStore(fixture.root)
    fixture.respond('/api/app/user/setHeader/35', { httpStatus: 400, status: 400, message: 'Não existe.' })
    avatars.pick(35)
    await vi.advanceTimersByTimeAsync(800)
    expect(avatars.selected).toBe(4)
    expect(fixture.root.alerts.current?.message).toEqual({ text: 'Não existe.' })
  })
})

describe('test account', () => {
  const credentials = { username: 'teste@x.com', pwd: 'abc12345', balance: 50 }

  it('requests nothing for a normal player', async () => {
    const fixture = createFixture()
    await fixture.enter()
    const test = new TestAccountStore(fixture.root)
    await test.load()
    expect(test.account).toBeNull()
    expect(fixture.count('/api/app/user/getUserTest')).toBe(0)
  })

  it("shows the server's credentials", async () => {
    const fixture = createFixture()
    await fixture.enter({ testFlag: '1' })
    fixture.respond('/api/app/user/getUserTest', { data: credentials })
    const test = new TestAccountStore(fixture.root)
    await test.load()
    expect(test.account).toEqual({ username: 'teste@x.com', password: 'abc12345', cash: 50_00 })
  })

  it('a failure is silently ignored; user info has the credentials too', async () => {
    const fixture = createFixture()
    await fixture.enter({ testFlag: '1', extendInfo: credentials })
    fixture.respond('/api/app/user/getUserTest', { httpStatus: 500, message: 'quebrou' })
    const test = new TestAccountStore(fixture.root)
    await test.load()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(test.account?.username).toBe('teste@x.com')
    expect(fixture.root.alerts.current).toBeUndefined()
    expect(fixture.visited).toEqual([])
  })

  it('changing stores the credentials and logs out, which opens the login', async () => {
    const fixture = createFixture()
    await fixture.enter({ testFlag: '1', extendInfo: credentials })
    fixture.local.set('userInfo', {})
    const test = new TestAccountStore(fixture.root)
    await test.load()
    await test.switchAccount()
    await settled()
    expect(fixture.session.get('testAccount')).toEqual(credentials)
    expect(fixture.root.session.hasToken).toBe(false)
    expect(fixture.local.size).toBe(0)
    expect(fixture.root.overlays.isOpen('login')).toBe(true)
    expect(fixture.count('/api/app/user/logout')).toBe(1)
  })
})

describe('leaving and copying', () => {
  it('"Sair" logs out, goes home and opens the login, also without a network', async () => {
    const fixture = createFixture()
    await fixture.enter()
    for (const key of ['language', 'textScale', 'sound', 'isApp', 'userInfo']) fixture.local.set(key, 1)
    fixture.respond('/api/app/user/logout', { networkError: true })
    await fixture.root.logout()
    expect(fixture.local.size).toBe(0)
    expect(fixture.visited).toEqual(['/home'])
    expect(fixture.root.overlays.isOpen('login')).toBe(true)
    expect(fixture.root.session.player).toBeNull()
  })

  it('copying shows a toast', async () => {
    const fixture = createFixture()
    await fixture.root.copy('ana@gmail.com')
    expect(fixture.copied).toEqual(['ana@gmail.com'])
    expect(fixture.root.alerts.toasts.at(-1)?.message).toEqual({ key: 'actions.copied' })
  })

  it('support needs a login', async () => {
    const fixture = createFixture()
    fixture.root.openSupport()
    expect(fixture.root.overlays.isOpen('login')).toBe(true)
    await fixture.enter()
    fixture.root.openSupport()
    expect(fixture.root.overlays.isOpen('chat')).toBe(true)
  })
})
