import { makeAutoObservable, runInAction } from 'mobx'
import { saveFile } from '../../services/saveFile.ts'
import { sharePicture } from '../../services/share.ts'
import type { Message } from '../../stores/AlertStore.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import type { Poster, PosterShape } from './drawPoster.ts'

/** Opens the share sheet with the poster; where the device shares no pictures, saves it. */
export async function sharePoster(
  root: RootStore,
  poster: Poster,
  shape: PosterShape,
  failed: Message = { key: 'sports.tickets.shareFailed' },
): Promise<void> {
  const { drawPoster } = await import('./drawPoster.ts')
  await shareDrawing(root, await drawPoster(poster, shape), { name: __BRAND_ID__, failed })
}

/** The same with a picture that is drawn already; null: the browser could not, which the player is told. */
export async function shareDrawing(
  root: RootStore,
  picture: Blob | null,
  { name, failed }: { name: string; failed: Message },
): Promise<void> {
  if (!picture) return root.alerts.toast(failed, 'error')
  const file = `${name}.png`
  const outcome = await sharePicture(new File([picture], file, { type: picture.type }))
  if (outcome === 'unavailable') saveFile(file, picture, picture.type)
}

/** Shares one picture at a time. */
export class PosterSharing {
  isBusy = false
  readonly #root: RootStore
  readonly #failed: Message

  /** `failed` is what the player is told where the browser draws nothing. */
  constructor(root: RootStore, failed: Message) {
    this.#root = root
    this.#failed = failed
    makeAutoObservable(this)
  }

  share(poster: Poster, shape: PosterShape): Promise<void> {
    return this.run(() => sharePoster(this.#root, poster, shape, this.#failed))
  }

  async run(work: () => Promise<void>): Promise<void> {
    if (this.isBusy) return
    this.isBusy = true
    try {
      await work()
    } finally {
      runInAction(() => (this.isBusy = false))
    }
  }
}
