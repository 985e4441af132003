import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { Sandbox } from '../../../scripts/Sandbox.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from './fixtures.ts'

test('a cashier reads what was earned: any range, by day, week or month, with chosen columns @full', async ({
  enter,
  serverUrl,
}) => {
  const sandbox = new Sandbox(serverUrl)
  const { token } = await sandbox.createUser({ username: `r${randomUUID()}@palpite.test`, balance: 100 })
  await sandbox.device(token).post('/api/app/game/limbo/bet', { amount: 7, target: 2 })

  const page = await enter('cashier', '/reports')
  const today = page.getByRole('button', { name: /^Hoje/ })
  await today.click()
  await expect(today).toHaveAttribute('aria-pressed', 'true')
  const table = page.getByRole('region', { name: 'Tabela: Receita' }).getByRole('table')
  // The job adds new bets every few seconds.
  await expect(async () => {
    await page.getByRole('button', { name: 'Atualizar' }).click()
    await expect(table.getByRole('row')).toHaveCount(3, { timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  await expect(page.locator('canvas')).toBeVisible()
  await page.getByRole('button', { name: /^7 dias/ }).click()
  await expect(table.getByRole('row')).toHaveCount(9)
  const address = page.url()
  await page.keyboard.press('[')
  await expect(page).not.toHaveURL(address)
  await page.keyboard.press(']')
  await expect(page).toHaveURL(address)
  await page.keyboard.press('m')
  await expect(page.getByLabel('Agrupar')).toHaveValue('month')
  await expect(table.getByRole('columnheader', { name: 'Por mês' })).toBeVisible()

  const registrations = table.getByRole('columnheader', { name: 'Cadastros' })
  await expect(registrations).toHaveCount(0)
  await page.getByRole('button', { name: 'Colunas' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Cadastros' }).click()
  await page.keyboard.press('Escape')
  await expect(registrations).toBeVisible()
  await page.reload()
  await expect(registrations).toBeVisible()
  // A file is for whom may export.
  await expect(page.getByRole('link', { name: 'CSV' })).toHaveCount(0)

  await page.goto('/reports?from=2020-01-01&to=2020-01-31')
  await expect(page.getByText('Nada neste período')).toBeVisible()
  await page.route('**/api/reports/house*', (route) => route.abort())
  await page.getByRole('tab', { name: 'Imposto' }).click()
  await page.goto('/reports?from=2020-02-01&to=2020-02-02')
  await expect(page.getByRole('alert')).toContainText('Sem resposta do servidor')
  await page.unroute('**/api/reports/house*')
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByText('Nada neste período')).toBeVisible()

  await page.getByRole('button', { name: /^Hoje/ }).click()
  await page.getByRole('tab', { name: 'Jogos e esportes' }).click()
  const limbo = page.getByRole('row', { name: /^Limbo Jogo/ })
  await expect(async () => {
    await page.getByRole('button', { name: 'Atualizar' }).click()
    await expect(limbo).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  await expect(page.getByRole('row', { name: /^Total/ })).toBeVisible()
})

test('the reports are saved as files and accessible, light and dark @full', async ({ enter }) => {
  const page = await enter('compliance', '/reports')
  for (const [tab, head] of [
    ['Receita', 'Início;Marca;Moeda;GGR;Custo de bônus;'],
    ['Jogos e esportes', 'Início;Marca;Moeda;Produto;Código;Nome;Fornecedor;GGR;'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'CSV' }).click()
    expect(await readFile(await (await saved).path(), 'utf8')).toContain(head)
  }
  // The first one is among the pages that lists.spec.ts looks at.
  for (const tab of ['Depósitos e retiradas', 'Passivos', 'Imposto']) {
    await page.getByRole('tab', { name: tab }).click()
    await page
      .getByRole('tabpanel', { name: tab })
      .getByText(/R\$|Nada neste/)
      .first()
      .waitFor()
    await expectAccessible(page, tab)
  }
  // The dark theme has the same picture in other colours.
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expectAccessible(page, 'Imposto, dark', ['color-contrast'])
})
