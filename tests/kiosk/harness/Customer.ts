import { setTimeout as sleep } from 'node:timers/promises'
import type { PNG } from 'pngjs'
import type { Desktop } from './Desktop.ts'

/** The display of a phone: the page is not enlarged, and the bar at the bottom has its five places in a row. */
export const phone = { width: 393, height: 852 }

/** The middle of a place of the bar at the bottom, as a share of the width. */
const places = { home: 0.1, promotions: 0.7 } as const
type Place = keyof typeof places

const barHeight = 80
/** The page's background is dark: what is brighter is content. */
const contentBrightness = 150
const tolerance = 48
/** Some of a page moves by itself: the banner, a third of home, and what other players win. */
const sameShare = 0.4
const settledShare = 0.98
const settleMs = 300
const roundTripMs = 6_000
const lookAgainMs = 100
const clickAgainMs = 1_500

/** A customer in front of a terminal, who only has its screen and its buttons. */
export class Customer {
  readonly #pictures = new Map<Place, PNG>()
  #course: string[] = []

  constructor(private readonly desktop: Desktop) {}

  /** Remembers what a page looks like, once it no longer changes. To be called when its content is there. */
  async remember(place: Place): Promise<void> {
    let before = await this.desktop.picture()
    for (;;) {
      await sleep(settleMs)
      const now = await this.desktop.picture()
      this.#pictures.set(place, now)
      if (likenessOf(now, before) > settledShare) return
      before = now
    }
  }

  /** Remembers both pages of a terminal that has just been started. */
  async learn(limitMs: number): Promise<void> {
    const start = performance.now()
    do {
      if (performance.now() - start > limitMs) throw new Error('the terminal does not show its pages')
      for (const place of ['promotions', 'home'] as const) {
        this.press(place)
        await this.remember(place)
      }
      // What it showed while it was starting does not come a second time.
    } while ((await this.likeness('promotions')) > sameShare || (await this.useHome(roundTripMs)) === null)
  }

  press(place: Place): void {
    this.desktop.click(places[place] * this.desktop.width, this.desktop.height - barHeight / 3)
  }

  /** How much of the page is as it was, from 0 to 1; 0 when it was empty. */
  async likeness(place: Place): Promise<number> {
    const remembered = this.#pictures.get(place)
    if (!remembered) throw new Error(`${place} is not remembered`)
    return likenessOf(await this.desktop.picture(), remembered)
  }

  /**
   * Goes to the promotions and home again by pressing the buttons, and returns how long it took in ms until both were
   * there with what the server has for them. Null: not within the limit.
   */
  async useHome(limitMs: number): Promise<number | null> {
    const start = performance.now()
    this.#course = []
    const note = (what: string) => this.#course.push(`${Math.round(performance.now() - start)} ms: ${what}`)
    for (const place of ['promotions', 'home'] as const) {
      let pressed = -Infinity
      for (;;) {
        const likeness = await this.likeness(place)
        if (likeness >= sameShare) {
          note(`sees ${place}, like it: ${likeness.toFixed(2)}`)
          break
        }
        const now = performance.now()
        if (now - start > limitMs) {
          note(`${place} is not there, like it: ${likeness.toFixed(2)}`)
          return null
        }
        if (now - pressed > clickAgainMs) {
          note(`presses ${place}, like it: ${likeness.toFixed(2)}`)
          this.press(place)
          pressed = now
        }
        await sleep(lookAgainMs)
      }
    }
    return performance.now() - start
  }

  /** What the last `useHome` pressed and saw when, a line each, for the message of a test that fails. */
  get course(): string {
    return this.#course.join('\n')
  }
}

/**
 * The share of the content of `before`, between the bars, that `now` has too. Of the background too, if that is less: the
 * blank of a page that died has the colour of most texts.
 */
function likenessOf(now: PNG, before: PNG): number {
  const content = { all: 0, same: 0 }
  const background = { all: 0, same: 0 }
  for (let y = barHeight; y < before.height - barHeight; y += 2) {
    for (let x = 0; x < before.width; x += 2) {
      const at = (y * before.width + x) * 4
      const brightness = channel(before, at) + channel(before, at + 1) + channel(before, at + 2)
      const part = brightness < contentBrightness ? background : content
      part.all++
      const difference = [0, 1, 2].reduce(
        (sum, offset) => sum + Math.abs(channel(now, at + offset) - channel(before, at + offset)),
        0,
      )
      if (difference < tolerance) part.same++
    }
  }
  return content.all === 0 ? 0 : Math.min(content.same / content.all, background.same / background.all)
}

function channel({ data }: PNG, at: number): number {
  return data[at] ?? 0
}
