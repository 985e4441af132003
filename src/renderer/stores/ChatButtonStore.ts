import { makeAutoObservable, reaction, runInAction } from 'mobx'
import { chatCalls } from '#contract/http/chat.ts'
import { forgetDraft } from './chatDrafts.ts'
import type { RootStore } from './RootStore.ts'
import { ignoreCallError } from './SessionStore.ts'

/** How many messages of the support wait to be read: the badge of the floating button; new ones are announced. */
export class ChatButtonStore {
  unread = 0

  constructor(private readonly root: RootStore) {
    makeAutoObservable<this, 'root'>(this, { root: false })
  }

  /** Returns its undoing. */
  start(): () => void {
    const { session, realtime, overlays, alerts } = this.root
    const undo = [
      // At the log-in, after a reconnect, and when the panel closes: what is unread then is asked for.
      reaction(
        () => [session.isLoggedIn, realtime.reconnects, overlays.isOpen('chat')] as const,
        ([isLoggedIn, , isOpen]) => {
          if (!isLoggedIn) this.forget()
          else if (!isOpen) void this.load()
        },
        { fireImmediately: true },
      ),
      realtime.onPart((event) => {
        if (event.name === 'chat:read') return runInAction(() => (this.unread = event.payload.unread))
        if (event.name !== 'chat:message') return
        if (overlays.isOpen('chat') || event.payload.message?.from === 'player') return
        if (event.payload.message) alerts.toast({ key: 'chat.newMessage' }, 'info')
        void this.load()
      }),
    ]
    return () => {
      for (const stop of undo) stop()
    }
  }

  private forget(): void {
    this.unread = 0
    forgetDraft(this.root)
  }

  private async load(): Promise<void> {
    // LiveChat counts by itself, inside its window.
    if (this.root.device.info?.chat === 'licence') return
    try {
      const { unread } = await this.root.api.call(chatCalls.unread, {}, { loading: false, ownFailure: true })
      runInAction(() => (this.unread = this.root.session.isLoggedIn ? unread : 0))
    } catch (error) {
      ignoreCallError(error)
    }
  }
}
