import { errors, type FrameLocator, type Locator, type Page } from '@playwright/test'

/** The support chat: the floating button, the panel, and the page in its frame. */
export class ChatPanel {
  readonly button: Locator
  readonly dialog: Locator
  readonly frame: FrameLocator
  readonly box: Locator
  readonly bubbles: Locator

  constructor(page: Page) {
    this.button = page.getByRole('button', { name: /^Abrir chat/ })
    this.dialog = page.getByRole('dialog', { name: 'Atendimento ao Cliente' })
    this.frame = page.frameLocator('iframe[title="Chat do atendimento"]')
    this.box = this.frame.getByRole('textbox', { name: 'Mensagem' })
    this.bubbles = this.frame.getByRole('log', { name: 'Conversa' }).locator('.bubble p')
  }

  /** Opens the panel and waits until the conversation is there. */
  async open(): Promise<void> {
    await this.button.click()
    await this.box.waitFor()
    await this.frame.locator('.cover').waitFor({ state: 'hidden' })
  }

  /** Types and presses Enter. */
  async write(text: string): Promise<void> {
    await this.box.fill(text)
    await this.box.press('Enter')
  }

  /** Presses Escape in the frame. The frame goes away with the panel, sometimes before it confirms the key. */
  async closeByKey(): Promise<void> {
    const pressed = this.box.press('Escape', { timeout: 5_000 }).catch((error: unknown) => {
      if (!(error instanceof errors.TimeoutError)) throw error
    })
    await Promise.all([pressed, this.dialog.waitFor({ state: 'hidden' })])
  }
}
