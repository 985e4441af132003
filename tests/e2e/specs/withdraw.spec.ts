import { expectAccessible } from '../axe.ts'
import { expectApart } from '../boxes.ts'
import { expect, test } from '../fixtures.ts'
import { CashierOverlay } from '../page-models/cashier-overlay.ts'
import { testCpf } from '../testCpf.ts'
import { walkToOverlay } from '../textFit.ts'

test('the checks of a withdrawal run in order', async ({ app, page, sandbox, signIn }) => {
  const user = await signIn({ balance: 0 })
  const cashier = new CashierOverlay(page)
  await app.open('/home')
  const attempt = async (amount: string) => {
    await walkToOverlay(page, 'withdraw')
    const panel = cashier.withdrawPanel
    await panel.getByRole('textbox', { name: 'Valor da retirada' }).fill(amount)
    await panel.getByRole('button', { name: 'Retirar', exact: true }).click()
  }
  const expectAlert = async (text: string) => {
    await expect(app.alert).toContainText(text)
    await app.dismissAlert()
  }
  await sandbox.patchUser(user.username, { lock: true })
  await attempt('10')
  await expectAlert('Sua fatura do jogo está sendo gerada, por favor, tente novamente mais tarde')
  await sandbox.patchUser(user.username, { lock: false })
  await attempt('10')
  await expectAlert('Sem valor de levantamento')
  await sandbox.patchUser(user.username, { balance: 200, turnover: 100 })
  await attempt('10')
  await expectAlert('Montante mínimo de retirada:R$50')
  await attempt('150')
  await expectAlert('Montante máximo de levantamento:R$100')
})

test(
  'a destination is checked, stored, and used',
  { tag: '@window' },
  async ({ app, page, sandbox, signIn }) => {
    await sandbox.avoidMidnight()
    await signIn({ balance: 300 })
    const cashier = new CashierOverlay(page)
    await app.open('/home?overlay=withdraw')
    const panel = cashier.withdrawPanel
    await panel.getByRole('button', { name: 'Destino' }).click()
    await expect(cashier.destination.getByRole('radio', { name: 'USDT' })).toBeHidden()
    await cashier.fillDestination({ type: 'CPF', key: '12345678900', holder: 'Maria Souza' })
    await expect(cashier.destination).toContainText(/CPF não é válido|CPF.*válido/)
    await cashier.fillDestination({ type: 'CPF', key: testCpf(), holder: 'Maria Souza' })
    await expect(cashier.destination).toBeHidden()
    await panel.getByRole('textbox', { name: 'Valor da retirada' }).fill('100')
    await panel.getByRole('button', { name: 'Retirar', exact: true }).dblclick()
    await expect(page.getByText('Solicitação de saque bem-sucedida!').first()).toBeVisible()
    await expect(app.balance).toHaveText('R$ 200,00')
    // Level 0 allows one withdrawal a day, so a second one fails the next check.
    await walkToOverlay(page, 'withdraw')
    await cashier.withdrawPanel.getByRole('textbox', { name: 'Valor da retirada' }).fill('50')
    await cashier.withdrawPanel.getByRole('button', { name: 'Retirar', exact: true }).click()
    await expect(app.alert).toContainText('Número de retiradas restantes hoje 0, tente novamente amanhã。')
  },
)

test('the identity is asked for before the first withdrawal', async ({ app, page, signIn }) => {
  await signIn({ balance: 300, kyc: 0 })
  const cashier = new CashierOverlay(page)
  await app.open('/home?overlay=withdraw')
  const panel = cashier.withdrawPanel
  const request = async () => {
    await panel.getByRole('textbox', { name: 'Valor da retirada' }).fill('100')
    await panel.getByRole('button', { name: 'Retirar', exact: true }).click()
  }
  await panel.getByRole('button', { name: 'Destino' }).click()
  await cashier.fillDestination({ type: 'CPF', key: testCpf(), holder: 'Maria Souza' })
  await expect(cashier.destination).toBeHidden()
  await request()
  const identity = app.dialog('Verificação de identidade')
  await expect(identity).toContainText('Antes da primeira retirada')
  await identity.getByRole('textbox', { name: 'Nome completo' }).fill('Maria Clara Souza')
  await identity.getByRole('textbox', { name: 'CPF' }).fill(testCpf())
  await identity.getByRole('button', { name: 'Enviar' }).click()
  await expect(panel).toBeVisible()
  await request()
  await expect(page.getByText('Solicitação de saque bem-sucedida!').first()).toBeVisible()
  await expect(app.balance).toHaveText('R$ 200,00')
})

test('a new key asks for the password; without it the withdrawal waits for a review, and the receipt says why', async ({
  app,
  page,
  sandbox,
}) => {
  await sandbox.avoidMidnight()
  const { username } = await sandbox.createUser({ balance: 300 })
  await app.open(await sandbox.loginPath(username))
  await app.waitForPlayer()
  const cashier = new CashierOverlay(page)
  await app.open('/home?overlay=withdraw')
  const panel = cashier.withdrawPanel
  await panel.getByRole('button', { name: 'Destino' }).click()
  const password = cashier.destination.getByLabel('Senha', { exact: true })
  const fill = () =>
    cashier.fillDestination({ type: 'CPF', key: testCpf(), holder: 'Maria Souza', password: null })
  await cashier.destination.getByRole('textbox', { name: 'Chave' }).fill(testCpf())
  await expect(password).toHaveAccessibleDescription(/^Confirma que é você\./)
  await expectAccessible(page, 'destination with a password')
  await fill()
  await expect(cashier.destination).toBeHidden()
  await panel.getByRole('textbox', { name: 'Valor da retirada' }).fill('100')
  await panel.getByRole('button', { name: 'Retirar', exact: true }).click()
  await expect(page.getByText('Solicitação de saque bem-sucedida!').first()).toBeVisible()
  const pending = page.getByRole('region', { name: 'Depósitos e retiradas em andamento' })
  await pending.getByRole('button', { name: /^Retirada R\$\s100,00/ }).click()
  await expect(app.dialog('Retirada · CPF')).toContainText('salve o destino de novo com a sua senha')
})

test('the verified CPF is filled in; a round amount, a confirmation and a press withdraw @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  await sandbox.avoidMidnight()
  await signIn({ balance: 300, turnover: 180 })
  const cashier = new CashierOverlay(page)
  await app.open('/home?overlay=withdraw')
  const panel = cashier.withdrawPanel
  await expect(panel).toContainText(/Disponível para retiradaR\$\s120,00/)
  await expect(panel).toContainText(/Bloqueado R\$\s180,00Faltam R\$\s180,00 de rollover\./)
  await expect(panel).not.toContainText('24 horas')
  await expect(panel.getByRole('button', { name: 'R$ 200', exact: true })).toBeDisabled()
  const submit = panel.getByRole('button', { name: 'Retirar', exact: true })
  const amount = panel.getByRole('textbox', { name: 'Valor da retirada' })
  await amount.fill('20')
  await submit.click()
  await app.dismissAlert()
  await expect(amount).toHaveAccessibleDescription('Montante mínimo de retirada:R$50')
  await panel.getByRole('button', { name: 'R$ 100', exact: true }).click()
  await expect(amount).toHaveValue('100')
  await expect(amount).toHaveAccessibleDescription(/^Mínimo R\$\s50,00/)
  await expectAccessible(page, 'withdrawal with an amount')
  await expect(panel.getByRole('button', { name: 'Destino' })).toContainText(
    /Seu CPF · \*{3}\.\d{3}\.\d{3}-\*\*/,
  )
  await submit.click()
  await expect(cashier.destination.getByRole('textbox', { name: 'Chave' })).toHaveValue(/^\*{3}\.\d{3}/)
  await expect(cashier.destination.getByRole('textbox', { name: 'Nome do titular' })).toHaveValue(/\w/)
  await cashier.destination.getByRole('button', { name: 'Salvar' }).click()
  await expect(cashier.destination).toBeHidden()
  await submit.click()
  await expect(page.getByText('Solicitação de saque bem-sucedida!').first()).toBeVisible()
  await expect(app.balance).toHaveText('R$ 200,00')
})

test('USDT is only for players who have it enabled, and its address is checked', async ({
  app,
  page,
  signIn,
}) => {
  await signIn({ balance: 300, lx: '20' })
  const cashier = new CashierOverlay(page)
  await app.open('/home?overlay=withdraw')
  await cashier.withdrawPanel.getByRole('button', { name: 'Destino' }).click()
  await cashier.fillDestination({ type: 'USDT', key: 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeD' })
  await expect(cashier.destination).toBeVisible()
  await cashier.fillDestination({ type: 'USDT', key: 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC' })
  await expect(cashier.destination).toBeHidden()
})

test('after the request home offers its receipt, and the message leaves the balance in view @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  await sandbox.avoidMidnight()
  await signIn({ balance: 300 })
  const cashier = new CashierOverlay(page)
  await app.open('/home?overlay=withdraw')
  const panel = cashier.withdrawPanel
  await panel.getByRole('button', { name: 'Destino' }).click()
  await cashier.fillDestination({ type: 'CPF', key: testCpf(), holder: 'Maria Souza' })
  await expect(cashier.destination).toBeHidden()
  await panel.getByRole('textbox', { name: 'Valor da retirada' }).fill('100')
  await panel.getByRole('button', { name: 'Retirar', exact: true }).click()
  const message = page.getByText('Solicitação de saque bem-sucedida!')
  await expect(message).toBeVisible()
  await expectApart(message, app.balance)
  const pending = page.getByRole('region', { name: 'Depósitos e retiradas em andamento' })
  const withdrawal = pending.getByRole('button', { name: /^Retirada R\$\s100,00/ })
  await withdrawal.click()
  const receipt = app.dialog('Retirada · CPF')
  const steps = receipt.getByRole('list', { name: 'Etapas da retirada' }).getByRole('listitem')
  await expect(steps).toHaveText([/^Pedido recebido/, /^Em análise/, /^Paga/])
  await expect(receipt).toContainText('Maria Souza')
  await expectAccessible(page, 'receipt of a withdrawal')
  // The sandbox pays it a few seconds later.
  await expect(steps.last()).toContainText(/Paga\d/)
  await page.keyboard.press('Escape')
  await expect(pending).toBeHidden()
})
