import { readFile } from 'node:fs/promises'
import { Sandbox } from '../../../scripts/Sandbox.ts'
import { callAs, requestAs } from '../playerApi.ts'
import { expect, test } from './fixtures.ts'

test('compliance sees a pause and limits, reads documents, stops and frees withdrawals, and finds it all in the audit', async ({
  enter,
  serverUrl,
}) => {
  const sandbox = new Sandbox(serverUrl)
  const { username, token } = await sandbox.createUser({ balance: 100, kyc: 1 })
  await callAs(sandbox, token, '/api/app/limits', { kind: 'deposit', period: 'day', amount: 250 })
  await callAs(sandbox, token, '/api/app/limits/timeOut', { days: 2 })
  const page = await enter('compliance', '/players')
  await page.getByLabel('E-mail, nome, telefone, CPF, id, aparelho').fill(username)
  await page.getByRole('row', { name: username }).getByText(username).click()
  const limits = page.getByRole('region', { name: 'Limites e pausas' })
  await expect(limits).toContainText('Em pausa até')
  await expect(limits).toContainText(/R\$\s250,00 · Limites do jogador/)

  // Who reads a person's documents stands in the audit.
  await expect(page.getByText('CPF', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Ver nome e CPF' }).click()
  await expect(page.getByText('CPF', { exact: true })).toBeVisible()

  const act = async (name: string) => {
    await page.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
    return page.getByRole('dialog')
  }
  const limit = await act('Limite da casa')
  await limit.getByLabel(/^Limite/).selectOption('Maior aposta')
  await limit.getByLabel(/^Valor em reais/).fill('2.000.000')
  await limit.getByLabel('Motivo', { exact: true }).fill('Pedido da família')
  await limit.getByRole('button', { name: 'Limite da casa' }).click()
  await expect(limit.getByLabel(/^Valor em reais/)).toHaveAccessibleDescription(
    /^No máximo R\$\s1\.000\.000,00\./,
  )
  await limit.getByLabel(/^Valor em reais/).fill('1.234,50')
  await limit.getByRole('button', { name: 'Limite da casa' }).click()
  await expect(limit).toBeHidden()
  await expect(limits).toContainText(/R\$\s1\.234,50 · Limites da casa/)

  const lock = await act('Bloquear retiradas')
  await lock.getByLabel('Motivo', { exact: true }).fill('Conferir a origem')
  await lock.getByRole('button', { name: 'Bloquear retiradas' }).click()
  await expect(lock).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Retiradas bloqueadas')
  const locked = {
    payCardBank: 'CPF',
    payCardNo: '52998224725',
    ifsc: '52998224725',
    name: 'Ana',
    amount: 60,
  }
  expect((await requestAs(sandbox, token, '/api/app/order/withdraw', locked)).http).not.toBe(200)
  const free = await act('Bloquear retiradas')
  await expect(free.getByLabel('Retirado')).toHaveValue('no')
  await free.getByLabel('Motivo', { exact: true }).fill('Está tudo certo')
  await free.getByRole('button', { name: 'Bloquear retiradas' }).click()
  await expect(free).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Retiradas bloqueadas')

  // There is money in the account.
  const erase = await act('Apagar dados')
  await erase.getByLabel('Motivo', { exact: true }).fill('A pedido')
  await erase.getByRole('button', { name: 'Apagar dados' }).click()
  await expect(erase.getByRole('alert')).toBeVisible()
  await erase.getByRole('button', { name: 'Cancelar' }).click()

  const id = decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '')
  await page.getByRole('link', { name: 'Auditoria' }).click()
  await page.getByLabel('Id do registro').fill(id)
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(5)
  for (const [at, text] of [
    'Bloquear retiradas.*Está tudo certo',
    'Bloquear retiradas.*Conferir a origem',
    'Limite da casa.*Pedido da família',
    'Ver documentos',
  ].entries())
    await expect(rows.nth(at + 1)).toHaveText(new RegExp(`Cora Compliance.*${text}`))
  await expect(page.getByText(/^Cadeia (íntegra|ainda não conferida)/)).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'CSV' }).click()
  const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\n')
  // The head, the four rows, and none of anybody else.
  expect(lines).toHaveLength(5)
  expect(lines.at(-1)).toContain('Está tudo certo')
  await rows.nth(1).getByRole('link').first().click()
  await expect(page.getByRole('row', { name: 'Retiradas bloqueadas Sim Não' })).toBeVisible()
  await expect(page.getByText('Hash anterior')).toBeVisible()
})
