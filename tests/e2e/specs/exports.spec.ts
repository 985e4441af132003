import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { keepPicture } from '../pictures.ts'
import { betDice } from '../playerApi.ts'
import { saveFile } from '../saveFile.ts'
import { textsThatDoNotFit } from '../textFit.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Extrato completo' })

test(
  'a file is ready without a reload, and is downloaded whole to the disk',
  { tag: '@host' },
  async ({ app, page, sandbox, signIn, electronApp }) => {
    const user = await signIn({ balance: 100 })
    await Promise.all(Array.from({ length: 20 }, () => betDice(sandbox, user.token, 0.1)))
    const save = async (click: () => Promise<void>): Promise<string> => {
      const { name, contents } = await saveFile(page, electronApp, click)
      expect(name).toMatch(/^palpite-\d{4}-\d\d-\d\d\.csv$/)
      return contents.toString()
    }
    await app.open('/jogoResponsavel')
    const first = await save(() => card(page).getByRole('button', { name: 'Exportar extrato' }).click())
    const lines = first.trim().split('\r\n')
    expect(lines[0]).toContain('Data e hora (Brasília);Lançamento;Jogo;Aposta;Retorno;')
    expect(lines).toHaveLength(1 + 1 + 20)
    await expect(card(page).getByRole('status')).toContainText('Arquivo pronto')
    await app.open('/jogoResponsavel')
    await expect(card(page)).toContainText('Novo arquivo a partir de')
    expect(await save(() => card(page).getByRole('button', { name: 'Baixar arquivo' }).click())).toBe(first)
  },
)

const job = {
  exportId: 'e',
  kind: 'statement',
  state: 'running',
  lines: 123_456,
  bytes: 31_400_000,
  requestedTime: '2030-01-01T12:00:00Z',
  expiresTime: '2030-01-02T12:00:00Z',
  nextTime: '2030-01-01T13:00:00Z',
}

for (const { width, height, tag } of [
  { width: 320, height: 640, tag: '' },
  { width: 393, height: 852, tag: '@full' },
]) {
  test(`every state of a file fits at ${width} px ${tag} @full`, async ({ app, page, signIn, host }) => {
    test.skip(
      host === 'electron',
      'the main process makes the requests there, where the page cannot intercept them',
    )
    await page.setViewportSize({ width, height })
    await signIn()
    const states = {
      empty: { data: [], text: 'Exportar extrato' },
      preparing: { data: [job], text: 'Preparando o arquivo: 123.456 linhas' },
      ready: { data: [{ ...job, state: 'ready' }], text: 'Arquivo pronto, 31,4 MB' },
      renewable: {
        data: [{ ...job, state: 'ready', bytes: 900, nextTime: '2020-01-01T00:00:00Z' }],
        text: 'Pedir arquivo novo',
      },
      failed: { data: [{ ...job, state: 'failed' }], text: 'O arquivo não pôde ser preparado.' },
      unavailable: { data: null, text: 'Não foi possível carregar.' },
    }
    for (const [name, { data, text }] of Object.entries(states)) {
      await page.unrouteAll()
      await page.route('**/api/app/exports', (route) =>
        data === null
          ? route.fulfill({ status: 500, json: { status: 500, message: '', data: null } })
          : route.fulfill({ json: { status: 0, message: '', data } }),
      )
      await app.open('/jogoResponsavel')
      await expect(card(page)).toContainText(text)
      await card(page).scrollIntoViewIfNeeded()
      expect(await textsThatDoNotFit(page), name).toEqual([])
      await expectAccessible(page, name)
      await keepPicture(page, `export-${name}-${width}`)
    }
  })
}
