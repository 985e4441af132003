import { makeAutoObservable, runInAction } from 'mobx'
import { sportsCalls } from '#contract/http/sports.ts'
import { copyPending } from '../../services/copyPending.ts'
import { saveFile } from '../../services/saveFile.ts'
import { hasShareSheet, openShareSheet, sharePicture } from '../../services/share.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'
import { drawTicket, type PictureTexts } from './ticketPicture.ts'

/** Shares the picture or the address of a ticket; where the device has no share sheet, saves or copies it. */
export class ShareTicket {
  isBusy = false
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this)
  }

  async share(texts: PictureTexts): Promise<void> {
    if (this.isBusy) return
    this.isBusy = true
    try {
      const picture = await drawTicket(texts)
      if (!picture) return this.#root.alerts.toast({ key: 'sports.tickets.shareFailed' }, 'error')
      const name = `${__BRAND_ID__}.png`
      const outcome = await sharePicture(new File([picture], name, { type: picture.type }))
      if (outcome === 'unavailable') saveFile(name, picture, picture.type)
    } finally {
      runInAction(() => (this.isBusy = false))
    }
  }

  async shareLink(ticketId: string, words: { title: string; text: string }): Promise<void> {
    if (this.isBusy) return
    this.isBusy = true
    try {
      const url = this.#linkOf(ticketId)
      if (!hasShareSheet()) {
        const copy = (known: string) => this.#root.platform.copyText(known)
        this.#root.tellCopied(await copyPending(url, copy))
      } else if ((await openShareSheet({ ...words, url: await url })) === 'unavailable') {
        await this.#root.copy(await url)
      }
    } catch (error) {
      // The request layer has shown an alert.
      ignoreCallError(error)
    } finally {
      runInAction(() => (this.isBusy = false))
    }
  }

  async #linkOf(ticketId: string): Promise<string> {
    const call = { params: { ticketId } }
    const { url } = await this.#root.api.call(sportsCalls.ticketLink, call, {
      loading: false,
      isAwaited: true,
    })
    return url
  }
}
