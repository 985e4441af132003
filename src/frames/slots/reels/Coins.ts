interface Coin {
  x: number
  y: number
  sideways: number
  up: number
  size: number
  spin: number
  born: number
}

/** Pixels per second squared. */
const gravity = 1500
const lifeMs = 2600
/** Fraction of the golden ratio: its multiples are spread evenly. Lint allows no Math.random in a game. */
const golden = 0.618_033_988_749

/** Coins thrown up from the board for a big win. They have a separate canvas, painted only while they fly. */
export class Coins {
  #coins: Coin[] = []
  #frame = 0
  #thrown = 0
  #canvas: HTMLCanvasElement | null = null
  readonly #prefersReducedMotion: () => boolean

  constructor(prefersReducedMotion: () => boolean) {
    this.#prefersReducedMotion = prefersReducedMotion
  }

  /** Starts drawing on the canvas. Returns its cleanup. */
  readonly attach = (canvas: HTMLCanvasElement): (() => void) => {
    this.#canvas = canvas
    return () => {
      this.#canvas = null
    }
  }

  /** Throws `count` coins within `ms`. */
  shower(count: number, ms: number): void {
    if (!this.#canvas || this.#prefersReducedMotion()) return
    const { width, height } = fit(this.#canvas)
    const now = performance.now()
    for (let i = 0; i < count; i++) {
      const part = (this.#thrown++ * golden) % 1
      const other = (this.#thrown * golden * golden) % 1
      this.#coins.push({
        x: width * (0.2 + 0.6 * part),
        y: height * 0.62,
        sideways: (part - 0.5) * width * 0.9,
        up: height * (0.9 + 0.7 * other),
        size: 7 + 6 * other,
        spin: 5 + 7 * part,
        born: now + (i / count) * ms,
      })
    }
    if (this.#frame === 0) this.#frame = requestAnimationFrame((time) => this.#draw(time))
  }

  clear(): void {
    this.#coins = []
  }

  #draw(now: number): void {
    const context = this.#canvas?.getContext('2d')
    if (!context) {
      this.#frame = 0
      return
    }
    context.clearRect(0, 0, context.canvas.width, context.canvas.height)
    this.#coins = this.#coins.filter(({ born }) => now - born < lifeMs)
    for (const coin of this.#coins) if (now >= coin.born) paint(context, coin, (now - coin.born) / 1000)
    this.#frame = this.#coins.length > 0 ? requestAnimationFrame((time) => this.#draw(time)) : 0
  }
}

/** Gives the canvas as many pixels as it has CSS pixels; returns these. */
function fit(canvas: HTMLCanvasElement): { width: number; height: number } {
  const { clientWidth: width, clientHeight: height } = canvas
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width
    canvas.height = height
  }
  return { width, height }
}

function paint(context: CanvasRenderingContext2D, coin: Coin, t: number): void {
  const x = coin.x + coin.sideways * t
  const y = coin.y - coin.up * t + (gravity * t * t) / 2
  const turn = Math.abs(Math.cos(coin.spin * t))
  const width = Math.max(1.5, coin.size * turn)
  context.beginPath()
  context.ellipse(x, y, width, coin.size, 0, 0, 2 * Math.PI)
  context.fillStyle = '#d68d12'
  context.fill()
  context.beginPath()
  context.ellipse(x - 0.8, y - 0.8, width * 0.8, coin.size * 0.8, 0, 0, 2 * Math.PI)
  context.fillStyle = '#ffd768'
  context.fill()
  context.beginPath()
  context.ellipse(x - width * 0.25, y - coin.size * 0.3, width * 0.3, coin.size * 0.25, 0, 0, 2 * Math.PI)
  context.fillStyle = '#fff6d0'
  context.fill()
}
