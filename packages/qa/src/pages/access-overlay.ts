import type { Locator, Page } from '@playwright/test'
import type { Sandbox } from '../Sandbox.ts'

/** Login and registration, as an overlay or (`form`) as a page. */
export class AccessOverlay {
  readonly dialog: Locator
  private readonly form: Locator
  readonly captcha: Locator
  private readonly page: Page
  private readonly sandbox: Sandbox

  constructor(page: Page, sandbox: Sandbox, form?: Locator) {
    this.page = page
    this.sandbox = sandbox
    this.dialog = page.getByRole('dialog', { name: 'Acesso', exact: true })
    this.form = form ?? this.dialog
    this.captcha = this.form.getByRole('img', { name: 'Captcha' })
  }

  field(name: string): Locator {
    return this.form.getByLabel(name, { exact: true })
  }

  async fillCaptcha(): Promise<void> {
    await this.field('Captcha').fill(await this.answer())
  }

  /** The answer to the captcha on the screen, which is the one with this page's newest code id. */
  async answer(): Promise<string> {
    const codeId = await this.codeId()
    return this.sandbox.captchaAnswer(codeId)
  }

  async register(form: { email: string; password: string; phone?: string }): Promise<void> {
    await this.dialog.getByRole('tab', { name: 'Registro' }).click()
    await this.fillRegistration(form)
  }

  async fillRegistration(form: { email: string; password: string; phone?: string }): Promise<void> {
    await this.field('E-mail').fill(form.email)
    await this.field('Telefone').fill(form.phone ?? '11987654321')
    await this.field('Senha').fill(form.password)
    await this.field('Repita a senha').fill(form.password)
    await this.fillCaptcha()
    await this.form.getByRole('checkbox', { name: 'Aceito os termos de serviço' }).check()
    await this.form.getByRole('button', { name: 'Inscrever-se', exact: true }).click()
  }

  async login(form: { email: string; password: string }): Promise<void> {
    await this.dialog.getByRole('tab', { name: 'Login' }).click()
    await this.field('E-mail').fill(form.email)
    await this.field('Senha').fill(form.password)
    await this.fillCaptcha()
    await this.dialog.getByRole('button', { name: 'Autenticar-se', exact: true }).click()
  }

  private async codeId(): Promise<string> {
    await this.captcha.waitFor()
    const id = await this.captcha.getAttribute('data-code-id')
    if (!id) throw new Error('the captcha picture has no code id')
    return id
  }
}
