import { setTimeout as delay } from 'node:timers/promises'
import { runInTurn } from '../heavyTurns.ts'
import type { CaptchaImage } from './image.ts'

/** Enough for a rush; each takes about 16 KB of memory. */
const poolSize = 20
/** After a picture that nobody waits for, the pool rests this many times as long as that took. */
const spareRestFactor = 4

interface Waiting {
  resolve: (image: CaptchaImage) => void
  reject: (error: unknown) => void
}

/** Pictures that are ready, so that a call only takes one. All are drawn one after another. */
export class ImagePool {
  readonly #ready: CaptchaImage[] = []
  readonly #waiting: Waiting[] = []
  readonly #draw: () => Promise<CaptchaImage>
  #filling = false

  constructor(draw = drawImage) {
    this.#draw = draw
  }

  /** A picture that nobody else gets. Rejects when it cannot be drawn; the next call tries again. */
  take(): Promise<CaptchaImage> {
    const image = this.#ready.pop()
    const taken = image
      ? Promise.resolve(image)
      : new Promise<CaptchaImage>((resolve, reject) => this.#waiting.push({ resolve, reject }))
    if (!this.#filling) void this.#fill()
    return taken
  }

  async #fill(): Promise<void> {
    this.#filling = true
    try {
      while (this.#waiting.length > 0 || this.#ready.length < poolSize) {
        const began = performance.now()
        const image = await this.#draw()
        const drawMs = performance.now() - began
        const waiting = this.#waiting.shift()
        if (waiting) {
          waiting.resolve(image)
          continue
        }
        this.#ready.push(image)
        await delay(drawMs * spareRestFactor, undefined, { ref: false })
      }
    } catch (error) {
      for (const { reject } of this.#waiting.splice(0)) reject(error)
    } finally {
      this.#filling = false
    }
  }
}

async function drawImage(): Promise<CaptchaImage> {
  return (await runInTurn({ kind: 'captcha' })) as CaptchaImage
}
