import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { qrMatrix } from '../../services/qrMatrix.ts'

/** The address of this site as a QR code. */
export class PhoneCodeStore {
  qr: boolean[][] | null = null
  isFailed = false
  readonly #address: string

  constructor(address: string) {
    this.#address = address
    makeAutoObservable(this, { qr: observableRef })
  }

  start(): void {
    qrMatrix(this.#address).then(
      (qr) => runInAction(() => (this.qr = qr)),
      (error: unknown) => {
        console.error('QR code', error)
        runInAction(() => (this.isFailed = true))
      },
    )
  }
}
