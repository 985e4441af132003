import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { parseChatPageMessage, toChatFrame, type ChatHostMessage } from '#contract/chatFrame.ts'
import { chatCalls } from '#contract/http/chat.ts'
import { liveChatOrigin, liveChatUrl } from '#contract/rules/liveChat.ts'
import { keepDraft, readDraft } from './chatDrafts.ts'
import type { RootStore } from './RootStore.ts'
import { ignoreCallError } from './SessionStore.ts'

/** What the frame shows: our own page, or LiveChat's window. */
export interface ChatFrame {
  kind: 'own' | 'licence'
  url: string
}

/** A page that has not said a word by then will not come. */
const silenceMs = 15_000
/** Tickets live a minute; one that is older than this is not handed out any more. */
const ticketKeptMs = 45_000

/**
 * The chat panel (spec §2): which chat there is, its frame, and what the frame and the product tell each other
 * (contract/chatFrame.ts). The page gets a ticket, never the player's token.
 */
export class ChatPanelStore {
  state: 'loading' | 'ready' | 'failed' = 'loading'
  frame: ChatFrame | null = null
  /** Grows with each attempt: a new frame. */
  attempt = 0
  private ticket: { value: string; at: number } | null = null
  private post: ((message: ReturnType<typeof toChatFrame<ChatHostMessage>>) => void) | null = null
  private isAsking = false
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly root: RootStore) {
    makeAutoObservable<this, 'root' | 'ticket' | 'post' | 'isAsking' | 'timer'>(this, {
      root: false,
      frame: observableRef,
      ticket: false,
      post: false,
      isAsking: false,
      timer: false,
    })
  }

  /** Returns its undoing. */
  start(): () => void {
    const { realtime } = this.root
    void this.load()
    const wake = () => this.tell({ type: 'wake', live: this.isLive })
    const undo = [
      realtime.onPart((event) => event.name.startsWith('chat:') && wake()),
      reaction(() => [realtime.status, realtime.reconnects], wake),
    ]
    return () => {
      for (const stop of undo) stop()
      clearTimeout(this.timer)
    }
  }

  retry(): void {
    this.state = 'loading'
    this.frame = null
    this.ticket = null
    void this.load()
  }

  /** Something came from the frame; `post` answers it. */
  receive(data: unknown, post: NonNullable<ChatPanelStore['post']>): void {
    const message = parseChatPageMessage(data)
    if (!message || this.frame?.kind !== 'own') return
    this.post = post
    if (message.type === 'ready') {
      this.loaded()
      void this.init()
    } else if (message.type === 'close') this.root.overlays.close()
    else keepDraft(this.root, message.draft)
  }

  /** The frame has loaded something: for a window that says nothing, that has to do. */
  frameLoaded(): void {
    if (this.frame?.kind === 'licence') this.loaded()
  }

  /** The host's policy does not let LiveChat be framed (an Electron window that was not told of it). */
  refused(blocked: string): void {
    if (this.frame?.kind === 'licence' && blocked.startsWith(liveChatOrigin)) this.fail()
  }

  private async load(): Promise<void> {
    const { device, session, overlays } = this.root
    this.wait()
    try {
      if (!device.info) await device.load()
      if (!session.player) await session.refresh()
      const { chat, supportId } = device.info ?? { chat: 'none', supportId: null }
      if (chat === 'none') return void overlays.open('support')
      const frame: ChatFrame =
        chat === 'licence' && supportId && session.player
          ? { kind: 'licence', url: liveChatUrl(supportId, session.player) }
          : { kind: 'own', url: await this.takeTicket() }
      runInAction(() => {
        this.frame = frame
        this.attempt++
      })
    } catch (error) {
      ignoreCallError(error)
      this.fail()
    }
  }

  /** A ticket for the page to come. Answers the page's address. */
  private async takeTicket(): Promise<string> {
    const { ticket, url } = await this.root.api.call(
      chatCalls.ticket,
      { body: {} },
      { loading: false, isAwaited: true, ownFailure: true },
    )
    this.ticket = { value: ticket, at: performance.now() }
    const page = new URL(url)
    const scale = this.root.storages.local.get('textScale')
    if (scale) page.searchParams.set('text', String(scale))
    // On the web it is our own origin, whatever name the server knows itself by behind a proxy.
    return this.root.platform.host === 'web' ? page.pathname + page.search : page.href
  }

  private async init(): Promise<void> {
    if (this.isAsking) return
    this.isAsking = true
    try {
      const isFresh = this.ticket !== null && performance.now() - this.ticket.at < ticketKeptMs
      if (!isFresh) await this.takeTicket()
      const ticket = this.ticket?.value ?? ''
      this.ticket = null
      this.tell({ type: 'init', ticket, live: this.isLive, draft: readDraft(this.root) })
    } catch (error) {
      ignoreCallError(error)
      this.tell({ type: 'refused' })
    } finally {
      this.isAsking = false
    }
  }

  private tell(message: ChatHostMessage): void {
    this.post?.(toChatFrame(message))
  }

  private get isLive(): boolean {
    return this.root.realtime.status === 'online'
  }

  private wait(): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.fail(), silenceMs)
  }

  private loaded(): void {
    clearTimeout(this.timer)
    this.state = 'ready'
  }

  private fail(): void {
    clearTimeout(this.timer)
    runInAction(() => {
      this.state = 'failed'
      this.frame = null
    })
  }
}
