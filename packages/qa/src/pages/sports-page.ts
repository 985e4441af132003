import type { Locator, Page } from '@playwright/test'

/** /footballPage: the board and the view of one match. */
export class SportsPage {
  readonly page: Page
  readonly sports: Locator
  /** Shown in the view of one match, which has no rows. */
  readonly score: Locator
  readonly back: Locator

  constructor(page: Page) {
    this.page = page
    this.sports = page.getByRole('group', { name: 'Modalidades' })
    this.score = page.getByRole('status', { name: 'Placar' })
    this.back = page.getByRole('button', { name: 'Voltar às partidas' })
  }

  tab(name: string): Locator {
    return this.page.getByRole('tab', { name, exact: true })
  }

  sport(name: string): Locator {
    return this.sports.getByRole('button', { name: new RegExp(`^${name}(,|$)`) })
  }

  /** A match in the list. */
  row(home: string, away: string): Locator {
    return this.page.getByRole('article', { name: `${home} × ${away}`, exact: true })
  }

  /** The prices of one market, in the view of a match. */
  market(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true })
  }

  /** A price by its full name, such as 'Resultado final: Casa 1,85'. */
  price(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  get format(): Locator {
    return this.page.getByRole('combobox', { name: 'Formato das odds' })
  }
}
