import { expect, type Locator, type Page } from '@playwright/test'
import type { LanguageCode } from '../../../../src/contract/languages.ts'
import { windowOrigin } from '../hosts/launchWindow.ts'
import type { Host } from '../options.ts'
import type { Sandbox } from '../Sandbox.ts'

/** The frame around every page (bars, menus, alerts), and a way to open an address in either host. */
export class PalpiteApp {
  readonly page: Page
  readonly host: Host
  readonly sandbox: Sandbox
  readonly balance: Locator
  readonly toast: Locator
  readonly alert: Locator

  constructor(page: Page, host: Host, sandbox: Sandbox) {
    this.page = page
    this.host = host
    this.sandbox = sandbox
    this.balance = page.getByRole('status', { name: 'Saldo' })
    this.toast = page.getByRole('status')
    this.alert = page.getByRole('alertdialog')
  }

  async open(path: string): Promise<void> {
    await this.page.goto(this.host === 'web' ? path : windowOrigin + path)
  }

  /** Opens a page in a language as on a phone of 320x640; in a browser only. */
  async openOnSmallestPhone(path: string, language: LanguageCode): Promise<void> {
    await this.page.setViewportSize({ width: 320, height: 640 })
    // The storage belongs to a page that is open.
    if (this.page.url() === 'about:blank') await this.open('/home')
    await this.page.evaluate((code) => localStorage.setItem('language', code), language)
    await this.open(path)
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  dialog(name: string): Locator {
    return this.page.getByRole('dialog', { name, exact: true })
  }

  async dismissAlert(): Promise<void> {
    await this.alert.getByRole('button', { name: 'Eu entendi' }).click()
  }

  /** Waits until the player is loaded: from then on the refresh button loads only the balance. */
  async waitForPlayer(): Promise<void> {
    await expect(this.balance).toContainText('R$')
  }

  /** Waits for the player's real-time connection: from then on pushes arrive. */
  async online(username: string): Promise<void> {
    await expect.poll(() => this.sandbox.isOnline(username)).toBe(true)
  }

  get path(): string {
    return new URL(this.page.url()).pathname
  }
}
