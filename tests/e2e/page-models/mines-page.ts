import type { Locator, Page } from '@playwright/test'

/** The mines game. Tiles are counted from 1, row by row, as their names are. */
export class MinesPage {
  readonly stake: Locator
  readonly mineCount: Locator
  readonly bet: Locator
  readonly cashOut: Locator
  readonly result: Locator
  readonly history: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.stake = page.getByRole('textbox', { name: 'Aposta', exact: true })
    this.mineCount = page.getByRole('spinbutton', { name: 'Minas' })
    this.bet = page.getByRole('button', { name: 'Apostar', exact: true })
    this.cashOut = page.getByRole('button', { name: /^Sacar/ })
    this.result = page.getByRole('status', { name: 'Resultado' })
    this.history = page.getByRole('list', { name: 'Histórico' })
  }

  tile(number: number): Locator {
    return this.page.getByRole('button', { name: new RegExp(`^Casa ${number}(,|$)`) })
  }

  async setMines(count: number): Promise<void> {
    await this.mineCount.fill(String(count))
    await this.mineCount.press('Enter')
  }
}
