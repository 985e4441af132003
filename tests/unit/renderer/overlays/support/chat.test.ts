import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toChatFrame } from '#contract/chatFrame.ts'
import { ChatInboxStore } from '#renderer/app/ChatInboxStore.ts'
import { FrameActivity } from '#renderer/features/activity/FrameActivity.ts'
import { ChatPanelStore } from '#renderer/overlays/support/ChatPanelStore.ts'
import { ChatDraftStore } from '#renderer/overlays/support/ChatDraftStore.ts'
import { createFixture, settled } from '../../stores/rootFixture.ts'

const calls = {
  info: '/api/app/main/appInfo',
  ticket: '/api/app/chat/ticket',
  unread: '/api/app/chat/unread',
  messages: '/api/app/chat/messages',
}
const key = '0123456789abcdef0123456789abcdef'
const message = { id: 'm1', seq: 1, from: 'support' as const, text: 'Oi', time: '2030-01-01T00:00:00Z' }

function setUp(info: object = { chat: 'own', supportId: null }) {
  const fixture = createFixture()
  let tickets = 0
  fixture.respond(calls.info, { data: { brand: 'Palpite', messenger: null, ...info } })
  fixture.respond(calls.ticket, () => ({
    data: { ticket: `t${++tickets}`, url: 'http://10.0.0.1:5250/chat?lang=pt_BR', expiresTime: '' },
  }))
  fixture.respond(calls.unread, { data: { unread: 2 } })
  return fixture
}

async function openPanel(info?: object) {
  const fixture = setUp(info)
  await fixture.root.start()
  await fixture.enter()
  fixture.root.overlays.open('chat')
  const panel = new ChatPanelStore(fixture.root)
  const stop = panel.start()
  await settled()
  const posted: unknown[] = []
  const postFromFrame = (data: object) =>
    panel.receive({ source: 'palpite', ...data }, (one) => posted.push(one))
  return { fixture, panel, stop, posted, postFromFrame }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('chat panel', () => {
  it('frames our page, by its path on the web, and gives it a ticket, not the token', async () => {
    const { panel, posted, postFromFrame } = await openPanel()
    expect(panel.frame).toEqual({ kind: 'own', url: '/chat?lang=pt_BR' })
    expect(panel.state).toBe('loading')
    postFromFrame({ type: 'ready' })
    await settled()
    expect(panel.state).toBe('ready')
    expect(posted).toEqual([
      toChatFrame({
        type: 'init',
        ticket: 't1',
        time: expect.any(Number) as number,
        live: false,
        draft: { text: '', unsent: [] },
      }),
    ])
    expect(JSON.stringify(posted)).not.toContain('stored')
  })

  it('gets a new ticket for a page that requests another one', async () => {
    const { posted, postFromFrame } = await openPanel()
    postFromFrame({ type: 'ready' })
    await settled()
    postFromFrame({ type: 'ready' })
    await settled()
    expect(posted).toMatchObject([{ ticket: 't1' }, { ticket: 't2' }])
  })

  it('tells the page when there is no ticket', async () => {
    const { fixture, posted, postFromFrame } = await openPanel()
    postFromFrame({ type: 'ready' })
    await settled()
    fixture.respond(calls.ticket, { httpStatus: 500 })
    postFromFrame({ type: 'ready' })
    await settled()
    expect(posted.at(-1)).toEqual(toChatFrame({ type: 'refused' }))
    expect(fixture.root.alerts.current).toBeUndefined()
  })

  it('notifies the page of new messages, and says whether the connection is live', async () => {
    const { fixture, posted, postFromFrame, stop } = await openPanel()
    postFromFrame({ type: 'ready' })
    await settled()
    fixture.emitEvent({ name: 'chat:message', payload: { message } })
    expect(posted.at(-1)).toEqual(toChatFrame({ type: 'wake', live: false }))
    fixture.emitStatus('online')
    expect(posted.at(-1)).toEqual(toChatFrame({ type: 'wake', live: true }))
    const { length } = posted
    stop()
    fixture.emitEvent({ name: 'chat:message', payload: { message } })
    expect(posted).toHaveLength(length)
  })

  it('closes when the page asks for it, and keeps unsent text until the logout', async () => {
    const { fixture, postFromFrame } = await openPanel()
    const activity = fixture.root.feature(FrameActivity)
    expect(activity.count).toBe(0)
    postFromFrame({ type: 'draft', draft: { text: 'metade', unsent: [{ key, text: 'não foi' }] } })
    // The player types: an idle session does not end.
    expect(activity.count).toBe(1)
    postFromFrame({ type: 'close' })
    expect(fixture.root.overlays.current).toBeNull()
    const reopen = async () => {
      const panel = new ChatPanelStore(fixture.root)
      panel.start()
      await settled()
      const posted: unknown[] = []
      panel.receive({ source: 'palpite', type: 'ready' }, (one) => posted.push(one))
      await settled()
      return posted[0]
    }
    expect(await reopen()).toMatchObject({ draft: { text: 'metade', unsent: [{ text: 'não foi' }] } })
    await fixture.root.session.end()
    await fixture.enter()
    expect(await reopen()).toMatchObject({ draft: { text: '', unsent: [] } })
  })

  it('on closing, sends pending messages with the page’s keys, and again when the network is back', async () => {
    const { fixture, stop, postFromFrame } = await openPanel()
    const draft = {
      text: 'metade',
      unsent: [
        { key, text: 'a caminho', refused: false },
        { key: key.replace('0', 'f'), text: 'recusada', refused: true },
      ],
    }
    postFromFrame({ type: 'draft', draft })
    fixture.respond(calls.messages, { networkError: true })
    fixture.root.overlays.close()
    stop()
    await vi.advanceTimersByTimeAsync(10_000)
    const { draft: kept } = fixture.root.feature(ChatDraftStore)
    expect(kept).toEqual(draft)
    const before = fixture.count(calls.messages)
    fixture.respond(calls.messages, { data: { ...message, from: 'player' } })
    fixture.emitStatus('online')
    await settled()
    expect(fixture.count(calls.messages)).toBe(before + 1)
    expect(fixture.sent.findLast(({ path }) => path === calls.messages)).toMatchObject({
      idempotencyKey: key,
      body: JSON.stringify({ text: 'a caminho' }),
    })
    expect(fixture.root.feature(ChatDraftStore).draft.unsent).toEqual(draft.unsent.slice(1))
  })

  it('keeps a message that the server refuses for the player to send again', async () => {
    const { fixture, stop, postFromFrame } = await openPanel()
    const unsent = [{ key, text: 'rápido', refused: false }]
    postFromFrame({ type: 'draft', draft: { text: '', unsent } })
    fixture.respond(calls.messages, { httpStatus: 429, status: 429, message: 'Calma!' })
    fixture.root.overlays.close()
    stop()
    await settled()
    fixture.emitStatus('online')
    await settled()
    expect(fixture.count(calls.messages)).toBe(1)
    expect(fixture.root.feature(ChatDraftStore).draft.unsent).toEqual([
      { key, text: 'rápido', refused: true },
    ])
    expect(fixture.root.alerts.current).toBeUndefined()
  })

  it('shows a failure when the page stays silent or there is no ticket, and retries', async () => {
    const { fixture, panel } = await openPanel()
    await vi.advanceTimersByTimeAsync(15_000)
    expect([panel.state, panel.frame]).toEqual(['failed', null])
    fixture.respond(calls.ticket, { httpStatus: 500 })
    panel.retry()
    await settled()
    expect(panel.state).toBe('failed')
    const { attempt } = panel
    fixture.respond(calls.ticket, { data: { ticket: 't9', url: 'http://a.test/chat?lang=pt_BR' } })
    panel.retry()
    await settled()
    expect(panel.frame?.kind).toBe('own')
    expect(panel.attempt).toBe(attempt + 1)
  })

  it('shows LiveChat with the licence id and nothing about the player; fails when the host refuses it', async () => {
    const { fixture, panel } = await openPanel({ chat: 'licence', supportId: '12345' })
    expect(panel.frame).toEqual({
      kind: 'licence',
      url: 'https://secure.livechatinc.com/licence/12345/v2/open_chat.cgi?groups=0',
    })
    expect(fixture.count(calls.ticket)).toBe(0)
    panel.frameLoaded()
    expect(panel.state).toBe('ready')
    // Messages from LiveChat's window are not ours.
    panel.receive({ source: 'palpite', type: 'close' }, () => undefined)
    expect(fixture.root.overlays.current?.name).toBe('chat')
    panel.onCspViolation('https://elsewhere.test/')
    expect(panel.state).toBe('ready')
    panel.onCspViolation('https://secure.livechatinc.com')
    expect(panel.state).toBe('failed')
  })

  it('shows the help texts where support does not reply to chats', async () => {
    const { fixture } = await openPanel({ chat: 'none', supportId: null })
    expect(fixture.root.overlays.current?.name).toBe('support')
  })
})

describe('chat button', () => {
  it('opens the chat for a player, the login for a guest', async () => {
    const { root, enter } = setUp()
    root.openSupport()
    expect(root.overlays.current?.name).toBe('login')
    await enter()
    root.openSupport()
    expect(root.overlays.current?.name).toBe('chat')
  })

  it('counts unread messages: at login, with each message, and when the panel closes', async () => {
    const fixture = setUp()
    const { realtime } = fixture.root
    await fixture.root.start()
    new ChatInboxStore(fixture.root).start()
    await settled()
    expect(fixture.count(calls.unread)).toBe(0)
    await fixture.enter()
    expect(realtime.unreadChat).toBe(2)
    fixture.respond(calls.unread, { data: { unread: 3 } })
    fixture.emitEvent({ name: 'chat:message', payload: { message } })
    await settled()
    expect(realtime.unreadChat).toBe(3)
    expect(fixture.root.alerts.toasts).toMatchObject([{ message: { key: 'chat.newMessage' } }])
    fixture.emitEvent({ name: 'chat:message', payload: { message: { ...message, from: 'player' } } })
    fixture.root.overlays.open('chat')
    fixture.emitEvent({ name: 'chat:message', payload: { message } })
    expect(fixture.root.alerts.toasts).toHaveLength(1)
    fixture.emitEvent({ name: 'chat:read', payload: { unread: 0 } })
    expect(realtime.unreadChat).toBe(0)
    fixture.respond(calls.unread, { data: { unread: 1 } })
    fixture.root.overlays.close()
    await settled()
    expect(realtime.unreadChat).toBe(1)
    await fixture.root.session.end()
    expect(realtime.unreadChat).toBe(0)
  })
})
