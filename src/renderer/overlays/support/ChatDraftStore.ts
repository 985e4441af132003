import { reaction } from 'mobx'
import { emptyDraft, type ChatDraft } from '#contract/chatFrame.ts'
import type { RootStore } from '../../stores/RootStore.ts'

/**
 * What the player typed into the support chat and has not sent. It is kept in memory only: it outlives the
 * chat panel, but not the session of the player who typed it.
 */
export class ChatDraftStore {
  private saved: { playerId: string; draft: ChatDraft } | null = null

  constructor(private readonly root: Pick<RootStore, 'session'>) {
    reaction(
      () => this.playerId,
      () => (this.saved = null),
    )
  }

  /** The current player's draft; empty when there is none. */
  get draft(): ChatDraft {
    return this.saved && this.saved.playerId === this.playerId ? this.saved.draft : emptyDraft
  }

  save(draft: ChatDraft): void {
    this.saved = { playerId: this.playerId, draft }
  }

  private get playerId(): string {
    return this.root.session.player?.id ?? ''
  }
}
