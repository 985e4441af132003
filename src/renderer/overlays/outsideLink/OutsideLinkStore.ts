import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { qrMatrix } from '../../services/qrMatrix.ts'

/** A link that leads out of the application, as a QR code. */
export class OutsideLinkStore {
  qr: boolean[][] | null = null
  readonly #address: string

  constructor(address: string) {
    this.#address = address
    makeAutoObservable(this, { qr: observableRef })
  }

  /** The address as it is read: a telephone number or an e-mail address without its scheme. */
  get text(): string {
    return this.#address.replace(/^(tel|mailto):/i, '')
  }

  start(): void {
    qrMatrix(this.#address).then(
      (qr) => runInAction(() => (this.qr = qr)),
      // The address is written below.
      (error: unknown) => console.error('QR code', error),
    )
  }
}
