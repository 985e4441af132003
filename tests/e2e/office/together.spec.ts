import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { passiveHeader } from '#contract/office/officeCall.ts'
import { expect, invite, logIn, test } from './fixtures.ts'

const password = 'muralha-verde-do-farol-42'

test('two people change the rules of risk: what the other one has saved is shown, and replaced on purpose only', async ({
  enter,
}) => {
  const [slow, fast] = [await enter('risk', '/risk/rules'), await enter('administrator', '/risk/rules')]
  const [many, bets] = ['depósitos', 'R$ em uma aposta']
  const save = async (page: Page) => {
    await page.getByLabel('Motivo').fill('teste')
    await page.getByRole('button', { name: 'Salvar regras' }).click()
  }
  const saved = (page: Page) => expect(page.getByText('Regras salvas').last()).toBeVisible()
  await slow.getByLabel(many, { exact: true }).fill('14')
  await slow.getByLabel(bets).fill('3000')
  await fast.getByLabel(many, { exact: true }).fill('12')
  await fast.getByLabel('R$ ganhos em uma aposta').fill('20000')
  await save(fast)
  await saved(fast)
  await save(slow)
  await expect(slow.getByRole('alert').getByText('Isto mudou enquanto você olhava.')).toBeVisible()
  await expect(slow.getByLabel(many, { exact: true })).toHaveAccessibleDescription(
    /Outra pessoa mudou para 12\./,
  )
  await expect(slow.getByLabel(many, { exact: true })).toHaveValue('14')
  await expect(slow.getByLabel('R$ ganhos em uma aposta')).toHaveValue('20000,00')
  // Leaving asks first.
  await slow.getByRole('link', { name: 'Exposição' }).click()
  await slow.getByRole('dialog').getByRole('button', { name: 'Continuar editando' }).click()
  await slow.getByRole('button', { name: 'Salvar regras' }).click()
  await saved(slow)
  await fast.reload()
  await expect(fast.getByLabel(many, { exact: true })).toHaveValue('14')
  await expect(fast.getByLabel(bets)).toHaveValue('3000,00')
  await expect(fast.getByLabel('R$ ganhos em uma aposta')).toHaveValue('20000,00')
})

test('a page does nothing as the person who has logged in in another tab', async ({ page, baseURL }) => {
  await page.goto('/staff')
  await logIn(page, 'admin@office.local', 'balcao-2026')
  await page.getByRole('button', { name: 'Convidar' }).click()
  await page.getByLabel('Nome', { exact: true }).fill('Quase Convidada')
  const tab = await page.context().newPage()
  // The cookie of both tabs is the cashier's from now on.
  await tab.request.post('/api/session/login', {
    headers: { origin: baseURL ?? '' },
    data: { email: 'cashier@office.local', password: 'balcao-2026' },
  })
  await tab.goto('/')
  await expect(tab.getByRole('heading', { name: 'Fila de trabalho' })).toBeVisible()
  // The first tab notices by its next read, and says so.
  await expect(page.getByText('Outra pessoa entrou neste navegador.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Abrir a página da outra pessoa' })).toBeVisible()
  await logIn(page, 'admin@office.local', 'balcao-2026')
  await expect(page.getByLabel('Nome', { exact: true })).toHaveValue('Quase Convidada')
  // Now the other one is covered.
  await expect(tab.getByText('Outra pessoa entrou neste navegador.')).toBeVisible()
  await tab.getByRole('button', { name: 'Abrir a página da outra pessoa' }).click()
  await expect(tab.getByRole('button', { name: 'Conta de Ada Admin' })).toBeVisible()
  expect(new URL(tab.url()).origin).toBe(baseURL)
})

test('an invitation opens where somebody is logged in, after a logout', async ({ page }) => {
  // A session of its own: it ends.
  await page.goto('/staff')
  await logIn(page, 'admin@office.local', 'balcao-2026')
  await expect(page.getByRole('button', { name: 'Convidar' })).toBeVisible()
  const email = `${randomUUID()}@office.test`
  const link = await invite(page, { name: 'Bia Nova', email, role: 'cashier' })
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Alguém já está aqui' })).toBeVisible()
  await expect(page.getByText('O convite é de Bia Nova')).toBeVisible()
  await page.getByRole('button', { name: 'Sair e abrir o convite' }).click()
  await expect(page.getByRole('heading', { name: 'Bem-vindo, Bia Nova' })).toBeVisible()
  await page.getByLabel('Nova senha').fill(password)
  await page.getByLabel('Repita a senha').fill(password)
  await page.getByRole('button', { name: 'Salvar a senha' }).click()
  await expect(page.getByRole('button', { name: 'Conta de Bia Nova' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
})

test('what a page reads while nobody does anything is marked, and what follows a press is not', async ({
  enter,
}) => {
  const page = await enter('administrator', '/terminals')
  const read = (path: string, isMarked: boolean) =>
    page.waitForRequest(
      (request) =>
        new URL(request.url()).pathname.startsWith(path) &&
        (request.headers()[passiveHeader.toLowerCase()] === '1') === isMarked,
    )
  await read('/api/terminals', true)
  const asked = read('/api/', false)
  await page.keyboard.press('Shift')
  await asked
})
