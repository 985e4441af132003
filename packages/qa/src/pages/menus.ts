import type { Locator, Page } from '@playwright/test'

/** The account menu, the side menu, and what opens from them. */
export class Menus {
  readonly account: Locator
  readonly side: Locator
  readonly avatars: Locator
  readonly languages: Locator
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.account = page.getByRole('dialog', { name: 'Conta', exact: true })
    this.side = page.getByRole('dialog', { name: 'Menu', exact: true })
    this.avatars = page.getByRole('dialog', { name: 'Escolha seu avatar' })
    this.languages = page.getByRole('radiogroup', { name: 'Idioma' })
  }

  async openAccount(): Promise<void> {
    await this.page.getByRole('button', { name: 'Abrir menu da conta' }).click()
    await this.account.waitFor()
  }

  async openSide(): Promise<void> {
    await this.page.getByRole('button', { name: 'Abrir menu', exact: true }).click()
    await this.side.waitFor()
  }

  /** A button of the account menu. */
  entry(name: string): Locator {
    return this.account.getByRole('button', { name, exact: true })
  }

  link(name: string): Locator {
    return this.side.getByRole('link', { name, exact: true })
  }

  avatar(number: number): Locator {
    return this.avatars.getByRole('radio', { name: `Avatar ${number}`, exact: true })
  }
}
