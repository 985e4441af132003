import { makeAutoObservable, observableRef, runInAction } from 'mobx'
import type { PictureKind } from '#contract/rules/identityPictures.ts'
import { encodeFile, encodePicture, type EncodedPicture } from './encodePicture.ts'

/** What cameras are asked for; they give what they have. */
const size = { width: { ideal: 1_920 }, height: { ideal: 1_080 } }

/** One picture: live, then taken, and taken again until the player likes it. */
export class CameraStore {
  /** `none`: this device has no camera, or another program uses it. `denied`: the player or the host has refused it. */
  state: 'starting' | 'live' | 'taken' | 'none' | 'denied' = 'starting'
  stream: MediaStream | null = null
  /** Base64 of a JPEG. */
  image: string | null = null
  problem: 'tooSmall' | 'failed' | 'noPicture' | null = null
  readonly isSelfie: boolean
  #isOver = false

  constructor(kind: PictureKind) {
    this.isSelfie = kind === 'selfie'
    makeAutoObservable(this, { stream: observableRef, isSelfie: false })
  }

  /** Asks for the camera, and gives it back when the returned function is called. */
  open(): () => void {
    this.#isOver = false
    void this.start()
    return () => {
      this.#isOver = true
      this.release()
    }
  }

  async start(): Promise<void> {
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
      if (this.#isOver) return stop(stream)
      runInAction(() => {
        this.stream = stream
        this.state = 'live'
      })
    } catch (error) {
      const isDenied =
        error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'SecurityError')
      console.warn('no camera', error instanceof Error ? error.name : error)
      runInAction(() => (this.state = isDenied ? 'denied' : 'none'))
    }
  }

  /** Takes what the camera shows now. */
  shoot(video: HTMLVideoElement): void {
    if (this.state !== 'live' || video.videoWidth === 0) return
    this.accept(encodePicture(video, video.videoWidth, video.videoHeight))
    if (this.image !== null) this.release()
  }

  async choose(file: Blob): Promise<void> {
    try {
      const picture = await encodeFile(file)
      if (!this.#isOver) this.accept(picture)
      if (this.image !== null) this.release()
    } catch (error) {
      console.warn('not a picture', error instanceof Error ? error.name : error)
      runInAction(() => (this.problem = 'noPicture'))
    }
  }

  private accept(picture: EncodedPicture): void {
    if ('problem' in picture) {
      this.problem = picture.problem
      return
    }
    this.image = picture.image
    this.problem = null
    this.state = 'taken'
  }

  private release(): void {
    if (this.stream) stop(this.stream)
    this.stream = null
  }
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}
