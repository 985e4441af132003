import type { Locator, Page } from '@playwright/test'

/** The bet slip of /footballPage, and the player's tickets. */
export class SlipPanel {
  readonly page: Page
  readonly region: Locator
  readonly bar: Locator
  readonly stake: Locator
  readonly bet: Locator
  readonly legs: Locator
  readonly tickets: Locator

  constructor(page: Page) {
    this.page = page
    this.region = page.getByRole('region', { name: 'Bilhete', exact: true })
    this.bar = page.getByRole('button', { name: /^Bilhete/ })
    this.stake = this.region.getByRole('textbox', { name: 'Aposta' })
    this.bet = this.region.getByRole('button', { name: 'Apostar', exact: true })
    this.legs = this.region.getByRole('list', { name: 'Seleções' }).getByRole('listitem')
    this.tickets = page.getByRole('region', { name: 'Minhas apostas' }).locator('li[aria-labelledby]')
  }

  mode(name: 'Simples' | 'Múltipla'): Locator {
    return this.region.getByRole('tab', { name })
  }

  /** Goes from the receipt of a bet to the tickets. */
  async seeTickets(): Promise<void> {
    await this.region.getByRole('button', { name: 'Ver minhas apostas' }).click()
  }
}
