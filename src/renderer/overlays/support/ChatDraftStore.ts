import { reaction } from 'mobx'
import { emptyDraft, type ChatDraft, type DraftMessage } from '#contract/chatFrame.ts'
import { CallError } from '#contract/errors.ts'
import { chatCalls } from '#contract/http/chat.ts'
import type { RootStore } from '../../stores/RootStore.ts'

/** Pause before messages that failed are sent again. */
const retryMs = 10_000

/**
 * What the player wrote into the support chat and has not reached the server. It is held in memory only: it outlives
 * the chat panel, but not the session of the player who wrote it.
 */
export class ChatDraftStore {
  #saved: { playerId: string; draft: ChatDraft } | null = null
  #isSending = false
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #root: Pick<RootStore, 'api' | 'overlays' | 'realtime' | 'session'>

  constructor(root: Pick<RootStore, 'api' | 'overlays' | 'realtime' | 'session'>) {
    this.#root = root
    reaction(
      () => this.#playerId,
      () => (this.#saved = null),
    )
    // The network is back.
    reaction(
      () => root.realtime.reconnects,
      () => void this.sendUnsent(),
    )
  }

  /** The current player's draft; empty when there is none. */
  get draft(): ChatDraft {
    return this.#saved && this.#saved.playerId === this.#playerId ? this.#saved.draft : emptyDraft
  }

  save(draft: ChatDraft): void {
    this.#saved = { playerId: this.#playerId, draft }
  }

  /**
   * Sends what the closed page has not: a message on its way must not wait for the panel to be opened again. Each goes
   * out under the key that the page gave it, so one that did arrive is not stored twice. What fails stays in the draft
   * and is sent again later. While the panel is open the page does all this itself.
   */
  async sendUnsent(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#isSending || this.#root.overlays.isOpen('chat')) return
    this.#isSending = true
    try {
      for (const message of this.draft.unsent.filter(({ refused }) => !refused)) {
        if (await this.#sendOne(message)) continue
        this.#timer = setTimeout(() => void this.sendUnsent(), retryMs)
        return
      }
    } finally {
      this.#isSending = false
    }
  }

  /** Returns false when the next message would fail as well. */
  async #sendOne({ key, text }: DraftMessage): Promise<boolean> {
    try {
      await this.#root.api.call(
        chatCalls.send,
        { body: { text } },
        { loading: false, ownFailure: true, idempotencyKey: key },
      )
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.kind !== 'refused' || error.httpStatus >= 500) return false
      this.#change(key, (message) => [{ ...message, refused: true }])
      return true
    }
    this.#change(key, () => [])
    return true
  }

  #change(key: string, replace: (message: DraftMessage) => DraftMessage[]): void {
    const { draft } = this
    if (!draft.unsent.some((message) => message.key === key)) return
    this.save({
      ...draft,
      unsent: draft.unsent.flatMap((message) => (message.key === key ? replace(message) : [message])),
    })
  }

  get #playerId(): string {
    return this.#root.session.player?.id ?? ''
  }
}
