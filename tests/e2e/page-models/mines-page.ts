import type { Locator, Page } from '@playwright/test'
import { GamePage } from './game-page.ts'

/** The mines game. Tiles are counted from 1, row by row, like their names. */
export class MinesPage extends GamePage {
  readonly mineCount: Locator

  constructor(page: Page) {
    super(page)
    this.mineCount = page.getByRole('spinbutton', { name: 'Minas' })
  }

  tile(number: number): Locator {
    return this.page.getByRole('button', { name: new RegExp(`^Casa ${number}(,|$)`) })
  }

  async setMines(count: number): Promise<void> {
    await this.mineCount.fill(String(count))
    await this.mineCount.press('Enter')
  }
}
