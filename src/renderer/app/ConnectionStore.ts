import { makeAutoObservable, reaction, runInAction } from 'mobx'
import type { RealtimeStore } from '../stores/RealtimeStore.ts'

/** How long the real-time connection may take to come back before the player is told. */
const graceMs = 4_000

/** Whether to tell the player that there is no network: the browser is offline or the server is unreachable. */
export class ConnectionStore {
  private hasNetwork = navigator.onLine
  private isCutOff = false

  constructor(private readonly realtime: Pick<RealtimeStore, 'status'>) {
    makeAutoObservable<this, 'realtime'>(this, { realtime: false })
  }

  get isOffline(): boolean {
    return !this.hasNetwork || this.isCutOff
  }

  /** Returns the cleanup. */
  start(): () => void {
    const follow = () => runInAction(() => (this.hasNetwork = navigator.onLine))
    window.addEventListener('online', follow)
    window.addEventListener('offline', follow)
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = reaction(
      () => this.realtime.status,
      (status) => {
        clearTimeout(timer)
        if (status === 'connecting') timer = setTimeout(() => this.setCutOff(true), graceMs)
        else this.setCutOff(false)
      },
      { fireImmediately: true },
    )
    return () => {
      window.removeEventListener('online', follow)
      window.removeEventListener('offline', follow)
      clearTimeout(timer)
      stop()
    }
  }

  private setCutOff(value: boolean): void {
    this.isCutOff = value
  }
}
