import { expect, type Page } from '@playwright/test'
import type { Sandbox, SandboxUser } from '../../../scripts/Sandbox.ts'
import { AccessOverlay } from '../../e2e/page-models/access-overlay.ts'
import type { Hand } from './Hand.ts'

/** Logs in by hand, from a page with the login button or an open login overlay. */
export async function logIn(page: Page, hand: Hand, sandbox: Sandbox, player: SandboxUser): Promise<void> {
  const access = new AccessOverlay(page, sandbox)
  await hand.click(
    page.getByRole('tab', { name: 'Login' }).or(page.getByRole('button', { name: 'Entrar', exact: true })),
  )
  await hand.type(access.field('E-mail'), player.username)
  await hand.type(access.field('Senha'), player.password)
  await hand.type(access.field('Captcha'), await access.answer())
  await hand.click(access.dialog.getByRole('button', { name: 'Autenticar-se', exact: true }))
  await expect(page.getByRole('status', { name: 'Saldo' })).toContainText('R$', { timeout: 20_000 })
}
