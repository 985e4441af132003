import { autorun, makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { AgentStore } from '../../features/referrals/AgentStore.ts'
import { qrMatrix } from '../../services/qrMatrix.ts'
import { openShareSheet } from '../../services/share.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { InvitedStore } from './InvitedStore.ts'

const defaultDevice = { qrMatrix, openShareSheet }

/** /share: the invitation link with its QR code, the team, and the invited players. */
export class ShareStore {
  readonly agent: AgentStore
  readonly invited: InvitedStore
  /** The modules of the link's QR code, true is dark; null until it has been computed. */
  qr: boolean[][] | null = null
  readonly #root: RootStore
  readonly #device: typeof defaultDevice

  constructor(root: RootStore, device = defaultDevice) {
    this.#root = root
    this.#device = device
    this.agent = new AgentStore(root)
    this.invited = new InvitedStore(root)
    makeAutoObservable(this, { agent: false, invited: false, qr: observableRef })
  }

  get link(): string {
    return this.agent.overview?.link ?? ''
  }

  /** Returns its cleanup. */
  start(): () => void {
    const stopAgent = this.agent.start()
    const stopQr = autorun(() => void this.computeQr(this.link))
    const { session } = this.#root
    const stopInvited = reaction(
      () => session.isLoggedIn,
      (isLoggedIn) => (isLoggedIn ? void this.invited.show(1) : this.invited.forget()),
      { fireImmediately: true },
    )
    return () => {
      stopAgent()
      stopQr()
      stopInvited()
    }
  }

  /** Opens the device's share sheet; without one, copies the link. Returns whether either worked. */
  async share(words: { title: string; text: string }): Promise<boolean> {
    if (!this.link) return true
    const outcome = await this.#device.openShareSheet({ ...words, url: this.link })
    return outcome === 'unavailable' ? this.copy() : true
  }

  /** Returns whether the link was copied; the player sees a toast either way. */
  async copy(): Promise<boolean> {
    return this.#root.copy(this.link)
  }

  private async computeQr(link: string): Promise<void> {
    if (!link) return void runInAction(() => (this.qr = null))
    const matrix = await this.#device.qrMatrix(link)
    if (link === this.link) runInAction(() => (this.qr = matrix))
  }
}
