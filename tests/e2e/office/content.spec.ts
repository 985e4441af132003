import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** A player of the same server, and what the product tells them. */
async function newPlayer(page: Page, serverUrl: string) {
  const body = { username: `${randomUUID()}@example.com`, password: 'Segredo123!' }
  const made = await page.request.post(`${serverUrl}/sandbox/api/users`, { data: body })
  const { data } = (await made.json()) as { data: { token: string; user: { uId: string } } }
  return {
    id: data.user.uId,
    async notices(lang: string): Promise<string[]> {
      const headers = { authorization: data.token, lang }
      const answer = await page.request.get(`${serverUrl}/api/app/main/notices`, { headers })
      const { data: read } = (await answer.json()) as { data: { list: { text: string }[] } }
      return read.list.map(({ text }) => text)
    },
  }
}

test('a notice is written in two languages, changed, undone and withdrawn', async ({ enter, serverUrl }) => {
  const page = await enter('content', '/content')
  const player = await newPlayer(page, serverUrl)
  await page.getByRole('link', { name: 'Novo aviso' }).click()
  await page.getByLabel('Só para o jogador').fill(player.id)
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()

  await page.getByLabel('Texto', { exact: true }).fill('Manutenção às 3h')
  const russian = page.getByRole('tab', { name: /Русский/ })
  await expect(russian).toContainText('falta')
  await page.getByRole('tab', { name: /^English(?! \()/ }).click()
  await page.getByLabel('Texto', { exact: true }).fill('Maintenance at 3')
  const preview = page.getByRole('figure')
  await expect(preview).toContainText('Maintenance at 3')
  await russian.click()
  await expect(preview).toContainText('Manutenção às 3h')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Manutenção às 3h' })).toBeVisible()
  expect(await player.notices('en_US')).toEqual(['Maintenance at 3'])
  expect(await player.notices('ru_RU')).toEqual(['Manutenção às 3h'])

  await page.getByLabel('Texto', { exact: true }).fill('Manutenção às 4h')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Manutenção às 4h' })).toBeVisible()
  expect(await player.notices('pt_BR')).toEqual(['Manutenção às 4h'])
  await page.getByRole('button', { name: 'Desfazer a última mudança' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Manutenção às 3h' })).toBeVisible()
  expect(await player.notices('pt_BR')).toEqual(['Manutenção às 3h'])

  await page.getByLabel('Mostrar').uncheck()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Desligado')
  expect(await player.notices('pt_BR')).toEqual([])
})

test('what is written stays when somebody else saves the notice, and is not left without a question @full', async ({
  enter,
}) => {
  const page = await enter('content', '/content')
  await page.getByRole('link', { name: 'Novo aviso' }).click()
  const text = (of: Page) => of.getByLabel('Texto', { exact: true })
  const save = (of: Page) => of.getByRole('button', { name: 'Salvar' }).click()
  // For nobody: other tests share this server.
  await page.getByLabel('Mostrar').uncheck()
  await text(page).fill('Primeira')
  await save(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Primeira' })).toBeVisible()
  await page.getByRole('tab', { name: /^English(?! \()/ }).click()
  await text(page).fill('Mine')
  const other = await enter('administrator', new URL(page.url()).pathname)
  await text(other).fill('Dela')
  await save(other)
  await expect(other.getByRole('heading', { level: 1, name: 'Dela' })).toBeVisible()

  // The row is read again when its window has the focus.
  const alert = page.getByText('Outra versão foi salva enquanto você escrevia.')
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await expect(alert).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(text(page)).toHaveValue('Mine')
  await page.getByRole('link', { name: 'Conteúdo', exact: true }).first().click()
  const question = page.getByRole('dialog', { name: 'Sair sem salvar?' })
  await question.getByRole('button', { name: 'Continuar editando' }).click()
  await page.getByRole('button', { name: 'Ficar com a minha' }).click()
  await expect(alert).toBeHidden()
  await save(page)
  await expect(page.getByText('Salvo', { exact: true })).toBeVisible()
  // Its tab is still open.
  await expect(text(page)).toHaveValue('Mine')
  await page.getByRole('link', { name: 'Conteúdo', exact: true }).first().click()
  await expect(page.getByRole('link', { name: 'Novo aviso' })).toBeVisible()
})

test('games stand beside what they are made to pay, and the service is closed at its time', async ({
  enter,
}) => {
  // Other tests bet on this server: nothing is stopped, and the service closes in a far year.
  const reader = await enter('content', '/games?filter=%7B%22q%22%3A%22dice%22%7D')
  await expect(reader.getByRole('row', { name: /Dice/ })).toContainText('98,99%')
  await expect(reader.getByRole('button', { name: 'Parar' })).toHaveCount(0)
  const page = await enter('administrator', '/service')
  await page.getByRole('button', { name: 'Fechar o serviço' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^De/).fill('2099-01-01T03:00')
  await dialog.getByLabel(/em português/).fill('Voltamos já.')
  await dialog.getByLabel('Motivo').fill('manutenção')
  await dialog.getByRole('button', { name: 'Fechar o serviço' }).click()
  // The page behind it changes first.
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Fechamento agendado')).toBeVisible()
  await expect(page.getByText('Voltamos já.')).toBeVisible()
  await page.getByRole('button', { name: 'Abrir o serviço' }).click()
  await page.getByRole('dialog').getByLabel('Motivo').fill('feito')
  await page.getByRole('dialog').getByRole('button', { name: 'Abrir o serviço' }).click()
  await expect(page.getByText('Fechamento agendado')).toBeHidden()
  await expect(page.getByText('Aberto', { exact: true })).toBeVisible()
})
