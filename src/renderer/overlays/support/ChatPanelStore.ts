import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import {
  parseChatPageMessage,
  toChatFrame,
  type ChatDraft,
  type ChatHostMessage,
} from '#contract/chatFrame.ts'
import { chatCalls } from '#contract/http/chat.ts'
import { liveChatOrigin, liveChatUrl } from '#contract/rules/liveChat.ts'
import { FrameActivity } from '../../features/activity/FrameActivity.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'
import { ChatDraftStore } from './ChatDraftStore.ts'

/** What the frame shows: our own page or LiveChat's window. */
export interface ChatFrame {
  kind: 'own' | 'licence'
  url: string
}

/** A page that has sent no message by then is taken as failed. */
const readyTimeoutMs = 15_000
/** Tickets are valid for a minute; an older one than this is not used any more. */
const ticketMaxAgeMs = 45_000

type Post = (message: ReturnType<typeof toChatFrame<ChatHostMessage>>) => void

/**
 * The chat panel: which chat is configured, its frame, and the messages between frame and product
 * (contract/chatFrame.ts). The page gets a ticket, never the player's token.
 */
export class ChatPanelStore {
  state: 'loading' | 'ready' | 'failed' = 'loading'
  frame: ChatFrame | null = null
  /** Increases with each attempt, so that a new frame is created. */
  attempt = 0
  #ticket: { value: string; issuedAt: number } | null = null
  #post: Post | null = null
  #isInitializing = false
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this, { frame: observableRef })
  }

  /** Returns the cleanup. */
  start(): () => void {
    const { realtime } = this.#root
    void this.load()
    const wake = () => this.send({ type: 'wake', live: this.isLive })
    const stops = [
      realtime.onTopicEvent((event) => event.name.startsWith('chat:') && wake()),
      reaction(() => [realtime.status, realtime.reconnects], wake),
    ]
    return () => {
      for (const stop of stops) stop()
      clearTimeout(this.#timer)
      void this.#root.feature(ChatDraftStore).sendUnsent()
    }
  }

  retry(): void {
    this.state = 'loading'
    this.frame = null
    this.#ticket = null
    void this.load()
  }

  /** Handles a message from the frame; `post` sends the reply. */
  receive(data: unknown, post: Post): void {
    const message = parseChatPageMessage(data)
    if (!message || this.frame?.kind !== 'own') return
    this.#post = post
    if (message.type === 'ready') {
      this.markReady()
      void this.init()
    } else if (message.type === 'close') this.#root.overlays.close()
    else this.saveDraft(message.draft)
  }

  /** It changes while the player types, and also when a message was sent. */
  private saveDraft(draft: ChatDraft): void {
    this.#root.feature(FrameActivity).note()
    this.#root.feature(ChatDraftStore).save(draft)
  }

  /** The frame has loaded. LiveChat's window sends no message, so loading counts as ready there. */
  frameLoaded(): void {
    if (this.frame?.kind === 'licence') this.markReady()
  }

  /** The host's policy forbids framing LiveChat (an Electron window whose configuration does not name it). */
  onCspViolation(blockedUrl: string): void {
    if (this.frame?.kind === 'licence' && blockedUrl.startsWith(liveChatOrigin)) this.fail()
  }

  private async load(): Promise<void> {
    const { device, session, overlays } = this.#root
    this.startTimeout()
    try {
      if (!device.info) await device.load()
      if (!session.player) await session.refresh()
      const { chat, supportId } = device.info ?? { chat: 'none', supportId: null }
      if (chat === 'none') return void overlays.open('support')
      const frame: ChatFrame =
        chat === 'licence' && supportId
          ? { kind: 'licence', url: liveChatUrl(supportId) }
          : { kind: 'own', url: await this.fetchTicket() }
      runInAction(() => {
        this.frame = frame
        this.attempt++
      })
    } catch (error) {
      ignoreCallError(error)
      this.fail()
    }
  }

  /** Fetches a ticket for the next page. Returns the page's URL. */
  private async fetchTicket(): Promise<string> {
    const { ticket, url } = await this.#root.api.call(
      chatCalls.ticket,
      { body: {} },
      { loading: false, isAwaited: true, ownFailure: true },
    )
    this.#ticket = { value: ticket, issuedAt: performance.now() }
    const page = new URL(url)
    const scale = this.#root.storages.local.get('textScale')
    if (scale) page.searchParams.set('text', String(scale))
    // On the web this is our own origin; behind a proxy the server may know another name for itself.
    return this.#root.platform.host === 'web' ? page.pathname + page.search : page.href
  }

  private async init(): Promise<void> {
    if (this.#isInitializing) return
    this.#isInitializing = true
    try {
      const isFresh = this.#ticket !== null && performance.now() - this.#ticket.issuedAt < ticketMaxAgeMs
      if (!isFresh) await this.fetchTicket()
      const ticket = this.#ticket?.value ?? ''
      this.#ticket = null
      const { draft } = this.#root.feature(ChatDraftStore)
      this.send({ type: 'init', ticket, time: this.#root.clock.now(), live: this.isLive, draft })
    } catch (error) {
      ignoreCallError(error)
      this.send({ type: 'refused' })
    } finally {
      this.#isInitializing = false
    }
  }

  private send(message: ChatHostMessage): void {
    this.#post?.(toChatFrame(message))
  }

  private get isLive(): boolean {
    return this.#root.realtime.status === 'online'
  }

  private startTimeout(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.fail(), readyTimeoutMs)
  }

  private markReady(): void {
    clearTimeout(this.#timer)
    this.state = 'ready'
  }

  private fail(): void {
    clearTimeout(this.#timer)
    runInAction(() => {
      this.state = 'failed'
      this.frame = null
    })
  }
}
