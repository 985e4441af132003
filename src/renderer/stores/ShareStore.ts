import { autorun, makeAutoObservable, observableRef, runInAction } from 'mobx'
import { qrMatrix } from '../services/qrMatrix.ts'
import { openShareSheet } from '../services/share.ts'
import { AgentStore } from './AgentStore.ts'
import { InvitedStore } from './InvitedStore.ts'
import type { RootStore } from './RootStore.ts'

/** /share: the invitation link with its QR code, the team, and who was invited. */
export class ShareStore {
  readonly agent: AgentStore
  readonly invited: InvitedStore
  /** Rows of modules of the link's QR code; null until it is drawn. */
  qr: boolean[][] | null = null

  constructor(
    private readonly root: RootStore,
    private readonly device = { qrMatrix, openShareSheet },
  ) {
    this.agent = new AgentStore(root)
    this.invited = new InvitedStore(root)
    makeAutoObservable<this, 'root' | 'device'>(this, {
      root: false,
      device: false,
      agent: false,
      invited: false,
      qr: observableRef,
    })
  }

  get link(): string {
    return this.agent.overview?.link ?? ''
  }

  /** Returns its undoing. */
  start(): () => void {
    const stopAgent = this.agent.start()
    const stopQr = autorun(() => void this.draw(this.link))
    if (this.root.session.isLoggedIn) void this.invited.show(1)
    return () => {
      stopAgent()
      stopQr()
    }
  }

  /** The share sheet of the device; where there is none, the link is copied. False: neither worked. */
  async share(words: { title: string; text: string }): Promise<boolean> {
    if (!this.link) return true
    const outcome = await this.device.openShareSheet({ ...words, url: this.link })
    return outcome === 'unavailable' ? this.copy() : true
  }

  /** False: the clipboard refused, and the player was told. */
  async copy(): Promise<boolean> {
    return this.root.copy(this.link)
  }

  private async draw(link: string): Promise<void> {
    if (!link) return
    const matrix = await this.device.qrMatrix(link)
    if (link === this.link) runInAction(() => (this.qr = matrix))
  }
}
