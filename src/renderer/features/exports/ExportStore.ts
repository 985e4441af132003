import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import { exportCalls, fromWireExport, type ExportJob, type ExportKind } from '#contract/http/exports.ts'
import type { Message } from '../../stores/AlertStore.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { runUnlessBusy } from '../../stores/runUnlessBusy.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'

/** Poll interval while a file is in progress, in ms; the first poll is sooner, because most files are short. */
const pollMs = 1_000
const firstPollMs = 250
/** A file that is ready this soon after its request is downloaded at once, in ms. */
const atOnceMs = 5_000

/** One kind of file with the player's data: its request, its progress, its download. */
export class ExportStore {
  state: 'loading' | 'ready' | 'failed' = 'loading'
  job: ExportJob | null = null
  isBusy = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #isOpen = false
  /** When the player asked for the file in this view, in ms of performance.now(). */
  #requestedAt: number | null = null
  readonly #root: RootStore
  readonly #kind: ExportKind
  readonly #done: Message

  constructor(root: RootStore, kind: ExportKind, done: Message) {
    this.#root = root
    this.#kind = kind
    this.#done = done
    makeAutoObservable(this, { job: observableRef })
  }

  /** In a kiosk nothing can be downloaded. */
  get isKiosk(): boolean {
    return this.#root.host.kiosk
  }

  get isInProgress(): boolean {
    return this.job?.state === 'waiting' || this.job?.state === 'running'
  }

  /** Whether a request would create a new file instead of returning the finished one. */
  get mayRenew(): boolean {
    return this.job !== null && Date.parse(this.job.nextAt) <= this.#root.clock.now()
  }

  start(): () => void {
    this.#isOpen = true
    if (!this.isKiosk) void this.load()
    return () => {
      this.#isOpen = false
      clearTimeout(this.#timer)
    }
  }

  async load(): Promise<void> {
    this.state = 'loading'
    await this.refresh()
  }

  /** Asks the server for the file; one that is ready at once is downloaded. */
  async request(): Promise<void> {
    await runUnlessBusy(this, async () => {
      const options = { onMessage: (text: string) => void (text && this.#root.alerts.toast({ text })) }
      const job = await this.#root.api.call(exportCalls.request, { body: { kind: this.#kind } }, options)
      this.#requestedAt = performance.now()
      await this.show(fromWireExport(job), firstPollMs)
    })
  }

  async download(): Promise<void> {
    await runUnlessBusy(this, () => this.fetch())
  }

  private async refresh(): Promise<void> {
    try {
      const jobs = await this.#root.api.call(exportCalls.list, {}, { loading: false, ownFailure: true })
      const job = jobs.map(fromWireExport).find(({ kind }) => kind === this.#kind)
      runInAction(() => (this.state = 'ready'))
      await this.show(job ?? null, pollMs)
    } catch (error) {
      ignoreCallError(error)
      runInAction(() => (this.state = 'failed'))
    }
  }

  /** Shows the job's state, and polls again after `nextMs` while it is in progress. */
  private async show(job: ExportJob | null, nextMs: number): Promise<void> {
    runInAction(() => (this.job = job))
    clearTimeout(this.#timer)
    if (!this.#isOpen) return
    if (this.isInProgress) this.#timer = setTimeout(() => void this.refresh(), nextMs)
    else await this.downloadAtOnce()
  }

  private async downloadAtOnce(): Promise<void> {
    const requestedAt = this.#requestedAt
    this.#requestedAt = null
    if (requestedAt === null || this.job?.state !== 'ready') return
    if (performance.now() - requestedAt <= atOnceMs) await this.fetch()
  }

  private async fetch(): Promise<void> {
    if (!this.job) return
    const { path } = await this.#root.api.call(exportCalls.link, { params: { id: this.job.id }, body: {} })
    if (await this.#root.platform.download(path)) this.#root.alerts.toast(this.#done)
    else this.#root.alerts.alert({ key: 'account.exports.refused' })
  }
}
