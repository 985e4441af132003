import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { Menus } from '../page-models/menus.ts'
import { SlotPage } from '../page-models/slot-page.ts'
import { walkTo, walkToOverlay } from '../textFit.ts'

const dots = 'R$ ••••'

const textOf = async (page: Page) => (await page.locator('body').innerText()).replace(/\s/g, ' ')

test('a hidden balance is nowhere on the screen, in games and slots either, until it is shown again', async ({
  app,
  page,
  login,
}) => {
  await login({ balance: 7391.25, freeBalance: 641.5 })
  await expect(app.balance).toHaveText('R$ 7.391,25')
  await page.getByRole('button', { name: 'Ocultar saldo' }).click()
  await expect(app.balance).toContainText(dots)
  await expect(app.balance).toContainText('Saldo oculto')
  const expectHidden = async (where: string) => {
    await expect(page.getByText(dots).first(), where).toBeVisible()
    expect(await textOf(page), where).not.toMatch(/7\.391|641,5/)
  }
  for (const path of ['/conta', '/mines', '/footballPage', '/home']) {
    await walkTo(page, path)
    await expectHidden(path)
  }
  for (const overlay of ['deposit', 'withdraw']) {
    await walkToOverlay(page, overlay)
    await expectHidden(overlay)
  }

  // Loaded again, it is still hidden.
  await app.open('/home')
  await expectHidden('after a reload')
  const menus = new Menus(page)
  await menus.openAccount()
  await expect(menus.account.getByText(dots)).toHaveCount(2)
  await menus.account.getByRole('button', { name: 'Mostrar saldo' }).click()
  await expect(menus.account.getByText('R$ 641,50')).toBeVisible()
  await menus.account.getByRole('button', { name: 'Ocultar saldo' }).click()

  await app.open('/play?game=amazonia')
  const slot = new SlotPage(page, 'amazonia')
  await expect(slot.wallet).toHaveAccessibleName('Carteira: Saldo, Saldo oculto')
  await expect(slot.wallet).toContainText(dots)
  await page.getByRole('button', { name: 'Mostrar saldo' }).click()
  await expect(slot.wallet).toContainText('7.391,25')
})

test('a hidden balance stays hidden on the device of a player, who logs out and in again @full', async ({
  app,
  page,
  login,
  signIn,
  host,
}) => {
  await login({ balance: 50 })
  await page.getByRole('button', { name: 'Ocultar saldo' }).click()
  await expect(app.balance).toContainText(dots)
  const menus = new Menus(page)
  await menus.openAccount()
  await menus.account.getByRole('button', { name: 'Sair' }).click()
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([])
  await signIn({ balance: 60 })
  await app.open('/home')
  // The window keeps nothing of a customer for the next one.
  await expect(app.balance).toContainText(host === 'electron' ? 'R$ 60,00' : dots)
})
