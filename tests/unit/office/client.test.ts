import { describe, expect, it, vi } from 'vitest'
import { ServerClock } from '#contract/ServerClock.ts'
import { auditCalls } from '#contract/office/audit.ts'
import { officeCalls } from '#contract/office/calls.ts'
import { passiveHeader, personHeader } from '#contract/office/officeCall.ts'
import type { QueueCount, QueueKind } from '#contract/office/queue.ts'
import { sessionCalls } from '#contract/office/session.ts'
import { staffCalls } from '#contract/office/staff.ts'
import { createDataProvider } from '#office/data/dataProvider.ts'
import { addressOf, createOfficeClient } from '#office/data/officeClient.ts'
import { OfficeError } from '#office/data/OfficeError.ts'
import type { SessionEnd } from '#office/data/SessionStore.ts'
import { knownQueue } from '#office/data/knownQueue.ts'

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers })

function clientOf(answer: () => Response | Promise<Response>) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => answer())
  const onSessionEnd = vi.fn<(why: SessionEnd) => void>()
  const hasWorked = vi.fn<() => boolean>(() => true)
  const person = vi.fn<() => string | undefined>(() => undefined)
  const clock = new ServerClock()
  const client = createOfficeClient({
    onTime: (time, since) => clock.note(time, since),
    fetch,
    language: () => 'en',
    hasWorked,
    person,
    onSessionEnd,
    failureText: (code) => code,
  })
  const sent = (index = 0) => {
    const [address, init] = fetch.mock.calls[index] ?? []
    return { address: String(address), ...init, headers: init?.headers as Record<string, string> }
  }
  return { client, fetch, sent, onSessionEnd, hasWorked, person, clock }
}

const failureOf = async (promise: Promise<unknown>): Promise<OfficeError> => {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof OfficeError)) throw new Error('did not fail')
  return error
}

const unlock = { params: { id: 'a b' }, body: { reason: 'ok' } }

describe('calls of the office', () => {
  it('send language and, for actions, a key of their own or the given one', async () => {
    const { client, sent } = clientOf(() => json(200, { id: '1' }))
    await client.call(staffCalls.unlock, unlock)
    await client.call(staffCalls.unlock, unlock, { idempotencyKey: 'same' })
    await client.call(sessionCalls.logout, {})
    expect(sent(0)).toMatchObject({
      address: '/api/staff/a%20b/unlock',
      method: 'POST',
      body: '{"reason":"ok"}',
    })
    expect(sent(0).headers['accept-language']).toBe('en')
    expect(sent(0).headers['Idempotency-Key']).toMatch(/^[\da-f-]{36}$/)
    expect(sent(1).headers['Idempotency-Key']).toBe('same')
    expect(sent(2).headers).not.toHaveProperty('Idempotency-Key')
  })

  it('tell the time of the server, whatever the clock of the computer says', async () => {
    const { client, clock } = clientOf(() => json(200, {}, { date: 'Wed, 06 Mar 2030 10:00:00 GMT' }))
    await client.call(sessionCalls.get, {})
    expect(new Date(clock.now()).toISOString()).toMatch(/^2030-03-06T10:00:0/)
  })

  it('leave empty filters out of the address', () => {
    const query = { action: 'staff.invite', subjectId: '', page: 2 }
    expect(addressOf(auditCalls.list, { query })).toBe('/api/audit?action=staff.invite&page=2')
  })

  it('tell an answer from a wait for a second person', async () => {
    const waiting = clientOf(() => json(202, { approvalId: '7' }))
    expect(await waiting.client.act(staffCalls.unlock, unlock)).toEqual({
      isPending: true,
      approval: { approvalId: '7' },
    })
    const done = clientOf(() => json(200, { id: '1' }))
    expect(await done.client.act(staffCalls.unlock, unlock)).toEqual({
      isPending: false,
      answer: { id: '1' },
    })
  })

  it('fail with code, fields, the missing permission and the time to wait', async () => {
    const error = (code: string, more: object = {}) => ({ error: { code, message: 'No.', ...more } })
    const fields = clientOf(() => json(422, error('invalid', { fields: { reason: 'Too short.' } })))
    expect(await failureOf(fields.client.call(staffCalls.unlock, unlock))).toMatchObject({
      status: 422,
      message: 'No.',
      fields: { reason: 'Too short.' },
    })
    const forbidden = clientOf(() => json(403, error('forbidden')))
    expect((await failureOf(forbidden.client.call(staffCalls.unlock, unlock))).permission).toBe(
      'staff.change',
    )
    const locked = clientOf(() => json(429, error('locked'), { 'retry-after': '90' }))
    const login = { body: { email: 'a', password: 'b' } }
    expect((await failureOf(locked.client.call(sessionCalls.login, login))).retryAfter).toBe(90)
  })

  it('say that nothing, or something else than the office, answered', async () => {
    const offline = clientOf(() => Promise.reject(new TypeError('Failed to fetch')))
    expect((await failureOf(offline.client.call(sessionCalls.get, {}))).code).toBe('offline')
    const page = clientOf(() => new Response('<html>', { status: 502 }))
    expect((await failureOf(page.client.call(sessionCalls.get, {}))).code).toBe('unreadable')
    const fine = clientOf(() => new Response('<html>'))
    expect((await failureOf(fine.client.call(sessionCalls.get, {}))).code).toBe('unreadable')
  })

  it('end the session on 401 of a call that needs one, not on a wrong password', async () => {
    const body = { error: { code: 'notLoggedIn', message: 'No.' } }
    const ended = clientOf(() => json(401, body))
    await failureOf(ended.client.call(staffCalls.unlock, unlock))
    expect(ended.onSessionEnd).toHaveBeenCalledExactlyOnceWith('expired')
    const wrong = clientOf(() => json(401, { error: { code: 'badCredentials', message: 'No.' } }))
    await failureOf(wrong.client.call(sessionCalls.login, { body: { email: 'a', password: 'b' } }))
    expect(wrong.onSessionEnd).not.toHaveBeenCalled()
  })

  it('of a read that nobody has asked for say so, whatever the page is', async () => {
    const { client, sent, hasWorked } = clientOf(() => json(200, { data: [], hasNext: false }))
    await client.call(auditCalls.list, { query: {} })
    hasWorked.mockReturnValue(false)
    for (const call of officeCalls.filter(({ method }) => method === 'GET'))
      await client.call(call, { params: { id: '1' } })
    await client.call(staffCalls.unlock, unlock)
    const marks = Array.from(
      { length: officeCalls.filter(({ method }) => method === 'GET').length },
      (_, index) => sent(index + 1),
    )
    expect(sent(0).headers).not.toHaveProperty(passiveHeader)
    expect(marks.filter(({ headers }) => headers[passiveHeader] !== '1')).toEqual([])
    expect(sent(marks.length + 1).headers).not.toHaveProperty(passiveHeader)
  })

  it('name the person whose page it is, and end the session when it is that of another one', async () => {
    const taken = clientOf(() => json(409, { error: { code: 'otherPerson', message: 'No.' } }))
    await failureOf(taken.client.call(sessionCalls.get, {}))
    expect(taken.sent().headers).not.toHaveProperty(personHeader)
    taken.person.mockReturnValue('ana')
    await failureOf(taken.client.call(staffCalls.unlock, unlock))
    expect(taken.sent(1).headers[personHeader]).toBe('ana')
    expect(taken.onSessionEnd).toHaveBeenLastCalledWith('otherPerson')
  })
})

describe('lists of ra-core', () => {
  it('are pages of the office, and changes are refused', async () => {
    const { client, sent } = clientOf(() => json(200, { data: [{ id: '1' }], hasNext: true }))
    const provider = createDataProvider(client)
    const page = await provider.getList('staff', {
      pagination: { page: 2, perPage: 50 },
      sort: { field: 'name', order: 'DESC' },
      filter: { q: 'ana' },
    })
    expect(page).toEqual({ data: [{ id: '1' }], pageInfo: { hasNextPage: true, hasPreviousPage: true } })
    expect(sent().address).toBe('/api/staff?q=ana&page=2&perPage=50&sort=name&order=desc')
    await expect(provider.create('staff', { data: {} })).rejects.toThrow('actions')
    await expect(provider.getOne('nothing', { id: '1' })).rejects.toThrow('no call nothing.get')
  })
})

it('the page leaves out what waits that only a later server knows', () => {
  const known: QueueCount = { kind: 'withdrawals', count: 2, oldestAt: null }
  const later: string = 'later'
  const counts = [known, { ...known, kind: later as QueueKind }]
  expect(knownQueue({ counts })).toEqual({ counts: [known] })
})

it('links that save files say in which language, and whose page they are on', () => {
  const { client, person } = clientOf(() => json(200, {}))
  const query = { action: 'staff.invite', subjectId: '' }
  const address = '/api/audit.csv?action=staff.invite&lang=en'
  expect(client.fileAddress(auditCalls.export, query)).toBe(address)
  person.mockReturnValue('ana')
  expect(client.fileAddress(auditCalls.export, query)).toBe(`${address}&person=ana`)
})
