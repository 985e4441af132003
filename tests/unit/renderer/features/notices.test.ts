import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PromptStore } from '#renderer/app/PromptStore.ts'
import { NoticeStore } from '#renderer/features/notices/NoticeStore.ts'
import { createFixture } from '../stores/rootFixture.ts'

const path = '/api/app/main/notices'
const notice = (id: string, change: object = {}) => ({
  id,
  text: `aviso ${id}`,
  place: 'everywhere',
  seconds: 8,
  leftMs: null,
  ...change,
})

async function setUp(list: object[]) {
  const fixture = createFixture()
  fixture.respond(path, { data: { list } })
  await fixture.root.start()
  const store = fixture.root.feature(NoticeStore)
  const stop = store.start()
  await vi.advanceTimersByTimeAsync(0)
  return { ...fixture, store, stop }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('shows the newest notice of the page until it is closed, also after a reload', async () => {
  const { store, root } = await setUp([
    notice('home', { place: 'home' }),
    notice('games', { place: 'games' }),
    notice('all'),
  ])
  expect([store.on('/home')?.id, store.on('/vip')?.id, store.on('/mines')]).toEqual(['home', 'all', null])
  store.close('home')
  expect(store.on('/home')?.id).toBe('all')
  const reloaded = new NoticeStore(root)
  reloaded.list = [...store.list]
  expect(reloaded.on('/home')?.id).toBe('all')
})

it('ends by itself, and at once when it is withdrawn', async () => {
  const { store, emitEvent } = await setUp([notice('short', { leftMs: 5_000 }), notice('long')])
  await vi.advanceTimersByTimeAsync(4_999)
  expect(store.on('/vip')?.id).toBe('short')
  await vi.advanceTimersByTimeAsync(1)
  expect(store.on('/vip')?.id).toBe('long')
  emitEvent({ name: 'notice:end', payload: { id: 'long' } })
  expect(store.on('/vip')).toBeNull()
})

it('is pushed in the language of the player, and a changed one is shown again', async () => {
  const { store, root, emitEvent } = await setUp([])
  await root.language.choose('ru_RU')
  const payload = { id: 'n', text: 'Já já', texts: { pt_BR: 'Já já', ru_RU: 'Скоро' }, seconds: 8 }
  emitEvent({ name: 'notice', payload })
  expect(store.on('/vip')?.text).toBe('Скоро')
  store.close('n')
  expect(store.on('/vip')).toBeNull()
  emitEvent({ name: 'notice', payload: { ...payload, texts: { ru_RU: 'Сейчас' } } })
  expect(store.on('/vip')?.text).toBe('Сейчас')
})

it('in a game, each is shown once, between rounds, and closes after its seconds', async () => {
  const { store, root } = await setUp([
    notice('a'),
    notice('b', { seconds: 5 }),
    notice('home', { place: 'home' }),
  ])
  root.rounds.set(true)
  const leave = store.enterGame()
  expect(store.inGame).toBeNull()
  root.rounds.set(false)
  expect(store.inGame?.id).toBe('a')
  root.rounds.set(true)
  await vi.advanceTimersByTimeAsync(8_000)
  // The board must not move during the round.
  expect(store.inGame?.id).toBe('a')
  root.rounds.set(false)
  expect(store.inGame?.id).toBe('b')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(store.inGame).toBeNull()
  leave()
  store.enterGame()
  expect(store.inGame).toBeNull()
})

it('that was sent to one player is gone with the session; those of the operator stay', async () => {
  const { store, root, emitEvent, enter } = await setUp([notice('all')])
  await enter()
  emitEvent({ name: 'notice', payload: { text: 'Só para a Ana' } })
  expect(store.list.map(({ id }) => id)).toEqual(['direct', 'all'])
  await root.session.end()
  expect(store.list.map(({ id }) => id)).toEqual(['all'])
})

it('shows no alert, notice or payment of one player to the next, except why the session has ended', async () => {
  const fixture = createFixture()
  await fixture.enter()
  const { alerts, realtime, session } = fixture.root
  realtime.start()
  const prompts = new PromptStore(fixture.root, { isWaiting: false, dismiss: () => undefined })
  const stop = prompts.start()
  alerts.alert({ text: 'Retirada recusada' })
  alerts.alert({ text: 'Sessão encerrada' }, { outlivesSession: true })
  const paid = { orderId: 'o', amount: 5, time: '2030-01-01T00:00:00Z' }
  fixture.emitEvent({ name: 'notice', payload: { text: 'Só para a Ana' } })
  fixture.emitEvent({ name: 'paySuccess', payload: paid })
  await session.end()
  expect(alerts.alerts.map(({ message }) => message)).toEqual([{ text: 'Sessão encerrada' }])
  expect([realtime.notice, realtime.lastPayment]).toEqual([null, null])
  stop()
})

it('the reason why the server ended the session stays until it is read', async () => {
  const fixture = createFixture()
  await fixture.enter()
  const { alerts, realtime, session } = fixture.root
  realtime.start()
  const stop = new PromptStore(fixture.root, { isWaiting: false, dismiss: () => undefined }).start()
  const text = 'Sua sessão foi encerrada após 30 minutos de inatividade.'
  fixture.emitEvent({ name: 'account:sessionEnded', payload: { text } })
  await session.end()
  expect(alerts.alerts.map(({ message }) => message)).toEqual([{ text }])
  alerts.confirm()
  expect(alerts.current).toBeUndefined()
  stop()
})

it('what is said after the session stays, also when a late call of that session is refused', async () => {
  const fixture = createFixture()
  await fixture.enter()
  const { alerts, session } = fixture.root
  const stop = new PromptStore(fixture.root, { isWaiting: false, dismiss: () => undefined }).start()
  await session.end()
  alerts.alert({ text: 'Conta encerrada' })
  await session.end()
  expect(alerts.alerts.map(({ message }) => message)).toEqual([{ text: 'Conta encerrada' }])
  stop()
})
