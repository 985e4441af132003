import { openShareSheet } from '../../services/share.ts'
import type { RootStore } from '../../stores/RootStore.ts'

/** Shares a round in words, with the product's address; a device without a share sheet gets them copied. */
export class ShareWin {
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
  }

  async share(words: { title: string; text: string }): Promise<void> {
    const url = location.origin
    if ((await openShareSheet({ ...words, url })) === 'unavailable')
      await this.#root.copy(`${words.text} ${url}`)
  }
}
