import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import type { Desktop } from './Desktop.ts'

interface Place {
  x: number
  y: number
}

const capital = /^\p{Lu}$/u
const letter = /^[\p{L}\d]$/u

/** A customer who has no keyboard but the one on the screen. Works on a page of any scale. */
export class ScreenKeys {
  readonly keyboard: Locator

  /** `page`: with the keyboard. It may be above another page with the fields. */
  constructor(
    page: Page,
    private readonly desktop: Desktop,
    names = 'Teclado na tela',
  ) {
    this.keyboard = page.getByRole('group', { name: names, exact: true })
  }

  /** Clicks in the middle of what is at rest and not covered. */
  async tap(target: Locator): Promise<void> {
    await target.waitFor()
    const at = await target.evaluate(async (element) => {
      const scale = window.devicePixelRatio
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      element.scrollIntoView({ block: 'nearest' })
      let last = ''
      for (;;) {
        await frame()
        await frame()
        const { left, top, width, height } = element.getBoundingClientRect()
        const place = { x: left + width / 2, y: top + height / 2 }
        const hit = document.elementFromPoint(place.x, place.y)
        const now = JSON.stringify(place)
        if (now === last && hit && (element.contains(hit) || hit.contains(element)))
          return { x: place.x * scale, y: place.y * scale }
        last = now
      }
    })
    this.desktop.click(Math.round(at.x), Math.round(at.y))
  }

  /** Taps a field until it has the focus: Chromium drops input that comes right after the first paint of a page. */
  async tapField(field: Locator): Promise<void> {
    await expect(async () => {
      await this.tap(field)
      await expect(field).toBeFocused({ timeout: 500 })
    }).toPass()
  }

  key(name: string): Locator {
    return this.keyboard.getByRole('button', { name, exact: true })
  }

  /** Types with the keys of the screen into a field that is empty. */
  async type(field: Locator, text: string): Promise<void> {
    await this.tapField(field)
    await expect(this.keyboard).toBeVisible()
    await expectUncovered(field, this.keyboard)
    await this.pressAll(text)
    await expect(field).toHaveValue(text)
  }

  /** Presses the keys of a text. */
  async pressAll(text: string): Promise<void> {
    // At rest.
    await this.keyboard.evaluate((keys) => Promise.all(keys.getAnimations().map(({ finished }) => finished)))
    let places = await this.keyPlaces()
    for (const letterOrSpace of text) {
      const character = letterOrSpace === ' ' ? 'Espaço' : letterOrSpace
      if (!places.has(character)) {
        await this.changeLayer(character, places)
        await this.key(character).waitFor()
        places = await this.keyPlaces()
      }
      this.clickAt(places.get(character))
      if (capital.test(character)) {
        // Shift is for one letter.
        await this.key(character).waitFor({ state: 'detached' })
        places = await this.keyPlaces()
      }
    }
  }

  /** Where the keys are on the screen once they are at rest, by what they type or do. */
  private async keyPlaces(): Promise<Map<string, Place>> {
    let places = await this.placesNow()
    for (let before = ''; before !== JSON.stringify([...places]); places = await this.placesNow())
      before = JSON.stringify([...places])
    return places
  }

  private async placesNow(): Promise<Map<string, Place>> {
    const places = await this.keyboard.getByRole('button').evaluateAll(async (buttons) => {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      return buttons.map((button): [string, { x: number; y: number }] => {
        const { left, top, width, height } = button.getBoundingClientRect()
        const scale = window.devicePixelRatio
        const name = button.getAttribute('aria-label') ?? button.textContent ?? ''
        return [name, { x: (left + width / 2) * scale, y: (top + height / 2) * scale }]
      })
    })
    return new Map(places)
  }

  private clickAt(place: Place | undefined): void {
    if (!place) throw new Error('the keyboard does not have this key')
    this.desktop.click(Math.round(place.x), Math.round(place.y))
  }

  private async changeLayer(character: string, places: Map<string, Place>): Promise<void> {
    if (!letter.test(character)) return this.clickAt(places.get('Símbolos'))
    const letters = places.get('Letras')
    if (letters) {
      this.clickAt(letters)
      await this.key('Maiúsculas').waitFor()
    }
    if (capital.test(character)) this.clickAt((await this.keyPlaces()).get('Maiúsculas'))
  }
}

/** The whole field is above the keyboard and on the screen. */
async function expectUncovered(field: Locator, keyboard: Locator): Promise<void> {
  await expect
    .poll(async () => {
      const [at, keys] = await Promise.all(
        [field, keyboard].map((each) =>
          each.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect),
        ),
      )
      return at !== undefined && keys !== undefined && at.top >= 0 && at.bottom <= keys.top
    })
    .toBe(true)
}
