/**
 * The chat page: framed by the product, in a frame without an origin. It knows its own session only, never the
 * player's token. See contract/chatFrame.ts for what it says to its host.
 */
import '../renderer/ui/tokens.css'
import './chat.css'
import { parseChatHostMessage, toChatFrame, type ChatPageMessage } from '#contract/chatFrame.ts'
import { languages, toLanguageCode } from '#contract/languages.ts'
import { createChatApi } from './ChatApi.ts'
import { ChatView } from './ChatView.ts'
import { Conversation } from './Conversation.ts'
import { make } from './dom.ts'
import { loadTexts, type Texts } from './texts.ts'
import { createTimes } from './times.ts'

async function start(): Promise<void> {
  const root = document.getElementById('chat')
  if (!root) throw new Error('no #chat in index.html')
  const query = new URLSearchParams(location.search)
  const code = toLanguageCode(query.get('lang') ?? undefined)
  const { locale } = languages[code]
  document.documentElement.lang = locale
  // The product keeps it (services/textScale.ts); anything else is the drawn size.
  const scale = Number(query.get('text'))
  if (scale > 100 && scale <= 200)
    document.documentElement.style.setProperty('--text-scale', `${scale / 100}`)
  const texts = await loadTexts(code)
  if (window.parent === window) showAlone(root, texts)
  else connect(root, texts, code, locale)
}

function connect(root: HTMLElement, texts: Texts, code: string, locale: string): void {
  const host = window.parent
  // Whoever frames us is our product: the server's policy says so. Nothing secret is ever posted.
  const tell = (message: ChatPageMessage) => host.postMessage(toChatFrame(message), '*')
  /** What the host was told last; undefined until it has told what it kept. */
  let told: string | undefined
  const conversation: Conversation = new Conversation({
    api: createChatApi(code),
    askTicket: () => tell({ type: 'ready' }),
    onChange: () => {
      view.draw()
      tellDraft()
    },
  })
  const view: ChatView = new ChatView(root, conversation, {
    texts,
    times: createTimes(locale, texts),
    onDraft: tellDraft,
  })
  function tellDraft(): void {
    const unsent = conversation.state.unsent.map(({ key, text }) => ({ key, text }))
    const draft = { text: view.draftText, unsent }
    const now = JSON.stringify(draft)
    if (told === undefined || told === now) return
    told = now
    tell({ type: 'draft', draft })
  }

  window.addEventListener('message', ({ source, data }) => {
    const message = source === host ? parseChatHostMessage(data) : undefined
    if (message?.type === 'init') {
      conversation.setLive(message.live)
      view.restore(message.draft.text)
      told ??= ''
      void conversation.open(message.ticket, message.draft)
    } else if (message?.type === 'wake') {
      conversation.setLive(message.live)
      void conversation.wake()
    } else if (message?.type === 'refused') conversation.refuse()
  })
  window.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.isComposing) tell({ type: 'close' })
  })
  window.addEventListener('online', () => void conversation.wake())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void conversation.wake()
  })
  tell({ type: 'ready' })
  view.focus()
}

/** Opened by itself, outside of the product. */
function showAlone(root: HTMLElement, texts: Texts): void {
  root.append(
    make(
      'div',
      { class: 'alone' },
      make('h1', {}, texts.title),
      make('p', {}, texts.alone),
      make('a', { href: '/', class: 'solid' }, texts.home),
    ),
  )
}

void start()
