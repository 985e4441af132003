import { setTimeout as delay } from 'node:timers/promises'
import { restOfProcess } from '../heavyWork.ts'
import { LowPriorityThread } from '../LowPriorityThread.ts'
import { drawCaptcha, type CaptchaImage } from './image.ts'

/** Enough for a rush; each takes about 16 KB of memory. */
const poolSize = 20
/**
 * After drawing, the pool rests this many times as long as it drew, so that a flood leaves the CPU to players. A picture
 * that a call waits for is a sign of a rush, and the next one comes sooner: in a busy process as often as passwords are
 * checked, because more captchas than logins help nobody.
 */
const restFactor = { waitedFor: 1, spare: 4 }

// From source, as in tests, there is no built thread (passwords.ts).
const thread = import.meta.url.endsWith('.ts') ? undefined : new LowPriorityThread()

interface Waiting {
  resolve: (image: CaptchaImage) => void
  reject: (error: unknown) => void
}

/** Pictures that are ready, so that a call only takes one. All are drawn one after another, with a rest between them. */
export class ImagePool {
  readonly #ready: CaptchaImage[] = []
  readonly #waiting: Waiting[] = []
  readonly #draw: () => Promise<CaptchaImage>
  readonly #rest: () => number
  #filling = false

  constructor(draw = drawImage, rest = thread ? restOfProcess() : () => 0) {
    this.#draw = draw
    this.#rest = rest
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
        if (waiting) waiting.resolve(image)
        else this.#ready.push(image)
        const factor = waiting ? restFactor.waitedFor : restFactor.spare
        await delay(Math.max(drawMs * factor, this.#rest()), undefined, { ref: false })
      }
    } catch (error) {
      for (const { reject } of this.#waiting.splice(0)) reject(error)
    } finally {
      this.#filling = false
    }
  }
}

async function drawImage(): Promise<CaptchaImage> {
  return thread ? ((await thread.run({ kind: 'captcha' })) as CaptchaImage) : drawCaptcha()
}
