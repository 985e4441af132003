import { makeAutoObservable, runInAction } from 'mobx'
import { sportsCalls } from '#contract/http/sports.ts'
import { copyPending } from '../../services/copyPending.ts'
import { hasShareSheet, openShareSheet } from '../../services/share.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'
import { sharePoster } from '../poster/sharePoster.ts'
import type { Poster, PosterShape } from '../poster/drawPoster.ts'

/** Shares the picture or the address of a ticket; where the device has no share sheet, saves or copies it. */
export class ShareTicket {
  isBusy = false
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
    makeAutoObservable(this)
  }

  async share(ticketId: string, words: Omit<Poster, 'url'>, shape: PosterShape): Promise<void> {
    if (this.isBusy) return
    this.isBusy = true
    try {
      const url = await this.#linkOf(ticketId)
      await sharePoster(this.#root, { ...words, url }, shape)
    } catch (error) {
      // The request layer has shown an alert.
      ignoreCallError(error)
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
