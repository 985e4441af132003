import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { documentFindings } from '../documents.ts'
import { expect, test } from '../fixtures.ts'
import { CashierOverlay } from '../page-models/cashier-overlay.ts'
import { MinesPage } from '../page-models/mines-page.ts'
import { requestAs, deposit100 } from '../playerApi.ts'
import { testCpf } from '../testCpf.ts'
import { walkTo, walkToOverlay } from '../textFit.ts'

const limitRow = (page: Page, period: string, kind = 'Depósito') =>
  page.getByRole('button', { name: new RegExp(`^Mudar limite: ${kind}, ${period}`) })

async function setLimit(page: Page, period: string, amount: string): Promise<void> {
  await limitRow(page, period).click()
  const sheet = page.getByRole('dialog', { name: `Depósito · ${period}` })
  await sheet.getByRole('textbox', { name: 'Valor do limite' }).fill(amount)
  await sheet.getByRole('button', { name: 'Salvar limite' }).click()
  await expect(sheet).toBeHidden()
}

/** Requests a pause of this kind and confirms it. */
async function pause(page: Page, name: 'Fazer pausa' | 'Quero me autoexcluir'): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  const question = page.getByRole('alertdialog', { name })
  await expectAccessible(page, name)
  await question.getByRole('button', { name: 'Confirmar' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByText('Conta em pausa')).toBeVisible()
}

test('lowering a limit applies at once, raising or removing it after 24 hours', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  await sandbox.avoidMidnight()
  const user = await signIn()
  await app.open('/jogoResponsavel')
  await limitRow(page, 'Por dia').click()
  const sheet = page.getByRole('dialog', { name: 'Depósito · Por dia' })
  await sheet.getByRole('textbox', { name: 'Valor do limite' }).fill('12,345')
  await sheet.getByRole('button', { name: 'Salvar limite' }).click()
  await expect(sheet).toContainText('Digite um valor válido, como 100,00.')
  await page.keyboard.press('Escape')
  await setLimit(page, 'Por dia', '200')
  await expect(limitRow(page, 'Por dia')).toContainText('R$ 0,00 de R$ 200,00')
  await setLimit(page, 'Por dia', '150')
  await expect(limitRow(page, 'Por dia')).toContainText('R$ 0,00 de R$ 150,00')
  await setLimit(page, 'Por dia', '500')
  await expect(limitRow(page, 'Por dia')).toContainText('R$ 0,00 de R$ 150,00')
  await expect(limitRow(page, 'Por dia')).toHaveAccessibleDescription(/500,00 a partir de/)
  expect(await documentFindings(page, 'own limits')).toEqual([])
  await deposit100(sandbox, user.token)
  await app.open('/jogoResponsavel')
  await expect(limitRow(page, 'Por dia')).toContainText('R$ 100,00 de R$ 150,00')
  // A second R$ 100 would exceed it and is refused, with the reason.
  const cashier = new CashierOverlay(page)
  await app.open('/home?overlay=deposit')
  await expect(cashier.dialog).toContainText('R$ 100,00 de R$ 150,00Restam R$ 50,00')
  await expect(cashier.package('R$ 50,00')).toBeChecked()
  await expect(cashier.package('R$ 50,00')).not.toHaveAccessibleDescription('acima do limite')
  await expect(cashier.package('R$ 100,00')).toHaveAccessibleDescription('acima do limite')
  await cashier.package('R$ 100,00').check()
  await expect(cashier.dialog).toContainText('Acima do seu limite: restam R$ 50,00')
  await expectAccessible(page, 'deposit above the own limit')
  await cashier.pay('R$ 100,00')
  await expect(app.alert).toContainText('Este valor passa do limite que você definiu em Jogo responsável.')
  await app.dismissAlert()
  await expect(cashier.waiting).toBeHidden()
})

test('during a time-out nothing can be staked or deposited, and the screen says why; withdrawing is possible', async ({
  app,
  page,
  sandbox,
  login,
}) => {
  const user = await login({ balance: 300, gift: 1, messenger: 'https://t.me/palpite-e2e' })
  await app.dialog('Você ganhou um presente').getByRole('button', { name: 'Agora não' }).click()
  await walkTo(page, '/jogoResponsavel')
  await pause(page, 'Fazer pausa')
  const mines = new MinesPage(page)
  await walkTo(page, '/mines')
  await mines.bet.click()
  await expect(app.alert).toContainText('Sua conta está em pausa. Você ainda pode retirar seu saldo.')
  await app.dismissAlert()
  await expect(app.balance).toHaveText('R$ 300,00')
  const cashier = new CashierOverlay(page)
  await walkToOverlay(page, 'deposit')
  await expect(cashier.dialog).toContainText('Conta em pausa')
  await expect(cashier.dialog).toContainText('Todo o seu saldo pode ser retirado, sem rollover nem mínimo.')
  await expect(cashier.dialog.getByRole('radio')).toHaveCount(0)
  // The server refuses it without the screen, too.
  const order = { gift: 1, pkgId: 'brl-50', isapp: 0 }
  const refused = await requestAs(sandbox, user.token, '/api/app/order/prePay/brl-50', order)
  expect([refused.http, refused.message]).toEqual([
    403,
    'Sua conta está em pausa. Você ainda pode retirar seu saldo.',
  ])
  await walkToOverlay(page, 'withdraw')
  const panel = cashier.withdrawPanel
  await expect(panel).toContainText('não há apostas nem depósitos, e os bônus terminaram')
  await panel.getByRole('textbox', { name: 'Valor da retirada' }).fill('100')
  await panel.getByRole('button', { name: 'Destino' }).click()
  await cashier.fillDestination({ type: 'CPF', key: testCpf(), holder: 'Maria Souza' })
  await panel.getByRole('button', { name: 'Retirar', exact: true }).click()
  await expect(page.getByText('Solicitação de saque bem-sucedida!').first()).toBeVisible()
  await expect(app.balance).toHaveText('R$ 200,00')
})

test('self-exclusion lasts at least six months, cannot be shortened, and hides the offers', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn({ balance: 100, kyc: 0 })
  await app.open('/jogoResponsavel')
  await expect(page.getByRole('combobox', { name: 'Autoexclusão' }).getByRole('option').first()).toHaveText(
    '6 meses',
  )
  await pause(page, 'Quero me autoexcluir')
  // Who is not known yet is asked for the CPF, and may leave it.
  const identity = page.getByRole('dialog', { name: 'Verificação de identidade' })
  await expect(identity).toContainText('Para que ela valha para você em qualquer outra')
  await identity.getByRole('button', { name: 'Fechar' }).click()
  await expect(identity).toBeHidden()
  const shorter = await requestAs(sandbox, user.token, '/api/app/limits/timeOut', { days: 1 })
  const { data } = await requestAs<{ excludedUntil: string }>(sandbox, user.token, '/api/app/limits')
  expect(Date.parse(data.excludedUntil)).toBeGreaterThan(Date.now() + 170 * 86_400_000)
  expect([200, 403]).toContain(shorter.http)
  const short = await requestAs(sandbox, user.token, '/api/app/limits/selfExclude', { months: 1 })
  expect(short.http).toBe(400)
  for (const path of ['/api/app/rewards/signIn/claim', '/api/app/main/claimGift']) {
    expect((await requestAs(sandbox, user.token, path, {})).message).toBe(
      'Sua conta está em pausa. Você ainda pode retirar seu saldo.',
    )
  }
  await app.open('/signInSheet')
  await expect(page.getByRole('heading', { name: 'Conta em pausa' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Fazer check-in/ })).toBeHidden()
})

test('the terms are one tap from the footer: who operates, contacts, data, complaints, version, settlement @full', async ({
  app,
  page,
}) => {
  await app.open('/home')
  const links = page.getByRole('navigation', { name: 'Mais páginas' })
  await links.getByRole('link', { name: 'Termos de serviço' }).click()
  const terms = app.dialog('Termos de serviço')
  const fact = (name: string) => terms.getByText(name, { exact: true }).locator('+ dd')
  for (const [name, value] of [
    ['Nome', 'Palpite'],
    ['Licença', 'Sem licença: ambiente de demonstração'],
    ['Contato', /^\S+@\S+$/],
    ['Controlador dos dados (LGPD)', 'Palpite'],
    ['Encarregado de dados (LGPD)', /^\S+@\S+$/],
    ['Reclamações', /^\S+@\S+$/],
    ['Ajuda', /CVV 188/],
    ['Versão dos termos', /^1\.1, de \d\d\/\d\d\/\d{4}$/],
  ] as const)
    await expect(fact(name), name).toHaveText(value)
  await expect(
    terms.getByRole('heading', { name: 'Como as apostas esportivas são liquidadas' }),
  ).toBeAttached()
  await expect(terms.getByRole('heading', { name: 'Seus dados' })).toBeAttached()
  await expectAccessible(page, 'terms')
  await page.keyboard.press('Escape')
  await expect(terms).toBeHidden()
  await app.open('/home?overlay=terms')
  await expect(terms).toBeVisible()
})

test('a guest finds help without an account, one tap from the footer @full', async ({ app, page }) => {
  await app.open('/home')
  await page
    .getByRole('navigation', { name: 'Mais páginas' })
    .getByRole('link', { name: 'Jogo responsável' })
    .click()
  await expect(page).toHaveURL(/\/jogoResponsavel$/)
  await expect(page.getByRole('link', { name: 'CVV: 188' })).toHaveAttribute('href', 'tel:188')
  await expect(page.getByText('Entre para definir limites')).toBeVisible()
})
