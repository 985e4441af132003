import { describe, expect, it } from 'vitest'
import type { Timeline } from '#contract/office/players.ts'
import type { Chat, ChatRow } from '#contract/office/support.ts'
import { createTestOffice } from './helpers/testOffice.ts'

const world = await createTestOffice()
const { product } = world
const { deps } = product
const [support, other, risk] = [
  await world.as('support'),
  await world.as('administrator'),
  await world.as('risk'),
]
const idOf = async (browser: typeof support) =>
  (await browser.get<{ person: { id: string } }>('/api/session')).data.person.id

async function playerWrites(text: string, player?: Awaited<ReturnType<typeof product.createUser>>) {
  const author = player ?? (await product.createUser({}))
  const written = await product.post('/api/app/chat/messages', { text }, { token: author.token })
  expect(written).toMatchObject({ http: 200 })
  return author
}
const chatOf = async (id: string) => (await support.get<Chat>(`/api/support/${id}`)).data
const act = (browser: typeof support, id: string, verb: string, body: object = {}) =>
  browser.post<Chat>(`/api/support/${id}/${verb}`, body)
const listed = async (query = '') =>
  (await support.get<{ data: ChatRow[] }>(`/api/support${query}`)).data.data.map(({ id }) => id)
const waiting = async (browser: typeof support) => {
  const { data } = await browser.get<{ counts: { kind: string; count: number }[] }>('/api/queue')
  return data.counts.find(({ kind }) => kind === 'chats')?.count
}

describe('the inbox', () => {
  it('shows who waits longest first, then who wrote last; an answer reaches the player', async () => {
    const first = await playerWrites('first')
    await deps.clock.advance(60_000)
    const second = await playerWrites('second')
    await deps.clock.advance(60_000)
    await playerWrites('first again', first)
    expect(await listed()).toEqual([first.uId, second.uId])
    expect(await waiting(support)).toBe(2)
    const answered = await act(support, first.uId, 'answer', { text: ' Olá! ' })
    expect(answered.data).toMatchObject({
      email: first.username,
      state: 'open',
      unread: 0,
      assignedToName: 'Sueli Suporte',
      messages: [{ text: 'first' }, { text: 'first again' }, { text: 'Olá!', staffName: 'Sueli Suporte' }],
    })
    expect(await listed()).toEqual([second.uId, first.uId])
    expect(await listed('?state=waiting')).toEqual([second.uId])
    expect(await listed('?assigned=me')).toEqual([first.uId])
    expect(await listed(`?q=${encodeURIComponent(first.username.toUpperCase())}`)).toEqual([first.uId])
    const seen = await product.get<{ list: { from: string; text: string }[]; unread: number }>(
      '/api/app/chat/messages',
      { token: first.token },
    )
    expect(seen.data).toMatchObject({ unread: 1, list: [{}, {}, { from: 'support', text: 'Olá!' }] })
    // The player does not learn who of the staff it was.
    expect(JSON.stringify(seen.data)).not.toContain('Sueli')
    expect((await act(support, first.uId, 'answer', { text: ' ' })).status).toBe(422)
    expect((await act(support, 'nobody', 'answer', { text: 'oi' })).status).toBe(404)
    expect((await risk.get(`/api/support/${first.uId}`)).status).toBe(403)
    const audit = await deps.db.read('select * from office.staff_audit where subject_id = $1', [first.uId])
    expect(audit).toHaveLength(1)
    expect(JSON.stringify(audit)).not.toContain('Olá!')
  })

  it('is taken by one, handed over, and waits for that one only', async () => {
    const { uId } = await playerWrites('help')
    const before = [await waiting(support), await waiting(other)]
    expect((await act(support, uId, 'take', { from: null })).data.assignedToId).toBe(await idOf(support))
    expect((await act(other, uId, 'take', { from: null })).status).toBe(409)
    expect([await waiting(support), await waiting(other)]).toEqual([before[0], (before[1] ?? 0) - 1])
    const people = (await support.get<{ list: { id: string }[] }>('/api/support-people')).data.list
    expect(people.map(({ id }) => id).toSorted()).toEqual([await idOf(support), await idOf(other)].toSorted())
    expect((await act(support, uId, 'hand-over', { to: await idOf(risk) })).status).toBe(422)
    expect((await act(support, uId, 'hand-over', { to: await idOf(other) })).data.assignedToId).toBe(
      await idOf(other),
    )
    expect([await waiting(support), await waiting(other)]).toEqual([(before[0] ?? 0) - 1, before[1]])
  })

  it('a closed conversation is opened by staff, and by what the player writes', async () => {
    const player = await playerWrites('thanks')
    expect((await act(support, player.uId, 'reopen')).status).toBe(409)
    expect((await act(support, player.uId, 'close')).data).toMatchObject({ state: 'closed', unread: 0 })
    expect((await act(support, player.uId, 'close')).status).toBe(409)
    expect((await act(support, player.uId, 'reopen')).data.state).toBe('open')
    await act(support, player.uId, 'close')
    await playerWrites('one more thing', player)
    expect(await chatOf(player.uId)).toMatchObject({ state: 'waiting', unread: 1 })
  })

  it('is begun by staff, and opened again by what they write; the player has it unread, the timeline who wrote', async () => {
    const player = await product.createUser({})
    const { uId } = player
    expect((await act(risk, uId, 'write', { text: 'oi' })).status).toBe(403)
    expect((await act(support, 'nobody', 'write', { text: 'oi' })).status).toBe(404)
    expect((await act(support, uId, 'write', { text: ' ' })).status).toBe(422)
    expect((await support.get(`/api/support/${uId}`)).status).toBe(404)
    expect((await act(support, uId, 'write', { text: 'Falta um documento.' })).data).toMatchObject({
      state: 'open',
      assignedToName: 'Sueli Suporte',
      messages: [{ from: 'support', text: 'Falta um documento.' }],
    })
    const unread = async () =>
      (await product.get<{ unread: number }>('/api/app/chat/messages', { token: player.token })).data.unread
    expect(await unread()).toBe(1)
    await deps.clock.advance(1_000)
    await act(support, uId, 'hand-over', { to: await idOf(other) })
    await deps.clock.advance(1_000)
    await act(other, uId, 'close')
    await deps.clock.advance(1_000)
    expect((await act(other, uId, 'write', { text: 'Chegou, obrigado.' })).data.state).toBe('open')
    expect(await unread()).toBe(2)
    const timeline = await risk.get<Timeline>(`/api/players/${uId}/timeline?kind=chat`)
    const [again, closed, given, first] = timeline.data.entries
    expect([again?.what, closed?.what, given?.what, first?.what]).toEqual([
      'chatSupport',
      'support.close',
      'support.handOver',
      'chatSupport',
    ])
    expect(given?.about).toBe(`Sueli Suporte → ${again?.about}`)
    // Those who may not read the chat see that there was one, not what was written.
    expect(JSON.stringify(timeline.data)).not.toContain('documento')
  })

  it('has older messages on pages before', async () => {
    const player = await playerWrites('1')
    for (let count = 2; count <= 31; count++)
      await act(support, player.uId, 'answer', { text: String(count) })
    const last = await chatOf(player.uId)
    expect([last.messages[0]?.seq, last.messages.length, last.before]).toEqual([2, 30, 2])
    const { data } = await support.get<Chat>(`/api/support/${player.uId}?before=${last.before}`)
    expect([data.messages.map(({ text }) => text), data.before]).toEqual([['1'], null])
  })
})

it('canned answers are made, changed and removed; a shortcut is one answer’s', async () => {
  const fields = { shortcut: 'saque', title: 'Saque', texts: { pt_BR: 'O saque leva até 2 horas.' } }
  const made = await support.post<{ id: string }>('/api/canned/create', fields)
  expect(made).toMatchObject({ status: 200, data: fields })
  expect((await other.post('/api/canned/create', fields)).status).toBe(409)
  expect((await support.post('/api/canned/create', { ...fields, shortcut: 'x', texts: {} })).status).toBe(422)
  const { id } = made.data
  const changed = { ...fields, texts: { ...fields.texts, en_US: 'A withdrawal takes up to 2 hours.' } }
  expect((await other.post(`/api/canned/${id}/change`, changed)).data).toEqual({ id, ...changed })
  expect((await support.get<{ data: object[] }>('/api/canned')).data.data).toEqual([{ id, ...changed }])
  // From a form that was opened before.
  expect((await support.post(`/api/canned/${id}/change`, { ...fields, seen: fields })).status).toBe(409)
  expect((await support.post(`/api/canned/${id}/change`, { ...changed, seen: changed })).status).toBe(200)
  expect((await risk.get('/api/canned')).status).toBe(403)
  expect((await support.post(`/api/canned/${id}/remove`)).status).toBe(200)
  expect((await support.get<{ data: object[] }>('/api/canned')).data.data).toEqual([])
  expect((await support.post(`/api/canned/${id}/remove`)).status).toBe(404)
})
