import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { emptyDraft } from '#contract/chatFrame.ts'
import { ChatError, type ChatApi } from '#frames/chat/ChatApi.ts'
import { languages } from '#contract/languages.ts'
import { Conversation } from '#frames/chat/Conversation.ts'
import texts from '#frames/chat/texts/en_US.json'
import { createTimes } from '#frames/chat/times.ts'
import { StandalonePage } from '#frames/chat/view/StandalonePage.tsx'
import { ChatPage } from '#frames/chat/view/ChatPage.tsx'

const api: ChatApi = {
  open: async () => undefined,
  list: async () => ({
    list: [
      { id: 'a', seq: 1, from: 'support', text: 'Good morning', time: '2030-01-01T12:00:00Z' },
      { id: 'b', seq: 2, from: 'support', text: 'How can we help?', time: '2030-01-01T12:01:00Z' },
      { id: 'c', seq: 3, from: 'player', text: 'Hello', time: '2030-01-02T12:00:00Z' },
    ],
    unread: 0,
    next: 1,
  }),
  send: async () => {
    throw new ChatError('refused', 'Too many messages.')
  },
  read: async () => undefined,
}

const conversation = () => new Conversation({ api, requestTicket: () => undefined })
/** On a device whose clock is years behind the server's. */
const draw = (chat: Conversation) =>
  renderToStaticMarkup(
    <ChatPage
      conversation={chat}
      texts={texts}
      times={createTimes(languages.en_US, texts, () => Date.parse('2030-01-02T18:00:00Z'))}
    />,
  )
const count = (html: string, text: string) => html.split(text).length - 1

describe('the chat page', () => {
  it('covers the conversation until it is opened', () => {
    const html = draw(conversation())
    expect(html).toContain(`<p class="unseen" role="status">${texts.opening}</p>`)
    expect(html).toContain('<div class="cover"><div class="skeleton"')
    expect(html).toContain(`<textarea rows="1"`)
  })

  it('offers a retry when it could not be opened', () => {
    const chat = conversation()
    chat.refuse()
    const html = draw(chat)
    expect(html).toContain(`<p role="alert">${texts.failed.replace("'", '&#x27;')}</p>`)
    expect(html).toContain(`>${texts.tryAgain}</button>`)
  })

  it('shows a line for each day, the author of each group, and the button for older messages', async () => {
    const chat = conversation()
    await chat.open('ticket', emptyDraft)
    const html = draw(chat)
    expect(html).toContain('<div class="cover" hidden=""></div>')
    expect(count(html, '<li class="day">')).toBe(2)
    expect(html).toMatch(/<li class="day"><span>Yesterday\b.*<li class="day"><span>Today\b/)
    expect(count(html, '<li class="support first">')).toBe(1)
    expect(count(html, '<li class="support">')).toBe(1)
    expect(count(html, '<li class="player first">')).toBe(1)
    expect(html).toContain(`<button type="button" class="quiet older">${texts.older}</button>`)
    expect(html).toContain('<div class="welcome begun" hidden="">')
  })

  it('shows why a message was refused, with a retry and a way to discard it', async () => {
    const chat = conversation()
    await chat.open('ticket', emptyDraft)
    await chat.send('Again')
    const html = draw(chat)
    expect(html).toContain('<li class="player refused">')
    expect(html).toContain('<small>Too many messages.</small>')
    expect(html).toContain(`>${texts.retry}</button>`)
    expect(html).toContain(`>${texts.discard}</button>`)
  })

  it('shows how many characters are left near the limit, and marks an empty box', () => {
    const chat = conversation()
    expect(draw(chat)).toContain(`aria-label="${texts.send}" data-empty=""`)
    chat.type('x'.repeat(990))
    const html = draw(chat)
    expect(html).toContain(`<p class="left" role="status">${texts.left.replace('{count}', '10')}</p>`)
    expect(html).not.toContain('data-empty')
  })

  it('leads home when it is opened outside of the product', () => {
    expect(renderToStaticMarkup(<StandalonePage texts={texts} />)).toContain('<a href="/" class="solid">')
  })
})
