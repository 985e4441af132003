import { expect, type Frame, type FrameLocator, type Locator, type Page } from '@playwright/test'
import type { SlotCode } from '../../../../src/contract/games/slots.ts'

export const slotNames: Record<SlotCode, string> = {
  'frutas-do-brasil': 'Frutas do Brasil',
  'ouro-da-serra': 'Ouro da Serra',
  carnaval: 'Carnaval',
  amazonia: 'Amazônia',
}

/** A slot in its frame. */
export class SlotPage {
  readonly frame: FrameLocator
  readonly spin: Locator
  readonly stake: Locator
  readonly wallet: Locator
  readonly result: Locator
  readonly turbo: Locator
  readonly auto: Locator
  readonly autoState: Locator
  readonly continueButton: Locator
  readonly startFree: Locator
  protected readonly page: Page
  private readonly name: string

  constructor(page: Page, code: SlotCode) {
    this.page = page
    this.name = slotNames[code]
    this.frame = page.frameLocator(`iframe[title="${this.name}"]`)
    this.spin = this.button('Girar')
    this.stake = this.frame.getByRole('textbox', { name: 'Aposta', exact: true })
    this.wallet = this.frame.getByRole('button', { name: /^Carteira: / })
    this.result = this.frame.getByRole('status', { name: 'Resultado' })
    this.turbo = this.button('Turbo')
    this.auto = this.button('Automático')
    this.autoState = this.frame.getByRole('status', { name: 'Jogo automático' })
    this.startFree = this.button('Começar').first()
    this.continueButton = this.button('Continuar').first()
  }

  button(name: string): Locator {
    return this.frame.getByRole('button', { name, exact: true })
  }

  dialog(name: string): Locator {
    return this.frame.getByRole('dialog', { name, exact: true })
  }

  /** Waits until the game has its session and is ready for a spin. */
  async ready(): Promise<void> {
    await expect(this.spin).toBeEnabled()
  }

  /** The document in the frame, for what only its scripts can do. */
  async frameDocument(): Promise<Frame> {
    const handle = await this.page.locator(`iframe[title="${this.name}"]`).elementHandle()
    const frame = await handle?.contentFrame()
    if (!frame) throw new Error('the game has no frame')
    return frame
  }
}
