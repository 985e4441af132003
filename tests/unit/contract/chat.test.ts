import { describe, expect, it } from 'vitest'
import { emptyDraft, parseChatHostMessage, parseChatPageMessage, toChatFrame } from '#contract/chatFrame.ts'
import { sanitizeChatText } from '#contract/rules/chat.ts'
import { liveChatUrl } from '#contract/rules/liveChat.ts'

const key = '0123456789abcdef0123456789abcdef'

describe('messages between the chat panel and its frame', () => {
  it('arrive as they were posted', () => {
    const draft = { text: 'metade', unsent: [{ key, text: 'não foi', refused: true }] }
    for (const message of [{ type: 'ready' }, { type: 'close' }, { type: 'draft', draft }] as const) {
      expect(parseChatPageMessage(toChatFrame(message))).toEqual(message)
    }
    for (const message of [
      { type: 'init', ticket: 't', time: 1_900_000_000_000, live: true, draft },
      { type: 'refused' },
      { type: 'wake', live: false },
    ] as const) {
      expect(parseChatHostMessage(toChatFrame(message))).toEqual(message)
    }
  })

  it.each([
    undefined,
    null,
    'ready',
    [],
    { type: 'ready' },
    { source: 'other', type: 'ready' },
    { source: 'palpite', type: 'init', time: 1, ticket: 7 },
    { source: 'palpite', type: 'init', time: 'now', ticket: 't' },
    { source: 'palpite', type: 'init', time: 1, ticket: 'x'.repeat(201) },
    { source: 'palpite', type: 'token' },
  ])('are dropped when foreign or malformed: %j', (data) => {
    expect(parseChatPageMessage(data)).toBeUndefined()
    expect(parseChatHostMessage(data)).toBeUndefined()
  })

  it('accept only well-formed drafts', () => {
    const parse = (draft: unknown) => parseChatPageMessage({ source: 'palpite', type: 'draft', draft })
    expect(parse(undefined)).toEqual({ type: 'draft', draft: emptyDraft })
    const unsent = [
      { key: 'short', text: 'a' },
      { key, text: 3 },
      { key, text: 'b'.repeat(2_000) },
    ]
    expect(parse({ text: 5, unsent })).toEqual({
      type: 'draft',
      draft: { text: '', unsent: [{ key, text: 'b'.repeat(1_000), refused: false }] },
    })
  })
})

describe('the text of a message', () => {
  it.each([
    ['  oi  ', 'oi'],
    ['a\r\nb\rc', 'a\nb\nc'],
    ['a  \n\n\n\n  b', 'a\n\n  b'],
    ['a\u0000b\u0007\u202ec\u2066', 'abc'],
    ['a\tb', 'a b'],
    ['👩‍💻 🏴󠁧󠁢󠁥󠁮󠁧󠁿 café', '👩‍💻 🏴󠁧󠁢󠁥󠁮󠁧󠁿 café'],
    ['x\ud800y', 'xy'],
    [' \n\u0000 ', ''],
  ])('%j is sanitised to %j', (text, sanitised) => {
    expect(sanitizeChatText(text)).toBe(sanitised)
    expect(sanitizeChatText(sanitised)).toBe(sanitised)
  })
})

it('LiveChat gets the licence, which cannot inject anything, and nothing about the player', () => {
  expect(liveChatUrl('123/../456?x=1')).toBe(
    'https://secure.livechatinc.com/licence/123%2F..%2F456%3Fx%3D1/v2/open_chat.cgi?groups=0',
  )
})
