import { makeAutoObservable, reaction, runInAction } from 'mobx'
import type { RealtimeStore } from '../stores/RealtimeStore.ts'
import type { ServerStore } from '../stores/ServerStore.ts'

/** How long the real-time connection may be down before the offline notice shows. */
const graceMs = 4_000

/** Whether to show the offline notice: the browser is offline or the server is unreachable. */
export class ConnectionStore {
  private hasNetwork = navigator.onLine
  private isDisconnected = false
  readonly #realtime: Pick<RealtimeStore, 'status'>
  readonly #server: Pick<ServerStore, 'isUnreachable'>

  constructor(realtime: Pick<RealtimeStore, 'status'>, server: Pick<ServerStore, 'isUnreachable'>) {
    this.#realtime = realtime
    this.#server = server
    makeAutoObservable(this)
  }

  get isOffline(): boolean {
    return !this.hasNetwork || this.isDisconnected || this.#server.isUnreachable
  }

  /** Returns the cleanup. */
  start(): () => void {
    const update = () => runInAction(() => (this.hasNetwork = navigator.onLine))
    window.addEventListener('online', update)
    window.addEventListener('offline', update)
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = reaction(
      () => this.#realtime.status,
      (status) => {
        clearTimeout(timer)
        if (status === 'connecting') timer = setTimeout(() => this.setDisconnected(true), graceMs)
        else this.setDisconnected(false)
      },
      { fireImmediately: true },
    )
    return () => {
      window.removeEventListener('online', update)
      window.removeEventListener('offline', update)
      clearTimeout(timer)
      stop()
    }
  }

  private setDisconnected(value: boolean): void {
    this.isDisconnected = value
  }
}
