import { pathToFileURL } from 'node:url'
import { documentFindings } from '../documents.ts'
import { expect, test } from '../fixtures.ts'

// docs/product.md, "Known answers": the first result of each game's seeds, as the page displays it.
const knownAnswers = [
  {
    game: 'dice',
    seeds: ['f2ac89b608eeb01312d115bce6741b32', '86ff027f15c48241af7f54a726690ee7'],
    shows: '28,07',
  },
  {
    game: 'limbo',
    seeds: ['5c5c42b55822f994bd955a4416775190', '40cea334816e7a68ed62d208ce4a2572'],
    shows: '17,41x',
  },
  {
    game: 'double',
    seeds: ['f7b51b19a4563681f2c1e00ef747884a', '94ffb08138facf8cffa9c376d703aaed'],
    shows: '13 (Preto)',
  },
  {
    game: 'luckyColor',
    seeds: ['f7b51b19a4563681f2c1e00ef747884a', '94ffb08138facf8cffa9c376d703aaed'],
    shows: '9',
  },
  {
    game: 'mines',
    seeds: ['5ff5c610e633b2a91c46d1be1f74286b', '854581b6f52eaa86503f1dc6433655f9'],
    nonce: '2',
    shows: 'Minas nas casas 14, 17, 23',
  },
  {
    game: 'rowDouble',
    seeds: ['f0344667883e7628a041d8e500e6d203', '2a73709723181740d73e64233275c29c'],
    nonce: '2',
    mode: 'Difícil',
    shows: '1 · 1 · 1 · 2 · 1 · 2 · 1 · 1 · 2',
  },
] as const

test('the verifier is saved as one file that works from disk, without a network', async ({
  app,
  page,
  host,
  context,
}, info) => {
  test.skip(host === 'electron', 'the Electron window opens no files; it saves the same file')
  await app.open('/fair')
  await page.getByRole('textbox', { name: 'Semente do servidor', exact: true }).fill('minha <"semente">')
  // The page loads the code for saving in the background.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('savedPage')),
  )
  await context.setOffline(true)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Baixar o verificador' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('palpite-fair.html')
  const path = info.outputPath('palpite-fair.html')
  await download.saveAs(path)

  const saved = await context.newPage()
  const requests: string[] = []
  const failures: string[] = []
  saved.on('request', (request) => requests.push(request.url()))
  saved.on('pageerror', (error) => failures.push(error.message))
  saved.on('console', (message) => message.type() === 'error' && failures.push(message.text()))
  await saved.goto(pathToFileURL(path).href)
  expect(await documentFindings(saved, 'saved-verifier')).toEqual([])
  await expect(saved.getByRole('textbox', { name: 'Semente do servidor', exact: true })).toHaveValue(
    'minha <"semente">',
  )
  for (const { game, seeds, shows, ...choices } of knownAnswers) {
    await saved.getByRole('combobox', { name: 'Jogo' }).selectOption(game)
    await saved.getByRole('textbox', { name: 'Semente do servidor', exact: true }).fill(seeds[0])
    await saved.getByRole('textbox', { name: 'Sua semente' }).fill(seeds[1])
    await saved.getByRole('spinbutton', { name: /nonce/ }).fill('nonce' in choices ? choices.nonce : '0')
    if ('mode' in choices)
      await saved.getByRole('combobox', { name: 'Suas escolhas na rodada' }).selectOption(choices.mode)
    await saved.getByRole('button', { name: 'Verificar' }).click()
    await expect(saved.getByRole('status', { name: 'Resultado' }), game).toHaveText(shows)
  }
  expect(requests).toEqual([pathToFileURL(path).href])
  expect(failures).toEqual([])
})

test('the player’s own seed is used from the next round on, and the old server seed is revealed', async ({
  app,
  page,
  signIn,
}) => {
  await signIn({ balance: 100 })
  await app.open('/limbo')
  await page.getByRole('button', { name: 'Jogo justo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Resultado verificável' })
  const own = dialog.getByRole('textbox', { name: 'Sua próxima semente' })
  for (const invalidSeed of ['a:b', 'minha sorte', 'você', 'a!', '']) {
    await own.fill(invalidSeed)
    await expect(own, invalidSeed).toHaveAccessibleDescription(/De 1 a 64 caracteres/)
    await expect(dialog.getByRole('button', { name: 'Trocar sementes' })).toBeDisabled()
  }
  const current = dialog.getByRole('definition').first()
  const next = dialog
    .locator('dl > div')
    .filter({ hasText: 'Hash da próxima semente do servidor' })
    .getByRole('definition')
  await expect(next).toHaveText(/^[0-9a-f]{64}$/)
  const before = await current.textContent()
  const nextHash = (await next.textContent()) ?? ''
  await own.fill('minha-sorte')
  await dialog.getByRole('button', { name: 'Trocar sementes' }).click()
  await expect(dialog.getByRole('heading', { name: 'Última semente revelada' })).toBeVisible()
  await expect(dialog).toContainText('minha-sorte')
  // The hash shown before is now the hash of a revealed seed.
  await expect(dialog).toContainText(before ?? '')
  // The seed in use is the one whose hash was shown before the player chose.
  await expect(current).toHaveText(nextHash)
  await expect(next).toHaveText(/^[0-9a-f]{64}$/)
  await expect(next).not.toHaveText(nextHash)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Apostar', exact: true }).click()
  await page.getByRole('list', { name: 'Histórico' }).getByRole('button').first().click()
  await expect(dialog.getByRole('region', { name: 'Rodada' })).toContainText('minha-sorte')
})
