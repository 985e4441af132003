import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx'
import { CallError } from '#contract/errors.ts'
import { identityCheckCalls, type IdentityCheckWire } from '#contract/http/identityCheck.ts'
import { pictureKinds, type PictureKind } from '#contract/rules/identityPictures.ts'
import type { Message } from '../../stores/AlertStore.ts'
import type { RootStore } from '../../stores/RootStore.ts'
import { ignoreCallError } from '../../stores/SessionStore.ts'
import { addressOfPicture } from './encodePicture.ts'

/** /identidade: what has become of the player's identity check, and the pictures that it asks for. */
export class IdentityStore {
  state: 'loading' | 'ready' | 'failed' = 'loading'
  check: IdentityCheckWire | null = null
  /** The picture that is being taken; null: none. */
  taking: PictureKind | null = null
  /** A picture is on its way. */
  isUploading = false
  isSending = false
  /** Why the last picture, or all of them, were not accepted. */
  failure: Message | null = null
  /** The picture that the failure is about; null: all of them. */
  failedKind: PictureKind | null = null
  /** Addresses of the pictures that were taken on this page; the server shows none. */
  #shown = new Map<PictureKind, string>()
  readonly #root: RootStore
  /** Of the newest load: older ones change nothing. */
  #load = 0
  /** How many sessions had ended when this one began: nothing of one person is shown to the next. */
  #endedSessions: number

  constructor(root: RootStore) {
    this.#root = root
    this.#endedSessions = root.session.endedSessions
    makeAutoObservable(this, { check: observableRef })
  }

  /**
   * Loads for whoever is logged in, and again when the server says that something has changed; forgets everything when a
   * session ends, which leaves the page where it is. Returns how to stop.
   */
  start(): () => void {
    const stop = reaction(
      () => {
        const { endedSessions, isLoggedIn, player, hasFailed } = this.#root.session
        return [
          endedSessions,
          isLoggedIn,
          player?.id ?? hasFailed,
          player?.verified,
          player?.isInReview,
          player?.needsPictures,
        ].join()
      },
      () => {
        const { endedSessions, isLoggedIn, player, hasFailed } = this.#root.session
        if (endedSessions !== this.#endedSessions) this.forget(endedSessions)
        // Without the user info the page says at least that it cannot be loaded, and tries again.
        if (isLoggedIn && (player ?? hasFailed)) void this.load()
      },
      { fireImmediately: true },
    )
    return () => {
      stop()
      this.#load += 1
    }
  }

  async load(): Promise<void> {
    const load = ++this.#load
    if (!this.check) this.state = 'loading'
    try {
      const check = await this.#root.api.call(
        identityCheckCalls.state,
        {},
        { loading: false, isAwaited: true, ownFailure: true },
      )
      if (load === this.#load) this.show(check)
    } catch (error) {
      ignoreCallError(error)
      if (load === this.#load && !this.check) runInAction(() => (this.state = 'failed'))
    }
  }

  has(kind: PictureKind): boolean {
    return this.check?.pictures.includes(kind) ?? false
  }

  /** The address of a picture that was taken on this page. */
  addressOf(kind: PictureKind): string | undefined {
    return this.has(kind) ? this.#shown.get(kind) : undefined
  }

  get missing(): PictureKind[] {
    return pictureKinds.filter((kind) => !this.has(kind))
  }

  /** Opens the camera, or begins again with it. */
  take(kind: PictureKind): void {
    this.taking = kind
    this.failure = null
  }

  /** Why the picture of this kind was not accepted. */
  failureOf(kind: PictureKind): Message | null {
    return this.failedKind === kind ? this.failure : null
  }

  stopTaking(): void {
    this.taking = null
  }

  /** Sends the picture that was taken: base64 of a JPEG. The camera stays open when it was not accepted. */
  async add(kind: PictureKind, image: string): Promise<void> {
    if (this.isUploading) return
    const isOver = this.begin()
    this.isUploading = true
    try {
      const check = await this.#root.api.call(
        identityCheckCalls.addPicture,
        { body: { kind, image } },
        { ownFailure: true },
      )
      if (isOver()) return
      runInAction(() => {
        this.#shown.set(kind, addressOfPicture(image))
        if (this.taking === kind) this.taking = null
      })
      this.show(check)
    } catch (error) {
      await this.fail(error, isOver, kind)
    } finally {
      if (!isOver()) runInAction(() => (this.isUploading = false))
    }
  }

  /** All pictures are there: the check begins. */
  async send(): Promise<void> {
    if (this.isSending || this.missing.length > 0) return
    const isOver = this.begin()
    this.isSending = true
    try {
      const check = await this.#root.api.call(identityCheckCalls.send, { body: {} }, { ownFailure: true })
      if (isOver()) return
      this.show(check)
      await this.#root.session.refresh().catch(ignoreCallError)
    } catch (error) {
      await this.fail(error, isOver)
    } finally {
      if (!isOver()) runInAction(() => (this.isSending = false))
    }
  }

  /** Returns whether the session that it is called in has ended. */
  private begin(): () => boolean {
    const before = this.#root.session.endedSessions
    this.failure = null
    return () => this.#root.session.endedSessions !== before
  }

  /** The newest answer: a load that is still on its way may be older. */
  private show(check: IdentityCheckWire): void {
    this.#load += 1
    this.check = check
    this.state = 'ready'
    if (check.state === 'pictures') return
    this.#shown.clear()
    this.taking = null
  }

  private forget(endedSessions: number): void {
    this.#endedSessions = endedSessions
    this.#load += 1
    this.#shown.clear()
    this.state = 'loading'
    this.check = null
    this.taking = null
    this.isUploading = false
    this.isSending = false
    this.failure = null
  }

  private async fail(error: unknown, isOver: () => boolean, kind: PictureKind | null = null): Promise<void> {
    ignoreCallError(error)
    if (isOver()) return
    const text = error instanceof CallError ? error.message : ''
    runInAction(() => {
      this.failure = text ? { text } : { key: 'errors.slowInternet' }
      this.failedKind = kind
    })
    // Another device may have sent them meanwhile.
    if (error instanceof CallError && error.httpStatus === 409) await this.load()
  }
}
