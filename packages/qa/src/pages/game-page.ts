import { expect, type Locator, type Page } from '@playwright/test'
import type { Sandbox } from '../Sandbox.ts'

/** What the six originals have in common; each test adds what is specific to its game. */
export class GamePage {
  readonly stake: Locator
  readonly bet: Locator
  readonly cashOut: Locator
  readonly result: Locator
  readonly history: Locator
  readonly rounds: Locator
  readonly stop: Locator
  readonly turbo: Locator
  readonly autoState: Locator
  protected readonly page: Page

  constructor(page: Page) {
    this.page = page
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    this.stake = page.getByRole('textbox', { name: 'Aposta', exact: true })
    this.bet = button('Apostar')
    this.cashOut = page.getByRole('button', { name: /^Sacar/ })
    this.result = page.getByRole('status', { name: 'Resultado' })
    this.history = page.getByRole('list', { name: 'Histórico' })
    this.rounds = page.getByRole('spinbutton', { name: 'Rodadas' })
    this.stop = button('Parar')
    this.turbo = button('Turbo')
    this.autoState = page.getByRole('status', { name: 'Jogo automático' })
  }

  async automatic(): Promise<void> {
    await this.page.getByRole('button', { name: 'Automático', exact: true }).click()
  }

  /** Plays one round of an instant game, and waits until its result is shown. */
  async play(): Promise<void> {
    await this.bet.click()
    await expect(this.bet).toBeEnabled()
  }

  /** Expects every invalid stake to show its reason at the field and to disable the bet button. */
  async expectInvalidStakesRefused(): Promise<void> {
    const invalid = 'Digite um valor, como 10,00'
    const cases = [
      ['0', invalid],
      ['-5', invalid],
      ['abc', invalid],
      ['0,105', invalid],
      ['1e309', invalid],
      ['0,09', 'Mínimo: R$ 0,10'],
      ['5000,01', 'Máximo: R$ 5.000,00'],
    ] as const
    for (const [typed, message] of cases) {
      await this.stake.fill(typed)
      await expect(this.stake, typed).toHaveAccessibleDescription(message)
      await expect(this.bet, typed).toBeDisabled()
    }
    await this.stake.fill('')
    await expect(this.bet).toBeDisabled()
    await this.stake.fill('10,00')
    await expect(this.stake).toHaveAccessibleDescription('')
  }

  /** Opens the proof of a row of the history; checks that with the seed revealed the verifier gives the same result. */
  async verifyRow(name: string, outcome: string | RegExp, { isShared = false } = {}): Promise<void> {
    await this.history.getByRole('button', { name, exact: true }).first().click()
    const dialog = this.page.getByRole('dialog', { name: 'Resultado verificável' })
    const round = dialog.getByRole('region', { name: 'Rodada' })
    if (!isShared) {
      await expect(round).toContainText('Revelada depois da troca')
      await dialog.getByRole('button', { name: 'Trocar sementes' }).click()
      await expect(round).not.toContainText('Revelada depois da troca')
    }
    await dialog.getByRole('button', { name: 'Verificar esta rodada' }).click()
    await expect(this.result).toHaveText(outcome)
    await expect(this.page.getByText('a semente corresponde ao hash mostrado')).toBeVisible()
  }
}

/** Sets the seeds of docs/product.md, "Known answers"; `nonce` is that of the next round. */
export async function fixSeeds(
  sandbox: Sandbox,
  username: string,
  [serverSeed, clientSeed]: readonly [string, string],
  nonce: number,
): Promise<void> {
  await sandbox.setSeeds(username, { serverSeed, clientSeed, nonce })
}
