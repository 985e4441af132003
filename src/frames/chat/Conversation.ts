import type { ChatDraft } from '#contract/chatFrame.ts'
import type { ChatMessageWire } from '#contract/http/chat.ts'
import { ChatError, type ChatApi } from './ChatApi.ts'

/** A message of the player that has not reached the server. */
export interface Unsent {
  /** Its idempotency key: 32 hexadecimal digits. */
  key: string
  text: string
  /** `waiting` is sent by itself once the network is back; `refused` only when the player retries. */
  state: 'sending' | 'waiting' | 'refused'
  /** Why the server refused it, in the player's language; '' when it gave no reason. */
  reason: string
}

export interface ConversationState {
  /** `failed`: there is nothing to show, and the player may try again. */
  phase: 'opening' | 'ready' | 'failed'
  /** By `seq`, oldest first. */
  messages: readonly ChatMessageWire[]
  unsent: readonly Unsent[]
  /** What is in the text box. */
  typed: string
  hasOlder: boolean
  isLoadingOlder: boolean
  /** The last call got no response. */
  isOffline: boolean
}

export interface ConversationHost {
  api: ChatApi
  /** Asks the host for a new ticket; the host replies, and `open` is called with it. */
  requestTicket(): void
}

/** Pause before the next poll: the host reports new messages (`live`), it does not (`alone`), or there is no network. */
const pollMs = { live: 30_000, alone: 4_000, offline: 2_000 }
/** A ticket that is refused more often in a row leaves it to the player to try again. */
const maxRefusals = 2

/**
 * The conversation as the page shows it, without any DOM. Calls run one after the other: unsent messages go out
 * before the page asks for new ones, so that no message is shown twice.
 */
export class Conversation {
  /** Replaced, never modified, at every change. */
  state: ConversationState = {
    phase: 'opening',
    messages: [],
    unsent: [],
    typed: '',
    hasOlder: false,
    isLoadingOlder: false,
    isOffline: false,
  }
  readonly #host: ConversationHost
  readonly #listeners = new Set<() => void>()
  #queue: Promise<void> = Promise.resolve()
  #timer: ReturnType<typeof setTimeout> | undefined
  #isLive = false
  #isWaitingForTicket = true
  /** Where the next page of older messages ends; null when there is none. */
  #before: number | null = null
  /** `seq` of support's last message that has been reported as read. */
  #readUpTo = 0
  /** What `readUpTo` was before a call that failed; the call is repeated after the next sync. */
  #failedReadFrom: number | undefined
  /** Tickets refused in a row. */
  #refusals = 0
  /**
   * `seq` up to which every message is here; undefined before the first page. A message that the player sends does not
   * move it: support may have written one just before, which is still to be loaded.
   */
  #loadedUpTo: number | undefined
  /** The last call was refused, so what it would have brought is still to be loaded. */
  #isBehind = false

  constructor(host: ConversationHost) {
    this.#host = host
  }

  /** Calls `listener` after every change of `state`. Returns its cleanup. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The host sent a ticket: opens the session and loads the messages. `draft`: text that an earlier page left unsent. */
  open(ticket: string, draft: ChatDraft): Promise<void> {
    const knownSeqs = new Set(this.state.unsent.map(({ key }) => key))
    const restored = draft.unsent
      .filter(({ key }) => !knownSeqs.has(key))
      .map(({ key, text, refused }): Unsent => ({
        key,
        text,
        state: refused ? 'refused' : 'waiting',
        reason: '',
      }))
    this.#update({
      unsent: [...restored, ...this.state.unsent],
      // What the player has typed meanwhile stays.
      typed: this.state.typed || draft.text,
    })
    return this.#enqueue(async () => {
      await this.#host.api.open(ticket)
      this.#isWaitingForTicket = false
      this.#refusals = 0
      await this.#sync()
    })
  }

  /** The host cannot get a ticket. */
  refuse(): void {
    this.#update({ phase: this.state.phase === 'ready' ? 'ready' : 'failed', isOffline: true })
    this.#schedulePoll()
  }

  /** Starts from the beginning after a failure. */
  reopen(): void {
    this.#update({ phase: 'opening', isOffline: false })
    this.#refusals = 0
    this.#renewSession()
  }

  /** Whether the host reports new messages at once. */
  setLive(isLive: boolean): void {
    this.#isLive = isLive
    this.#schedulePoll()
  }

  /** There may be new messages, or the network may be back. */
  wake(): Promise<void> {
    if (this.state.phase === 'failed') this.reopen()
    else if (this.#isWaitingForTicket) {
      if (this.state.phase === 'ready') this.#host.requestTicket()
    } else return this.#enqueue(() => this.#sync())
    return Promise.resolve()
  }

  type(text: string): void {
    this.#update({ typed: text })
  }

  send(text: string): Promise<void> {
    const message: Unsent = { key: newKey(), text, state: 'sending', reason: '' }
    this.#update({ unsent: [...this.state.unsent, message] })
    return this.#syncOrWait()
  }

  /** Sends a refused or waiting message again. */
  retry(key: string): Promise<void> {
    this.#updateUnsent(key, { state: 'sending', reason: '' })
    return this.#syncOrWait()
  }

  discard(key: string): void {
    this.#update({ unsent: this.state.unsent.filter((message) => message.key !== key) })
  }

  /** Loads the page of messages before the first one shown. */
  async loadOlder(): Promise<void> {
    const before = this.#before
    if (before === null || this.state.isLoadingOlder) return
    this.#update({ isLoadingOlder: true })
    await this.#enqueue(async () => {
      const page = await this.#host.api.list({ before })
      this.#before = page.next
      this.#merge(page.list)
    })
    this.#update({ isLoadingOlder: false, hasOlder: this.#before !== null })
  }

  /** The player has seen every message that is shown. */
  async markSeen(): Promise<void> {
    const last = this.state.messages.filter(({ from }) => from === 'support').at(-1)?.seq ?? 0
    if (last <= this.#readUpTo || this.#isWaitingForTicket) return
    const before = this.#readUpTo
    this.#readUpTo = last
    await this.#enqueue(async () => {
      try {
        await this.#host.api.read(last)
      } catch (error) {
        this.#failedReadFrom = before
        throw error
      }
    })
  }

  #syncOrWait(): Promise<void> {
    if (!this.#isWaitingForTicket) return this.#enqueue(() => this.#sync())
    this.#markWaiting()
    if (this.state.phase === 'ready') this.#host.requestTicket()
    return Promise.resolve()
  }

  /** Sends what is unsent, then loads what is new. */
  async #sync(): Promise<void> {
    await this.#sendUnsent()
    const last = this.#loadedUpTo
    const page = await this.#host.api.list(last === undefined ? {} : { after: last })
    if (last === undefined) this.#before = page.next
    this.#loadedUpTo = page.list.at(-1)?.seq ?? last
    this.#readUpTo = this.#failedReadFrom ?? this.#readUpTo
    this.#failedReadFrom = undefined
    this.#merge(page.list)
    this.#update({ phase: 'ready', isOffline: false, hasOlder: this.#before !== null })
  }

  /** In the order of writing; a refused message does not hold up the next one. */
  async #sendUnsent(): Promise<void> {
    for (;;) {
      const next = this.state.unsent.find(({ state }) => state !== 'refused')
      if (!next) return
      this.#updateUnsent(next.key, { state: 'sending' })
      try {
        const message = await this.#host.api.send(next.text, next.key)
        this.discard(next.key)
        this.#merge([message])
      } catch (error) {
        if (!(error instanceof ChatError) || error.kind !== 'refused') throw error
        this.#updateUnsent(next.key, { state: 'refused', reason: error.message })
      }
    }
  }

  /** Runs one job after the other. A job that fails is not repeated: the next poll starts over. */
  #enqueue(job: () => Promise<void>): Promise<void> {
    this.#queue = this.#queue.then(async () => {
      try {
        await job()
        this.#isBehind = false
        if (this.state.isOffline) this.#update({ isOffline: false })
      } catch (error) {
        if (!(error instanceof ChatError)) throw error
        this.#isBehind = true
        this.#fail(error)
      }
      this.#schedulePoll()
    })
    return this.#queue
  }

  #fail({ kind }: ChatError): void {
    this.#markWaiting()
    if (kind === 'network') {
      const phase = this.state.phase === 'opening' ? 'failed' : this.state.phase
      this.#update({ isOffline: true, phase })
    } else if (kind === 'session' || this.#isWaitingForTicket) {
      this.#refusals++
      if (this.#refusals > maxRefusals) this.#update({ phase: 'failed' })
      else this.#renewSession()
    }
  }

  #renewSession(): void {
    this.#isWaitingForTicket = true
    this.#host.requestTicket()
  }

  #markWaiting(): void {
    this.#update({
      unsent: this.state.unsent.map((message) =>
        message.state === 'sending' ? { ...message, state: 'waiting' } : message,
      ),
    })
  }

  #schedulePoll(): void {
    clearTimeout(this.#timer)
    if (this.state.phase === 'failed') return
    const isLive = this.#isLive && !this.#isBehind
    const wait = this.state.isOffline ? pollMs.offline : isLive ? pollMs.live : pollMs.alone
    this.#timer = setTimeout(() => void this.wake(), wait)
  }

  #merge(list: readonly ChatMessageWire[]): void {
    const bySeq = new Map([...this.state.messages, ...list].map((message) => [message.seq, message]))
    this.#update({ messages: [...bySeq.values()].sort((a, b) => a.seq - b.seq) })
  }

  #updateUnsent(key: string, changes: Partial<Unsent>): void {
    this.#update({
      unsent: this.state.unsent.map((message) =>
        message.key === key ? { ...message, ...changes } : message,
      ),
    })
  }

  #update(changes: Partial<ConversationState>): void {
    this.state = { ...this.state, ...changes }
    for (const listener of this.#listeners) listener()
  }
}

/** 128 random bits as hexadecimal digits. Not randomUUID: browsers offer that on https and localhost only. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
