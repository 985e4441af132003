import type { Permission } from '#contract/office/permissions.ts'
import type { SessionState } from '#contract/office/session.ts'

export interface SessionSnapshot {
  state: SessionState
  /** The session ended while the office was open, other than by logging out. */
  hasExpired: boolean
}

/** How far the login of this browser is. Components read it by `useSession` (data/context.ts). */
export class SessionStore {
  private snapshot: SessionSnapshot = { state: { stage: 'none' }, hasExpired: false }
  private readonly listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly get = (): SessionSnapshot => this.snapshot

  set(state: SessionState): void {
    this.change({ state, hasExpired: false })
  }

  /** A call was refused because the session is over. */
  expire(): void {
    const { stage } = this.snapshot.state
    if (stage === 'none') return
    this.change({ state: { stage: 'none' }, hasExpired: stage === 'full' })
  }

  has(permission: Permission): boolean {
    const { state } = this.snapshot
    return state.stage === 'full' && state.permissions.includes(permission)
  }

  private change(snapshot: SessionSnapshot): void {
    this.snapshot = snapshot
    for (const listener of this.listeners) listener()
  }
}
