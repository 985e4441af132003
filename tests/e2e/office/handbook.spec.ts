import { randomInt, randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { Sandbox } from '../../../scripts/Sandbox.ts'
import { expectAccessible } from '../axe.ts'
import { callAs, deposit100, requestAs } from '../playerApi.ts'
import { testCpf } from '../testCpf.ts'
import { expect, invite, logIn, logOut, test } from './fixtures.ts'

/** Starts an action by its button or from the menu, and gives its reason. */
async function act(page: Page, name: string, reason: string): Promise<void> {
  const main = page.getByRole('main')
  const button = main.getByRole('button', { name: new RegExp(`^${name}`) })
  const more = main.getByRole('button', { name: /^(Mais ações|Ações de )/ })
  await button.or(more).first().waitFor()
  if (await button.isVisible()) await button.click()
  else {
    await more.first().click()
    await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click()
  }
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Motivo', { exact: true }).fill(reason)
  await dialog.getByRole('button', { name, exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** Opens the page of a player by its e-mail. */
async function openPlayer(page: Page, username: string): Promise<void> {
  await page.getByRole('link', { name: 'Jogadores' }).click()
  await page.getByLabel('E-mail, nome, telefone, CPF, id, aparelho').fill(username)
  await page.getByRole('row', { name: username }).getByText(username).click()
  await page.getByRole('heading', { name: username }).waitFor()
}

test('a cashier holds a withdrawal, asks about a payout without an answer, and resolves a difference', async ({
  enter,
  serverUrl,
}) => {
  const sandbox = new Sandbox(serverUrl)
  // Else the sandbox approves it after five seconds.
  const { username, token } = await sandbox.createUser({ balance: 200, kyc: 1, holdWithdrawals: 1 })
  const key = testCpf()
  const { orderId } = await callAs<{ orderId: string }>(sandbox, token, '/api/app/order/withdraw', {
    payCardBank: 'CPF',
    payCardNo: key,
    ifsc: key,
    name: 'Ana Souza',
    amount: 60,
  })
  await sandbox.silencePayout(orderId, true)
  const page = await enter('cashier', '/withdrawals')
  await page.getByLabel('E-mail ou id').fill(username)
  await page.getByRole('row', { name: username }).getByText(username).click()
  const head = page.getByRole('heading', { level: 1 })
  await expect(head).toContainText('Pedida')
  await act(page, 'Segurar', 'O titular vem ao balcão')
  await expect(head).toContainText('Em análise')
  await expect(page.getByText('Segurada', { exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: /Segurar.*O titular vem ao balcão/ })).toHaveCount(0)

  await page.keyboard.press('a')
  // Approval waits for ten seconds, unless the person moves on.
  await page.reload()
  await expect(head).toContainText('Aprovada')
  await act(page, 'Consultar o provedor', 'Aprovada e sem resposta')
  await expect(head).toContainText('Aprovada')
  await expectAccessible(page, 'office-payout-unanswered')
  await sandbox.silencePayout(orderId, false)
  await act(page, 'Consultar o provedor', 'O provedor voltou')
  await expect(head).toContainText('Paga')

  // The provider does not know a deposit that is credited.
  await sandbox.loseDeposit(await deposit100(sandbox, token))
  await page
    .getByRole('navigation', { name: 'Páginas' })
    .getByRole('link', { name: /^Conciliação/ })
    .click()
  await page.getByLabel('Situação').selectOption('Aberta')
  await page.getByRole('row', { name: username }).getByText('Creditado e não recebido').click()
  const difference = page.getByRole('region', { name: 'Diferença' })
  await expect(difference).toContainText('Creditado e não recebido')
  await expect(difference).toContainText('Segure as retiradas do jogador e pergunte ao provedor')
  await expect(difference).toContainText(/R\$\s100,00 · Pago/)
  await expectAccessible(page, 'office-difference')
  await act(page, 'Resolver', 'O provedor achou o pagamento')
  await expect(head).toContainText('Resolvida')
  await expect(page.getByText(/Caio Caixa · O provedor achou o pagamento/)).toBeVisible()
})

for (const [what, isToTheEnd, tag] of [
  [' and lifts an exclusion with a colleague', false, ''],
  [', lifts with a colleague an exclusion, and both unlock accounts', true, ' @full'],
] as const)
  test(`compliance decides about identities${what}${tag}`, async ({ enter, page: login, serverUrl }) => {
    const sandbox = new Sandbox(serverUrl)
    const waiting = await sandbox.createUser({ kyc: 0 })
    const name = 'Espera Confirmar da Silva'
    const check = { name, cardNo: testCpf() }
    expect((await requestAs(sandbox, waiting.token, '/api/app/user/updateKyc', check)).http).not.toBe(200)

    const page = await enter('compliance', '/identities')
    const person = page.getByRole('region', { name }).filter({ hasText: waiting.username })
    await person.getByRole('button', { name: 'Decidir identidade' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Resultado').selectOption('Confirmar')
    await dialog.getByLabel('Motivo', { exact: true }).fill('Documento conferido em vídeo')
    await dialog.getByRole('button', { name: 'Decidir identidade' }).click()
    await expect(dialog).toBeHidden()
    await expect(person).toBeHidden()
    expect((await sandbox.readUser(waiting.username)).kyc).toBe(1)

    // Somebody excluded this person's CPF and erased the account.
    const gone = await sandbox.createUser({ kyc: 0 })
    const cpf = testCpf()
    await callAs(sandbox, gone.token, '/api/app/user/updateKyc', { name: 'Rita Lima', cardNo: cpf })
    await callAs(sandbox, gone.token, '/api/app/limits/selfExclude', { months: 120 })
    await callAs(sandbox, gone.token, '/api/app/user/personalData/erase', { pwd: gone.password })
    await page.getByRole('link', { name: 'Exclusões' }).click()
    await page.getByLabel('CPF ou e-mail completo').fill(testCpf())
    await expect(page.getByText('Não há nada guardado com este CPF ou e-mail.')).toBeVisible()
    await page.getByLabel('CPF ou e-mail completo').fill(cpf)
    await expect(page.getByRole('row', { name: 'E-mail, CPF' })).toBeVisible()
    await act(page, 'Encerrar exclusão', 'A dona do CPF mostrou o documento')
    const support = await enter('support')
    const row = support.getByRole('row', { name: /Encerrar exclusão.*A dona do CPF/ })
    await row.getByRole('link').first().click()
    await support.getByRole('heading', { level: 1, name: /^Encerrar exclusão/ }).waitFor()
    await expect(support.getByText('Quem pediu: Cora Compliance')).toBeVisible()
    await act(support, 'Confirmar', 'Vi o documento também')
    await expect(support.getByRole('heading', { level: 1 })).toContainText('Confirmada')
    const owner = await sandbox.createUser({ kyc: 0 })
    await callAs(sandbox, owner.token, '/api/app/user/updateKyc', { name: 'Rita Lima', cardNo: cpf })

    if (!isToTheEnd) return

    // A player who has mistyped the password five times.
    const logInPlayer = async (pwd: string): Promise<number> => {
      const codeId = String(randomInt(10_000_000, 100_000_000))
      await fetch(`${serverUrl}/api/auth/user/captcha/${codeId}`)
      const captCode = await sandbox.captchaAnswer(codeId)
      const answer = await requestAs(sandbox, '', '/api/auth/user/restLogin', {
        codeId,
        captCode,
        username: owner.username,
        pwd,
      })
      return answer.http
    }
    for (let error = 0; error < 5; error++) expect(await logInPlayer('Errada-123')).not.toBe(200)
    expect(await logInPlayer(owner.password)).toBe(429)
    await openPlayer(support, owner.username)
    await expect(support.getByRole('heading', { level: 1 })).toContainText('Entrada bloqueada até')
    await act(support, 'Desbloquear entrada', 'Ligou do próprio telefone')
    await expect(support.getByRole('heading', { level: 1 })).not.toContainText('Entrada bloqueada')
    expect(await logInPlayer(owner.password)).toBe(200)

    // A colleague, too.
    const admin = await enter('administrator', '/staff')
    const colleague = `${randomUUID()}@office.test`
    const link = await invite(admin, { name: 'Otto Distraído', email: colleague, role: 'content' })
    const secret = 'muralha-verde-do-farol-42'
    await login.goto(link)
    await login.getByLabel('Nova senha').fill(secret)
    await login.getByLabel('Repita a senha').fill(secret)
    await login.getByRole('button', { name: 'Salvar a senha' }).click()
    await logOut(login)
    // The last of the five errors by the form: it says that the account is locked now.
    const logInWrongly = (email: string) =>
      fetch('/api/session/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify({ email, password: 'errada-2026' }),
      }).then(({ status }) => status)
    for (let error = 0; error < 4; error++)
      expect(await login.evaluate(logInWrongly, colleague)).toBeGreaterThanOrEqual(400)
    await logIn(login, colleague, 'errada-2026')
    await expect(login.getByRole('alert')).toBeVisible()
    await admin.getByLabel('Nome ou e-mail').fill(colleague)
    await admin
      .getByRole('row', { name: /Otto Distraído.*Bloqueada/ })
      .getByText(colleague)
      .click()
    await admin.getByRole('heading', { name: 'Otto Distraído' }).waitFor()
    await act(admin, 'Desbloquear', 'Esqueceu o teclado em outro idioma')
    await expect(admin.getByText('Ativa', { exact: true })).toBeVisible()
    await logIn(login, colleague, secret)
    await login.getByRole('heading', { name: 'Fila de trabalho' }).waitFor()
  })
