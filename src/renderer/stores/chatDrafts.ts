import { emptyDraft, type ChatDraft } from '#contract/chatFrame.ts'
import type { RootStore } from './RootStore.ts'

/** In memory only, and of the player who is there: it outlives the chat panel, not the log-out. */
const drafts = new WeakMap<RootStore, { playerId: string; draft: ChatDraft }>()

/** What the player of now wrote in the chat and could not send. */
export function readDraft(root: RootStore): ChatDraft {
  const kept = drafts.get(root)
  return kept && kept.playerId === playerOf(root) ? kept.draft : emptyDraft
}

export function keepDraft(root: RootStore, draft: ChatDraft): void {
  drafts.set(root, { playerId: playerOf(root), draft })
}

export function forgetDraft(root: RootStore): void {
  drafts.delete(root)
}

function playerOf(root: RootStore): string {
  return root.session.player?.id ?? ''
}
