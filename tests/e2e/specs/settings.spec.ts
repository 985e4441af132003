import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { CashierOverlay } from '../page-models/cashier-overlay.ts'
import { ChatPanel } from '../page-models/chat-panel.ts'
import { Menus } from '../page-models/menus.ts'
import { requestAs } from '../playerApi.ts'
import { waitUntilSettled, textsThatDoNotFit, walkTo, walkToOverlay } from '../textFit.ts'

const games = ['/mines', '/dice', '/limbo', '/double', '/luckyColor', '/rowDouble']
const account = ['/conta', '/registros', '/gameMess', '/signInSheet', '/jogoResponsavel']
const loyalty = ['/vip', '/share', '/agentJl', '/ladderBonus', '/gamebouns', '/active1']
const scaledPaths = [...games, ...account, ...loyalty, '/fair', '/download', '/footballPage']

test('the text size applies at once, in the chat too, and stays after a reload @full', async ({
  page,
  login,
}) => {
  await login()
  const menus = new Menus(page)
  const scale = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--text-scale'))
  await menus.openAccount()
  await menus.account.getByRole('button', { name: /^Tamanho do texto/ }).click()
  const sizes = page.getByRole('radiogroup', { name: 'Tamanho do texto' })
  await expect(sizes.getByRole('radio', { name: '100%' })).toBeChecked()
  await sizes.getByRole('radio', { name: '150%' }).check()
  expect(await scale()).toBe('1.5')
  await page.keyboard.press('Escape')
  await page.reload()
  // Until then the page is hidden: what is prerendered has the normal size.
  await expect.poll(scale).toBe('1.5')

  const chat = new ChatPanel(page)
  await chat.open()
  const inChat = chat.frame.locator('html')
  expect(await inChat.evaluate((root) => root.style.getPropertyValue('--text-scale'))).toBe('1.5')
})

for (const { scale, width } of [
  { scale: 150, width: 393 },
  { scale: 200, width: 320 },
]) {
  test(`everything fits at ${width} px with text at ${scale}% @full`, async ({ app, page, login, host }) => {
    test.skip(host === 'electron', 'the window is as wide as a phone: narrower ones are tested on the web')
    await page.setViewportSize({ width, height: 720 })
    await login({ balance: 1234.5, level: 3 })
    await page.evaluate((wanted) => localStorage.setItem('textScale', String(wanted)), scale)
    await app.open('/home')
    await waitUntilSettled(page)
    for (const path of [...scaledPaths, '/home']) {
      await walkTo(page, path)
      await waitUntilSettled(page)
      expect.soft(await textsOutOfPlace(page), path).toEqual([])
    }
    await app.open('/home?overlay=deposit')
    await app.dialog('Depósito').getByRole('radio').first().waitFor()
    await waitUntilSettled(page)
    expect.soft(await textsOutOfPlace(page), 'deposit').toEqual([])
  })
}

/** At these sizes a long word may be broken, but must not overflow. */
async function textsOutOfPlace(page: Page): Promise<string[]> {
  return (await textsThatDoNotFit(page)).filter((misfit) => !misfit.includes('breaks the word'))
}

test(
  'data and security: other devices are logged out, this one stays',
  { tag: '@window' },
  async ({ app, page, sandbox, login }) => {
    const user = await login()
    const menus = new Menus(page)
    const privacy = app.dialog('Dados e segurança')
    await menus.openAccount()
    await menus.account.getByRole('button', { name: 'Dados e segurança' }).click()
    // The sandbox created the player with another session: that is the other device.
    await expect(privacy.getByRole('listitem')).toHaveCount(2)
    await expect(privacy.getByText('Este aparelho')).toHaveCount(1)
    await privacy.getByRole('button', { name: 'Desconectar os outros aparelhos' }).click()
    await expect(privacy.getByRole('listitem')).toHaveCount(1)
    await expect(privacy.getByText('Este aparelho')).toBeVisible()
    expect((await requestAs(sandbox, user.token, '/api/app/user/getBalance')).http).toBe(401)
  },
)

test(
  'data and security: all stored data can be exported as a file',
  { tag: '@window' },
  async ({ app, page, login, host }) => {
    const user = await login()
    const menus = new Menus(page)
    await menus.openAccount()
    await menus.account.getByRole('button', { name: 'Dados e segurança' }).click()
    const download = host === 'web' ? page.waitForEvent('download') : undefined
    await app.dialog('Dados e segurança').getByRole('button', { name: 'Baixar meus dados' }).click()
    await expect(app.toast.filter({ hasText: /^Arquivo pronto$/ })).toBeVisible()
    if (!download) return
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^palpite-\d{4}-\d\d-\d\d\.json$/)
    expect(await readFile(await file.path(), 'utf8')).toContain(user.username)
  },
)

test('an account closes with its password only; what is left can be withdrawn or given up, and then it is gone', async ({
  app,
  page,
  sandbox,
  login,
}) => {
  const user = await login({ balance: 10 })
  const menus = new Menus(page)
  const privacy = app.dialog('Dados e segurança')
  const question = page.getByRole('alertdialog', { name: 'Encerrar conta' })
  const close = question.getByRole('button', { name: 'Encerrar definitivamente' })
  await menus.openAccount()
  await menus.account.getByRole('button', { name: 'Dados e segurança' }).click()
  await privacy.getByRole('button', { name: 'Encerrar definitivamente' }).click()
  await expect(close).toBeDisabled()
  await question.getByLabel('Senha', { exact: true }).fill(user.password)
  await expect(question.getByRole('radio', { name: 'Retirar' })).toBeChecked()
  await expectAccessible(page, 'closing')
  await close.click()
  await expect(app.alert).toContainText('O que resta é seu')
  await app.dismissAlert()
  // Closed to everything but the withdrawal.
  const withdrawal = new CashierOverlay(page).withdrawPanel
  await expect(withdrawal).toContainText('Não há mais apostas nem depósitos nesta conta.')
  await expect(withdrawal).toContainText('R$ 10,00')
  await walkToOverlay(page, 'deposit')
  const deposit = page.getByRole('tabpanel', { name: 'Depósito', exact: true })
  await expect(deposit.getByRole('heading', { name: 'Conta encerrada' })).toBeVisible()

  await walkToOverlay(page, 'privacy')
  await privacy.getByRole('button', { name: 'Encerrar definitivamente' }).click()
  await question.getByLabel('Senha', { exact: true }).fill(user.password)
  await question.getByRole('radio', { name: /^Abrir mão de R\$.10,00/ }).check()
  await close.click()
  await app.dismissAlert()
  await expect(page).toHaveURL(/\/home$/)
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible()
  expect((await requestAs(sandbox, user.token, '/api/app/user/getBalance')).http).toBe(401)
})

test(
  "the window title is the page's name in the chosen language @full",
  { tag: '@window' },
  async ({ app, page }) => {
    await app.open('/vip')
    await expect(page).toHaveTitle('Clube VIP · Palpite')
    await app.open('/mines')
    await expect(page).toHaveTitle('Mines · Palpite')
    await page.evaluate(() => localStorage.setItem('language', 'en_US'))
    await app.open('/vip')
    await expect(page).toHaveTitle('VIP Club · Palpite')
  },
)
