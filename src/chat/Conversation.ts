import type { ChatDraft } from '#contract/chatFrame.ts'
import type { ChatMessageWire } from '#contract/http/chat.ts'
import { ChatFailure, type ChatApi } from './ChatApi.ts'

/** A message of the player that has not reached the server. */
export interface Unsent {
  /** Its idempotency key. */
  key: string
  text: string
  /** `waiting` goes out by itself when the network is back; `refused` when the player says so. */
  state: 'sending' | 'waiting' | 'refused'
  /** Why the server refused it, in the player's words. */
  reason: string
}

export interface ConversationState {
  /** `failed`: nothing could be shown; the player may try again. */
  phase: 'opening' | 'ready' | 'failed'
  /** By number, oldest first. */
  messages: readonly ChatMessageWire[]
  unsent: readonly Unsent[]
  hasOlder: boolean
  isLoadingOlder: boolean
  /** The last call got no answer. */
  isOffline: boolean
}

export interface ConversationHost {
  api: ChatApi
  /** Asks the host for a new ticket; `open` follows. */
  askTicket(): void
  onChange(): void
}

/** How soon is asked again: the host says when something is new; without it; and while there is no network. */
const pollMs = { live: 30_000, alone: 4_000, offline: 2_000 }

/**
 * The conversation as the page shows it. Calls go one after the other: what was written before is sent before
 * what is new is asked for, so that no message is shown twice. No DOM in here.
 */
export class Conversation {
  state: ConversationState = {
    phase: 'opening',
    messages: [],
    unsent: [],
    hasOlder: false,
    isLoadingOlder: false,
    isOffline: false,
  }
  private readonly host: ConversationHost
  private queue: Promise<void> = Promise.resolve()
  private timer: ReturnType<typeof setTimeout> | undefined
  private isLive = false
  private isWaitingForTicket = true
  private before: number | null = null
  private readUpTo = 0
  /** Tickets that were refused in a row. */
  private refusals = 0

  constructor(host: ConversationHost) {
    this.host = host
  }

  /** A ticket came: opens the session and shows what there is. `draft`: what an earlier page could not send. */
  open(ticket: string, draft: ChatDraft): Promise<void> {
    const known = new Set(this.state.unsent.map(({ key }) => key))
    const kept = draft.unsent.filter(({ key }) => !known.has(key))
    this.set({
      unsent: [
        ...kept.map(({ key, text }): Unsent => ({ key, text, state: 'waiting', reason: '' })),
        ...this.state.unsent,
      ],
    })
    return this.run(async () => {
      await this.host.api.open(ticket)
      this.isWaitingForTicket = false
      this.refusals = 0
      await this.sync()
    })
  }

  /** No ticket is to be had. */
  refuse(): void {
    this.set({ phase: this.state.phase === 'ready' ? 'ready' : 'failed', isOffline: true })
    this.schedule()
  }

  /** After a failure: from the beginning. */
  reopen(): void {
    this.set({ phase: 'opening', isOffline: false })
    this.refusals = 0
    this.renew()
  }

  /** Whether the host tells at once what is new. */
  setLive(isLive: boolean): void {
    this.isLive = isLive
    this.schedule()
  }

  /** Something may be new, or the network may be back. */
  wake(): Promise<void> {
    if (this.state.phase === 'failed') this.reopen()
    else if (this.isWaitingForTicket) {
      if (this.state.phase === 'ready') this.host.askTicket()
    } else return this.run(() => this.sync())
    return Promise.resolve()
  }

  send(text: string): Promise<void> {
    const one: Unsent = { key: newKey(), text, state: 'sending', reason: '' }
    this.set({ unsent: [...this.state.unsent, one] })
    return this.isWaitingForTicket ? this.wait() : this.run(() => this.sync())
  }

  /** Sends a refused or waiting message again. */
  retry(key: string): Promise<void> {
    this.change(key, { state: 'sending', reason: '' })
    return this.isWaitingForTicket ? this.wait() : this.run(() => this.sync())
  }

  discard(key: string): void {
    this.set({ unsent: this.state.unsent.filter((one) => one.key !== key) })
  }

  /** The page of messages before the first one shown. */
  async loadOlder(): Promise<void> {
    const before = this.before
    if (before === null || this.state.isLoadingOlder) return
    this.set({ isLoadingOlder: true })
    await this.run(async () => {
      const page = await this.host.api.list({ before })
      this.before = page.next
      this.merge(page.list)
    })
    this.set({ isLoadingOlder: false, hasOlder: this.before !== null })
  }

  /** The player has seen everything that is shown. */
  async seen(): Promise<void> {
    const last = this.state.messages.findLast(({ from }) => from === 'support')?.seq ?? 0
    if (last <= this.readUpTo || this.isWaitingForTicket) return
    const before = this.readUpTo
    this.readUpTo = last
    await this.run(async () => {
      try {
        await this.host.api.read(last)
      } catch (error) {
        this.readUpTo = before
        throw error
      }
    })
  }

  private async sync(): Promise<void> {
    await this.flush()
    const last = this.state.messages.at(-1)?.seq
    const page = await this.host.api.list(last === undefined ? {} : { after: last })
    if (last === undefined) this.before = page.next
    this.merge(page.list)
    this.set({ phase: 'ready', isOffline: false, hasOlder: this.before !== null })
  }

  /** Sends what is to be sent, in its order; a refused message does not hold up the next one. */
  private async flush(): Promise<void> {
    for (;;) {
      const next = this.state.unsent.find(({ state }) => state !== 'refused')
      if (!next) return
      this.change(next.key, { state: 'sending' })
      try {
        const message = await this.host.api.send(next.text, next.key)
        this.discard(next.key)
        this.merge([message])
      } catch (error) {
        if (!(error instanceof ChatFailure) || error.kind !== 'refused') throw error
        this.change(next.key, { state: 'refused', reason: error.message })
      }
    }
  }

  /** One job after the other; a lost network is tried again by itself. */
  private run(job: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(async () => {
      try {
        await job()
        if (this.state.isOffline) this.set({ isOffline: false })
      } catch (error) {
        if (!(error instanceof ChatFailure)) throw error
        this.fail(error)
      }
      this.schedule()
    })
    return this.queue
  }

  private fail({ kind }: ChatFailure): void {
    this.holdBack()
    if (kind === 'network') {
      const phase = this.state.phase === 'opening' ? 'failed' : this.state.phase
      this.set({ isOffline: true, phase })
    } else if (kind === 'session' || this.isWaitingForTicket) {
      // A ticket that was refused twice will not be better the third time: the player decides.
      this.refusals++
      if (this.refusals > 2) this.set({ phase: 'failed' })
      else this.renew()
    }
  }

  private renew(): void {
    this.isWaitingForTicket = true
    this.host.askTicket()
  }

  private wait(): Promise<void> {
    this.holdBack()
    if (this.state.phase === 'ready') this.host.askTicket()
    return Promise.resolve()
  }

  private holdBack(): void {
    this.set({
      unsent: this.state.unsent.map((one) => (one.state === 'sending' ? { ...one, state: 'waiting' } : one)),
    })
  }

  private schedule(): void {
    clearTimeout(this.timer)
    if (this.state.phase === 'failed') return
    const wait = this.state.isOffline ? pollMs.offline : this.isLive ? pollMs.live : pollMs.alone
    this.timer = setTimeout(() => void this.wake(), wait)
  }

  private merge(list: readonly ChatMessageWire[]): void {
    const bySeq = new Map([...this.state.messages, ...list].map((message) => [message.seq, message]))
    this.set({ messages: [...bySeq.values()].sort((one, other) => one.seq - other.seq) })
  }

  private change(key: string, changes: Partial<Unsent>): void {
    this.set({ unsent: this.state.unsent.map((one) => (one.key === key ? { ...one, ...changes } : one)) })
  }

  private set(changes: Partial<ConversationState>): void {
    this.state = { ...this.state, ...changes }
    this.host.onChange()
  }
}

/** 128 random bits. Not randomUUID: browsers offer that on https and localhost only. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
