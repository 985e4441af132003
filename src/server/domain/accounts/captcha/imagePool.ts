import { setTimeout as delay } from 'node:timers/promises'
import { LowPriorityThread } from '../LowPriorityThread.ts'
import { drawCaptcha, type CaptchaImage } from './image.ts'

/** Enough for a rush; each takes about 16 KB of memory. */
const poolSize = 20
/** After drawing, the pool rests this many times as long as it drew, so that a flood leaves the CPU to players. */
const restFactor = 4

/**
 * Pictures that are ready, so that a call only takes one. They are drawn one after another; the first call after the
 * start draws its own.
 */
export class ImagePool {
  readonly #ready: CaptchaImage[] = []
  readonly #draw: () => Promise<CaptchaImage>
  #filling = false

  constructor(draw = drawImage) {
    this.#draw = draw
  }

  /** A picture that nobody else gets. */
  async take(): Promise<CaptchaImage> {
    const image = this.#ready.pop() ?? (await this.#draw())
    if (!this.#filling) {
      this.#filling = true
      // A picture that cannot be drawn is an error of the next call, which then draws its own.
      void this.#fill()
        .catch(() => undefined)
        .finally(() => (this.#filling = false))
    }
    return image
  }

  async #fill(): Promise<void> {
    while (this.#ready.length < poolSize) {
      const began = performance.now()
      this.#ready.push(await this.#draw())
      await delay((performance.now() - began) * restFactor, undefined, { ref: false })
    }
  }
}

// From source, as in tests, there is no built thread (passwords.ts).
const thread = import.meta.url.endsWith('.ts') ? undefined : new LowPriorityThread()

async function drawImage(): Promise<CaptchaImage> {
  return thread ? ((await thread.run({ kind: 'captcha' })) as CaptchaImage) : drawCaptcha()
}
