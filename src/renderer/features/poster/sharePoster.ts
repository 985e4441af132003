import { saveFile } from '../../services/saveFile.ts'
import { sharePicture } from '../../services/share.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import type { Poster, PosterShape } from './drawPoster.ts'

/** Opens the share sheet with the poster; where the device shares no pictures, saves it. */
export async function sharePoster(root: RootStore, poster: Poster, shape: PosterShape): Promise<void> {
  const { drawPoster } = await import('./drawPoster.ts')
  const picture = await drawPoster(poster, shape)
  if (!picture) return root.alerts.toast({ key: 'sports.tickets.shareFailed' }, 'error')
  const name = `${__BRAND_ID__}.png`
  const outcome = await sharePicture(new File([picture], name, { type: picture.type }))
  if (outcome === 'unavailable') saveFile(name, picture, picture.type)
}
