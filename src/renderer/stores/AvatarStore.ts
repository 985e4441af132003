import { makeAutoObservable, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { userCalls } from '#contract/http/user.ts'
import type { RootStore } from './RootStore.ts'

export const avatarCount = 36
/** Arrow keys run through the pictures: only the one that the player stays on is stored. */
const settleMs = 300

/** The avatar picker: what is chosen, at once on screen and then at the server (spec §7 setHeader). */
export class AvatarStore {
  /** 0-35; null: what the player has. */
  private picked: number | null = null
  private timer: ReturnType<typeof setTimeout> | null = null

  constructor(private readonly root: Pick<RootStore, 'api' | 'session' | 'alerts'>) {
    makeAutoObservable<this, 'root' | 'timer'>(this, { root: false, timer: false })
  }

  get selected(): number {
    return this.picked ?? this.root.session.player?.avatar ?? 0
  }

  pick(index: number): void {
    this.picked = index
    if (this.timer) clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.store(index), settleMs)
  }

  /** A refused choice (shown by the request layer) goes back to what the player had. */
  private async store(index: number): Promise<void> {
    this.timer = null
    try {
      await this.root.api.call(userCalls.setHeader, { params: { index } }, { loading: false })
      await this.root.session.refresh()
      this.root.alerts.toast({ key: 'avatar.saved' })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
    runInAction(() => {
      if (this.picked === index) this.picked = null
    })
  }
}
