import type { Poster } from '../../features/poster/drawPoster.ts'
import { sharePoster } from '../../features/poster/sharePoster.ts'
import { hasShareSheet } from '../../services/share.ts'
import type { RootStore } from '../../stores/RootStore.ts'

/** Shares a round as a poster; a device without a share sheet gets it in words, with the product's address, copied. */
export class ShareWin {
  readonly #root: RootStore

  constructor(root: RootStore) {
    this.#root = root
  }

  async share(text: string, poster: Omit<Poster, 'url'>): Promise<void> {
    const url = location.origin
    if (hasShareSheet()) await sharePoster(this.#root, { ...poster, url }, 'story')
    else await this.#root.copy(`${text} ${url}`)
  }
}
