/**
 * The chat page. The product frames it without an origin; the page knows its own session only, never the
 * player's token. contract/chatFrame.ts defines the messages between the page and its host.
 */
import '../../renderer/ui/tokens.css'
import '../../renderer/ui/fonts.css'
import './chat.css'
import { createRoot, type Root } from 'react-dom/client'
import { keepComposingKeys } from '#contract/composing.ts'
import { parseChatHostMessage, toChatFrame, type ChatPageMessage } from '#contract/chatFrame.ts'
import { ServerClock } from '#contract/ServerClock.ts'
import { languages, toLanguageCode, type Language } from '#contract/languages.ts'
import { createChatApi } from './ChatApi.ts'
import { Conversation } from './Conversation.ts'
import { loadTexts, type Texts } from './texts.ts'
import { createTimes } from './times.ts'
import { StandalonePage } from './view/StandalonePage.tsx'
import { ChatPage } from './view/ChatPage.tsx'

async function start(): Promise<void> {
  keepComposingKeys(window)
  const container = document.getElementById('chat')
  if (!container) throw new Error('no #chat in index.html')
  const query = new URLSearchParams(location.search)
  const code = toLanguageCode(query.get('lang') ?? undefined)
  const { locale } = languages[code]
  document.documentElement.lang = locale
  // The text size that the player has set in the product, in percent.
  const scale = Number(query.get('text'))
  if (scale > 100 && scale <= 200)
    document.documentElement.style.setProperty('--text-scale', `${scale / 100}`)
  const texts = await loadTexts(code)
  // A screen reader's list of landmarks shows it beside the main part of the page around the frame.
  container.setAttribute('aria-label', texts.title)
  const root = createRoot(container)
  if (window.parent === window) root.render(<StandalonePage texts={texts} />)
  else connect(root, texts, languages[code])
}

function connect(root: Root, texts: Texts, language: Language): void {
  const host = window.parent
  // The server's policy lets only our product frame us, and no message holds a secret: any origin may receive it.
  const postToHost = (message: ChatPageMessage) => host.postMessage(toChatFrame(message), '*')
  const clock = new ServerClock()
  const conversation = new Conversation({
    api: createChatApi(language.code),
    requestTicket: () => postToHost({ type: 'ready' }),
  })
  /** The draft as the host has it, serialized; undefined until the host has sent the one that it stored. */
  let knownDraft: string | undefined
  conversation.subscribe(() => {
    const { typed, unsent } = conversation.state
    const draft = {
      text: typed,
      unsent: unsent.map(({ key, text, state }) => ({ key, text, refused: state === 'refused' })),
    }
    const serialized = JSON.stringify(draft)
    if (knownDraft === undefined || knownDraft === serialized) return
    knownDraft = serialized
    postToHost({ type: 'draft', draft })
  })

  window.addEventListener('message', ({ source, data }) => {
    const message = source === host ? parseChatHostMessage(data) : undefined
    if (message?.type === 'init') {
      clock.note(message.time, performance.now())
      conversation.setLive(message.live)
      knownDraft ??= ''
      void conversation.open(message.ticket, message.draft)
    } else if (message?.type === 'wake') {
      conversation.setLive(message.live)
      void conversation.wake()
    } else if (message?.type === 'refused') conversation.refuse()
  })
  window.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') postToHost({ type: 'close' })
  })
  window.addEventListener('online', () => void conversation.wake())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void conversation.wake()
  })
  root.render(
    <ChatPage conversation={conversation} texts={texts} times={createTimes(language, texts, clock.now)} />,
  )
  postToHost({ type: 'ready' })
}

void start()
