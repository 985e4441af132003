import type { Permission } from '#contract/office/permissions.ts'
import type { SessionState } from '#contract/office/session.ts'

/** `otherPerson`: somebody else has logged in in another tab of this browser. */
export type SessionEnd = 'expired' | 'otherPerson'

export interface SessionSnapshot {
  state: SessionState
  /** Why the session is over that the office was open in; null: it is not, or by logging out. */
  ended: SessionEnd | null
}

/** How far the login of this browser is. Components read it by `useSession` (data/context.ts). */
export class SessionStore {
  private snapshot: SessionSnapshot = { state: { stage: 'none' }, ended: null }
  private person: string | undefined
  private readonly listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly get = (): SessionSnapshot => this.snapshot

  /**
   * Whose page it is, by id: also while the login covers it, so that nothing of it is sent as somebody else. Undefined: nobody's, or
   * that of a person who is still adding a second factor.
   */
  get owner(): string | undefined {
    return this.snapshot.state.stage === 'enrolment' ? undefined : this.person
  }

  set(state: SessionState): void {
    if (state.stage === 'full') this.person = state.person.id
    if (state.stage === 'none') this.person = undefined
    this.change({ state, ended: null })
  }

  /** A call was refused because the session is over. */
  end(why: SessionEnd): void {
    const { state, ended } = this.snapshot
    // A page that is covered already may learn that another person has logged in since.
    const isCovered = state.stage === 'none' && ended !== null
    if (state.stage === 'none' && !(isCovered && why === 'otherPerson')) return
    const hasPage = state.stage === 'full' || isCovered
    if (!hasPage) this.person = undefined
    this.change({ state: { stage: 'none' }, ended: hasPage ? why : null })
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
