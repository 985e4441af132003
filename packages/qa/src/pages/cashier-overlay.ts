import type { Locator, Page } from '@playwright/test'
import { sandboxPassword } from '../Sandbox.ts'

/** Deposit and withdrawal. */
export class CashierOverlay {
  readonly dialog: Locator
  readonly confirm: Locator
  readonly waiting: Locator
  readonly frame: Locator
  readonly destination: Locator

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog', { name: 'Depósito', exact: true })
    this.confirm = page.getByRole('dialog', { name: 'Valor do depósito', exact: true })
    this.waiting = page.getByRole('dialog', { name: 'Complete sua recarga', exact: true })
    this.frame = page.locator('iframe[title="Deposit"]')
    this.destination = page.getByRole('dialog', { name: 'Destino da retirada', exact: true })
  }

  package(price: string): Locator {
    return this.dialog.getByRole('radio', { name: new RegExp(`^${price.replace('$', '\\$')}`) })
  }

  /** Selects a package and confirms, which opens the payment page. */
  async pay(price: string): Promise<void> {
    await this.package(price).check()
    await this.dialog.getByRole('button', { name: 'Depósito', exact: true }).click()
    await this.confirm.getByRole('button', { name: 'Confirme Para Pagar' }).click()
  }

  get withdrawPanel(): Locator {
    return this.dialog.getByRole('tabpanel', { name: 'Retirar' })
  }

  async fillDestination(form: {
    type: string
    key: string
    holder?: string
    whatsapp?: string
    /** Of a user of the sandbox when left out; null types none. Only asked for when the login is not recent. */
    password?: string | null
  }): Promise<void> {
    await this.destination.getByRole('radio', { name: form.type }).click()
    await this.destination.getByRole('textbox', { name: 'Chave' }).fill(form.key)
    if (form.holder)
      await this.destination.getByRole('textbox', { name: 'Nome do titular' }).fill(form.holder)
    await this.destination.getByRole('textbox', { name: 'WhatsApp' }).fill(form.whatsapp ?? '11987654321')
    const password = this.destination.getByLabel('Senha', { exact: true })
    if (form.password !== null && (await password.isVisible()))
      await password.fill(form.password ?? sandboxPassword)
    await this.destination.getByRole('button', { name: 'Salvar' }).click()
  }
}
