import type { Locator, Page } from '@playwright/test'

/** The prompts that open over a page. */
export class Prompts {
  readonly mask: Locator
  readonly award: Locator
  readonly multiplier: Locator
  readonly lowBalance: Locator
  readonly lowBonus: Locator
  readonly secondDeposit: Locator
  readonly welcome: Locator
  readonly realityCheck: Locator

  constructor(page: Page) {
    this.mask = page.getByRole('complementary', { name: 'Aviso' })
    this.award = page.getByRole('dialog', { name: 'Você ganhou um presente' })
    this.multiplier = page.getByRole('dialog', { name: 'Bônus turbinado' })
    this.lowBalance = page.getByRole('dialog', { name: 'Saldo baixo' })
    this.lowBonus = page.getByRole('dialog', { name: 'Saldo de bônus baixo' })
    this.secondDeposit = page.getByRole('dialog', { name: 'Segundo depósito, bônus maior' })
    this.welcome = page.getByRole('dialog', { name: 'Seu presente de boas-vindas' })
    this.realityCheck = page.getByRole('alertdialog', { name: 'Hora de respirar' })
  }
}
