import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import type { PictureKind } from '#contract/rules/identityPictures.ts'
import { encodeFile, encodePicture, type EncodedPicture } from './encodePicture.ts'

/** What cameras are asked for; they give what they have. */
const size = { width: { ideal: 1_920 }, height: { ideal: 1_080 } }

/** One picture: live, then taken, and taken again until the player likes it. */
export class CameraStore {
  /** `none`: this device has no camera, it was unplugged, or another program uses it. `denied`: the player or the host has refused it. */
  state: 'starting' | 'live' | 'taken' | 'none' | 'denied' = 'starting'
  stream: MediaStream | null = null
  /** The camera's picture is on the screen: before that there is nothing to take. */
  isShowing = false
  /** Base64 of a JPEG. */
  image: string | null = null
  problem: 'tooSmall' | 'failed' | 'noPicture' | null = null
  readonly isSelfie: boolean
  /** Of the newest request for the camera: what an older one gets is given back. */
  #request = 0
  /** Of the newest file: an older one that took longer to read changes nothing. */
  #file = 0

  constructor(kind: PictureKind) {
    this.isSelfie = kind === 'selfie'
    makeAutoObservable(this, { stream: observableRef, isSelfie: false })
  }

  /** Asks for the camera, and gives it back when the returned function is called. */
  open(): () => void {
    void this.start()
    return () => this.release()
  }

  async start(): Promise<void> {
    this.release()
    const request = this.#request
    this.state = 'starting'
    this.image = null
    this.problem = null
    // Browsers have it on https and on this machine only.
    const devices = navigator.mediaDevices as MediaDevices | undefined
    if (!devices?.getUserMedia) {
      this.state = 'none'
      return
    }
    try {
      const video = { ...size, facingMode: this.isSelfie ? 'user' : 'environment' }
      const stream = await devices.getUserMedia({ video, audio: false })
      if (request !== this.#request) return stop(stream)
      this.show(stream)
    } catch (error) {
      if (request !== this.#request) return
      const isDenied =
        error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'SecurityError')
      console.warn('no camera', error instanceof Error ? error.name : error)
      runInAction(() => (this.state = isDenied ? 'denied' : 'none'))
    }
  }

  setShowing(): void {
    this.isShowing = this.state === 'live'
  }

  get canShoot(): boolean {
    return this.state === 'live' && this.isShowing
  }

  /** Takes what the camera shows now. */
  shoot(video: HTMLVideoElement): void {
    if (!this.canShoot || video.videoWidth === 0) return
    this.accept(encodePicture(video, video.videoWidth, video.videoHeight))
  }

  async choose(file: Blob): Promise<void> {
    const number = ++this.#file
    try {
      const picture = await encodeFile(file)
      if (number === this.#file) this.accept(picture)
    } catch (error) {
      if (number !== this.#file) return
      console.warn('not a picture', error instanceof Error ? error.name : error)
      runInAction(() => (this.problem = 'noPicture'))
    }
  }

  private accept(picture: EncodedPicture): void {
    if ('problem' in picture) {
      this.problem = picture.problem
      return
    }
    // The camera may still be asked for: what comes then would take the place of the picture.
    this.release()
    this.image = picture.image
    this.problem = null
    this.state = 'taken'
  }

  private show(stream: MediaStream): void {
    this.stream = stream
    this.state = 'live'
    // Unplugged, or taken away by the system. A track that is stopped here tells of no end.
    for (const track of stream.getTracks()) track.onended = () => this.lose(stream)
  }

  private lose(stream: MediaStream): void {
    if (this.stream !== stream) return
    this.release()
    this.state = 'none'
  }

  /** Gives the camera back, one that is still to come too; a file that is still being read is not wanted any more. */
  private release(): void {
    this.#request += 1
    this.#file += 1
    if (this.stream) stop(this.stream)
    this.stream = null
    this.isShowing = false
  }
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
