import { describe, expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import { PrivacyStore } from '#renderer/overlays/privacy/PrivacyStore.ts'
import { createFixture, settled } from '../../stores/rootFixture.ts'

const sessions = '/api/app/user/sessions'
const mails = '/api/app/user/mails'
const eraseUrl = '/api/app/user/personalData/erase'
const time = '2030-01-01T00:00:00Z'
const open = (sessionId: string, current = false) => ({
  sessionId,
  createdTime: time,
  activeTime: time,
  current,
})

async function setUp() {
  const fixture = createFixture()
  await fixture.enter()
  fixture.respond(sessions, { data: [open('a', true), open('b')] })
  const store = new PrivacyStore(fixture.root)
  await store.load()
  return { ...fixture, store }
}

describe('where the player is logged in', () => {
  it('is shown, and another session can be ended', async () => {
    const { store, respond, bodies } = await setUp()
    expect([store.state, store.sessions.length, store.hasOthers]).toEqual(['ready', 2, true])
    respond(`${sessions}/end`, { data: [open('a', true)] })
    await store.endSessions('b')
    await store.endSessions()
    expect(bodies(`${sessions}/end`)).toEqual([{ sessionId: 'b' }, {}])
    expect([store.hasOthers, store.isBusy]).toEqual([false, false])
  })

  it('can be requested again when it fails to load', async () => {
    const { store, respond } = await setUp()
    respond(sessions, { httpStatus: 500, message: 'x' })
    await store.load()
    expect(store.state).toBe('failed')
    respond(sessions, { data: [] })
    await store.load()
    expect(store.state).toBe('ready')
  })
})

describe('e-mails', () => {
  it('of the month are chosen, and stay as they are when that fails', async () => {
    const { store, respond, bodies } = await setUp()
    expect(store.monthly).toBeNull()
    respond(mails, { data: { monthly: false } })
    await store.load()
    expect([store.state, store.monthly]).toEqual(['ready', false])
    respond(mails, { data: { monthly: true } })
    await store.setMonthly(true)
    expect(bodies(mails)).toContainEqual({ monthly: true })
    expect(store.monthly).toBe(true)
    respond(mails, { httpStatus: 500, message: 'x' })
    await store.setMonthly(false)
    expect([store.monthly, store.isBusy]).toEqual([true, false])
  })

  it('with the link that confirms the address can be sent again, with what the server says', async () => {
    const { store, respond, root, count } = await setUp()
    respond('/api/app/user/confirmEmail', { message: 'Enviamos o link para o seu e-mail.' })
    await store.resend()
    expect(count('/api/app/user/confirmEmail')).toBe(1)
    expect(root.alerts.toasts.map(({ message }) => message)).toEqual([
      { text: 'Enviamos o link para o seu e-mail.' },
    ])
  })
})

describe('personal data', () => {
  it('is erased with the password only, which logs out and says so', async () => {
    const { store, respond, root, bodies, count, visited } = await setUp()
    respond(eraseUrl, { data: { erased: 1 }, message: 'Conta encerrada.' })
    store.setConfirming(true)
    await store.erase()
    expect(count(eraseUrl)).toBe(0)
    store.type('Segura-123')
    await store.erase()
    await settled()
    expect(bodies(eraseUrl)).toEqual([{ pwd: 'Segura-123' }])
    expect([root.session.isLoggedIn, store.isConfirming, store.password]).toEqual([false, false, ''])
    expect(visited).toEqual(['/home'])
    expect(root.alerts.current?.message).toEqual({ text: 'Conta encerrada.' })
  })

  it('with a balance, leads to the withdrawal and says so, or names the amount that is given up', async () => {
    const { store, respond, root, bodies } = await setUp()
    root.wallet.set({ cash: cents(1234), bonus: cents(0) })
    respond(eraseUrl, { data: { erased: 0 }, message: 'Retire tudo.' })
    store.setConfirming(true)
    store.type('Segura-123')
    expect([store.rest, store.restAmount]).toEqual(['payOut', 1234])
    await store.erase()
    expect([root.session.isLoggedIn, store.isConfirming]).toEqual([true, false])
    expect(root.alerts.current?.message).toEqual({ text: 'Retire tudo.' })
    root.alerts.confirm()
    expect(root.overlays.isOpen('withdraw')).toBe(true)

    store.setConfirming(true)
    store.type('Segura-123')
    store.chooseRest('giveUp')
    root.wallet.set({ cash: cents(1234), bonus: cents(0) })
    await store.erase()
    expect(bodies(eraseUrl)).toEqual([{ pwd: 'Segura-123' }, { pwd: 'Segura-123', giveUp: 12.34 }])
  })

  it('without a balance, but with a debt, leads to no withdrawal', async () => {
    const { store, respond, root } = await setUp()
    root.wallet.set({ cash: cents(0), bonus: cents(0) })
    respond(eraseUrl, { data: { erased: 0 }, message: 'Há um valor em aberto.' })
    store.setConfirming(true)
    store.type('Segura-123')
    await store.erase()
    expect(root.alerts.current?.message).toEqual({ text: 'Há um valor em aberto.' })
    root.alerts.confirm()
    expect(root.overlays.isOpen('withdraw')).toBe(false)
  })

  it('stays when the server refuses', async () => {
    const { store, respond, root } = await setUp()
    respond(eraseUrl, { httpStatus: 409, message: 'Retire seu saldo antes.' })
    store.setConfirming(true)
    store.type('Segura-123')
    await store.erase()
    expect([root.session.isLoggedIn, store.isConfirming]).toEqual([true, true])
  })
})
