import { makeAutoObservable, runInAction } from 'mobx'
import { saveFile } from '../../services/saveFile.ts'
import { sharePicture } from '../../services/share.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { drawTicket, type PictureTexts } from './ticketPicture.ts'

/** Shares the picture of a ticket, or saves it where the device has no share sheet for pictures. */
export class ShareTicket {
  isBusy = false

  constructor(private readonly root: RootStore) {
    makeAutoObservable<this, 'root'>(this, { root: false })
  }

  async share(texts: PictureTexts): Promise<void> {
    if (this.isBusy) return
    this.isBusy = true
    try {
      const picture = await drawTicket(texts)
      if (!picture) return this.root.alerts.toast({ key: 'sports.tickets.shareFailed' }, 'error')
      const name = `${__BRAND_ID__}.png`
      const outcome = await sharePicture(new File([picture], name, { type: picture.type }))
      if (outcome === 'unavailable') saveFile(name, picture, picture.type)
    } finally {
      runInAction(() => (this.isBusy = false))
    }
  }
}
