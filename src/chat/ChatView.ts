import { Composer } from './Composer.ts'
import type { Conversation, ConversationState } from './Conversation.ts'
import { icon, make } from './dom.ts'
import { MessageList } from './MessageList.ts'
import type { Texts } from './texts.ts'
import type { Times } from './times.ts'

const down = 'M12 5v14M6 13l6 6 6-6'
/** So near to its end, in px, the conversation counts as followed. */
const nearPx = 80
const spokenMs = 1_000

/** The page: the conversation, what is wrong with the network, the text box. */
export class ChatView {
  private readonly conversation: Conversation
  private readonly texts: Texts
  private readonly list: MessageList
  private readonly composer: Composer
  private readonly scroller: HTMLDivElement
  private readonly older: HTMLButtonElement
  private readonly welcome: HTMLDivElement
  private readonly newest: HTMLButtonElement
  private readonly offline: HTMLParagraphElement
  private readonly spoken: HTMLParagraphElement
  private readonly cover: HTMLDivElement
  /** The last message of the support that was shown, to tell what is new. */
  private lastHeard = 0
  private lastShown = 0
  private isFirst = true
  private silence: ReturnType<typeof setTimeout> | undefined
  private shownPhase: ConversationState['phase'] | undefined

  constructor(
    root: HTMLElement,
    conversation: Conversation,
    { texts, times, onDraft }: { texts: Texts; times: Times; onDraft: () => void },
  ) {
    this.conversation = conversation
    this.texts = texts
    this.list = new MessageList(texts, times, {
      retry: (key) => void conversation.retry(key),
      discard: (key) => {
        conversation.discard(key)
        this.composer.focus()
      },
    })
    this.composer = new Composer(texts, {
      send: (text) => {
        void conversation.send(text)
        this.toEnd()
      },
      change: onDraft,
    })
    this.older = make('button', { type: 'button', class: 'quiet older' }, texts.older)
    this.older.addEventListener('click', () => void this.loadOlder())
    this.welcome = this.makeWelcome()
    this.scroller = make(
      'div',
      { class: 'scroller', role: 'log', 'aria-label': texts.conversation, 'aria-live': 'off', tabindex: 0 },
      this.older,
      this.welcome,
      this.list.node,
    )
    this.scroller.addEventListener('scroll', () => this.follow(), { passive: true })
    this.newest = make('button', { type: 'button', class: 'newest' }, icon(down), texts.newest)
    this.newest.addEventListener('click', () => this.toEnd())
    this.offline = make('p', { class: 'offline', role: 'status' })
    this.spoken = make('p', { class: 'unseen', role: 'status' })
    this.cover = make('div', { class: 'cover' })
    root.append(
      make('h1', { class: 'unseen' }, texts.title),
      this.offline,
      make('div', { class: 'stage' }, this.scroller, this.newest, this.cover),
      this.composer.node,
      this.spoken,
    )
    this.draw()
  }

  get draftText(): string {
    return this.composer.text
  }

  /** What was written before; what is in the box now stays. */
  restore(text: string): void {
    if (this.composer.text === '' && text !== '') this.composer.set(text)
  }

  draw(): void {
    const { state } = this.conversation
    const isFollowed = this.isAtEnd()
    const height = this.scroller.scrollHeight
    const { scrollTop } = this.scroller
    const firstBefore = this.list.node.firstElementChild
    this.older.hidden = !state.hasOlder
    this.older.disabled = state.isLoadingOlder
    this.welcome.hidden = state.hasOlder || state.phase !== 'ready'
    this.welcome.classList.toggle('begun', state.messages.length + state.unsent.length > 0)
    this.list.draw(state)
    this.offline.textContent = state.isOffline && state.phase === 'ready' ? this.texts.offline : ''
    this.drawCover(state)
    // Older messages above: what the player looks at stays where it is.
    const isPrepended = firstBefore !== null && this.list.node.firstElementChild !== firstBefore
    if (isPrepended) this.scroller.scrollTop = scrollTop + this.scroller.scrollHeight - height
    else if (isFollowed || (this.isFirst && state.phase === 'ready')) this.toEnd()
    if (state.phase === 'ready') this.announce(state)
    this.follow()
  }

  /** The text box has the focus, except on a touch screen, where it would raise the keyboard. */
  focus(): void {
    if (matchMedia('(hover: hover)').matches) this.composer.focus()
  }

  private announce({ messages }: ConversationState): void {
    const fresh = messages.filter(({ from, seq }) => from === 'support' && seq > this.lastHeard)
    this.lastHeard = fresh.at(-1)?.seq ?? this.lastHeard
    if (!this.isFirst && fresh.length > 0) {
      this.say(fresh.map(({ text }) => `${this.texts.support}: ${text}`).join('\n'))
    }
    this.isFirst = false
  }

  /** Read out, then gone: whoever walks through the page meets each message once. */
  private say(text: string): void {
    this.spoken.textContent = text
    clearTimeout(this.silence)
    this.silence = setTimeout(() => (this.spoken.textContent = ''), spokenMs)
  }

  private drawCover({ phase }: ConversationState): void {
    if (phase === this.shownPhase) return
    this.shownPhase = phase
    this.cover.hidden = phase === 'ready'
    if (phase === 'opening') {
      this.cover.replaceChildren(
        make('div', { class: 'skeleton', 'aria-hidden': 'true' }, make('i'), make('i'), make('i')),
        make('p', { class: 'unseen', role: 'status' }, this.texts.opening),
      )
    } else if (phase === 'failed') {
      const again = make('button', { type: 'button', class: 'solid' }, this.texts.tryAgain)
      again.addEventListener('click', () => this.conversation.reopen())
      this.cover.replaceChildren(make('p', { role: 'alert' }, this.texts.failed), again)
    } else this.cover.replaceChildren()
  }

  private makeWelcome(): HTMLDivElement {
    const topics = this.texts.topics.map((topic) => {
      const button = make('button', { type: 'button' }, topic)
      button.addEventListener('click', () => {
        this.composer.set(topic)
        this.composer.focus()
      })
      return button
    })
    return make(
      'div',
      { class: 'welcome' },
      make('p', { class: 'greeting' }, this.texts.greeting),
      make('p', {}, this.texts.note),
      make('div', { class: 'topics' }, ...topics),
    )
  }

  private async loadOlder(): Promise<void> {
    await this.conversation.loadOlder()
    // The button may be gone now: the focus stays where the reading goes on.
    if (this.older.hidden && document.activeElement === document.body) this.scroller.focus()
  }

  /** At the end everything is seen; away from it a button says that there is something new. */
  private follow(): void {
    const { messages, phase } = this.conversation.state
    const last = messages.at(-1)?.seq ?? 0
    if (this.isAtEnd()) {
      this.lastShown = last
      if (phase === 'ready' && document.visibilityState === 'visible') void this.conversation.seen()
    }
    this.newest.hidden = last <= this.lastShown
  }

  private isAtEnd(): boolean {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller
    return scrollHeight - scrollTop - clientHeight < nearPx
  }

  private toEnd(): void {
    this.scroller.scrollTop = this.scroller.scrollHeight
  }
}
