import { makeAutoObservable, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { accountCalls } from '#contract/http/account.ts'
import type { RootStore } from '../../stores/RootStore.ts'

export const avatarCount = 36
/** Arrow keys move through the pictures quickly: only the one the player stays on is saved. */
const debounceMs = 300

/** The avatar picker: a choice shows at once and is then saved on the server (setHeader). */
export class AvatarStore {
  /** 0-35; null means the player's saved avatar. */
  private picked: number | null = null
  #timer: ReturnType<typeof setTimeout> | null = null
  readonly #root: Pick<RootStore, 'api' | 'session' | 'alerts'>

  constructor(root: Pick<RootStore, 'api' | 'session' | 'alerts'>) {
    this.#root = root
    makeAutoObservable(this)
  }

  get selected(): number {
    return this.picked ?? this.#root.session.player?.avatar ?? 0
  }

  pick(index: number): void {
    this.picked = index
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.store(index), debounceMs)
  }

  /** A refused choice falls back to the saved avatar; the request layer has shown why. */
  private async store(index: number): Promise<void> {
    this.#timer = null
    try {
      await this.#root.api.call(accountCalls.setHeader, { params: { index } }, { loading: false })
      await this.#root.session.refresh()
      this.#root.alerts.toast({ key: 'avatar.saved' })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
    runInAction(() => {
      if (this.picked === index) this.picked = null
    })
  }
}
