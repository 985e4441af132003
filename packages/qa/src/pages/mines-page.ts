import type { Locator, Page } from '@playwright/test'
import { GamePage } from './game-page.ts'

/** The mines game. Tiles are counted from 1, row by row, like their names. */
export class MinesPage extends GamePage {
  readonly mineCount: Locator
  /** What the eye sees of the result. */
  readonly resultLine: Locator
  /** The multipliers of the further gems. */
  readonly steps: Locator

  constructor(page: Page) {
    super(page)
    this.mineCount = page.getByRole('spinbutton', { name: 'Minas' })
    this.resultLine = page.locator('p').filter({ has: this.result })
    this.steps = page.getByRole('list', { name: 'Tabela de pagamentos' }).getByRole('listitem')
  }

  tile(number: number): Locator {
    return this.page.getByRole('button', { name: new RegExp(`^Casa ${number}(,|$)`) })
  }

  async boardWidth(): Promise<number> {
    const box = await this.page.getByRole('group', { name: 'Tabuleiro' }).boundingBox()
    return box?.width ?? 0
  }

  async setMines(count: number): Promise<void> {
    await this.mineCount.fill(String(count))
    await this.mineCount.press('Enter')
  }
}
