import { reaction, runInAction } from 'mobx'
import { chatCalls } from '#contract/http/chat.ts'
import type { RootStore } from '../stores/RootStore.ts'
import { ignoreCallError } from '../stores/SessionStore.ts'

/** Follows the support chat: counts the unread messages for the top bar, and announces new ones. */
export class ChatInboxStore {
  /** Number of the last load or event: a response that was overtaken by either is out of date. */
  #latest = 0
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
  }

  /** Returns the cleanup. */
  start(): () => void {
    const { session, realtime, overlays, alerts } = this.#root
    const stops = [
      // Loads the unread count at login, after a reconnect and when the panel closes.
      reaction(
        () => [session.isLoggedIn, realtime.reconnects, overlays.isOpen('chat')] as const,
        ([isLoggedIn, , isOpen]) => {
          if (!isLoggedIn) this.#set(0)
          else if (!isOpen) void this.#load()
        },
        { fireImmediately: true },
      ),
      realtime.onTopicEvent((event) => {
        if (event.name === 'chat:read') {
          this.#latest += 1
          return this.#set(event.payload.unread)
        }
        if (event.name !== 'chat:message') return
        if (overlays.isOpen('chat') || event.payload.message?.from === 'player') return
        if (event.payload.message) alerts.toast({ key: 'chat.newMessage' }, 'info')
        void this.#load()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  async #load(): Promise<void> {
    // LiveChat counts unread messages itself, inside its window.
    if (this.#root.device.info?.chat === 'licence') return
    const load = (this.#latest += 1)
    try {
      const { unread } = await this.#root.api.call(chatCalls.unread, {}, { loading: false, ownFailure: true })
      if (load === this.#latest) this.#set(this.#root.session.isLoggedIn ? unread : 0)
    } catch (error) {
      ignoreCallError(error)
    }
  }

  #set(count: number): void {
    runInAction(() => (this.#root.realtime.unreadChat = count))
  }
}
