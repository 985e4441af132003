import { expectAccessible } from '../axe.ts'
import { expect, test, withOwnBrowser } from '../fixtures.ts'
import { fixSeeds, GamePage } from '../page-models/game-page.ts'

// docs/product.md, "Known answers": 28.07 29.02 5.86 54.86 9.66 93.25 …
const seeds = ['f2ac89b608eeb01312d115bce6741b32', '86ff027f15c48241af7f54a726690ee7'] as const

test('the result of the visit counts over all games, and can be reset @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn({ balance: 100 })
  await fixSeeds(sandbox, user.username, seeds, 3)
  const dice = new GamePage(page)
  await app.open('/dice')
  await dice.play()
  await app.button('Originais: resultado da sessão').click()
  const panel = page.getByRole('region', { name: 'Originais: resultado da sessão' })
  await expect(panel).toContainText('+R$ 9,80')
  await dice.play()
  await expect(panel).toContainText('-R$ 0,20')
  await expect(panel).toContainText('R$ 20,00')
  await expectAccessible(page, 'result of the visit')
  await page.reload()
  await app.button('Originais: resultado da sessão').click()
  await expect(panel).toContainText('-R$ 0,20')
  await app.button('Voltar').click()
  await page.getByRole('link', { name: /Limbo/ }).first().click()
  await expect(panel).toContainText('-R$ 0,20')
  await panel.getByRole('button', { name: 'Zerar' }).click()
  await expect(panel).toContainText('R$ 0,00')
  await expect(panel.getByRole('button', { name: 'Zerar' })).toBeDisabled()
})

test.describe('on a device with a mouse', () => {
  test.use({ ...withOwnBrowser, hasTouch: false })

  test('keys play only after they are switched on, and never for a field, a button or an overlay @full', async ({
    app,
    page,
    sandbox,
    signIn,
  }) => {
    const user = await signIn({ balance: 100 })
    await fixSeeds(sandbox, user.username, seeds, 3)
    const dice = new GamePage(page)
    const rows = dice.history.getByRole('button')
    const switched = page.getByRole('switch', { name: 'Atalhos de teclado' })
    const leaveField = () => page.getByRole('heading', { level: 1 }).click()
    await app.open('/dice')
    await leaveField()
    await page.keyboard.press('Space')
    await page.keyboard.press('a')
    await expect(dice.stake).toHaveValue('10,00')
    await app.button('Atalhos de teclado').click()
    await switched.check()
    await expectAccessible(page, 'keys of a game')
    await leaveField()
    await page.keyboard.press('s')
    await page.keyboard.press('a')
    await page.keyboard.press('a')
    await expect(dice.stake).toHaveValue('5,00')
    await page.keyboard.press('d')
    await expect(page.getByRole('radio', { name: 'Abaixo' })).toBeChecked()
    await page.keyboard.press('d')
    await page.keyboard.press('Space')
    await expect(dice.result).toHaveText('54,86, você ganhou R$ 9,90')
    // Typing, an overlay, a button with its own use of the key.
    await dice.stake.fill('7')
    await dice.stake.press('a')
    await dice.stake.press('Enter')
    await dice.stake.fill('7')
    await app.button('Metade').focus()
    await page.keyboard.press('Enter')
    await expect(dice.stake).toHaveValue('3,50')
    await app.button('Jogo justo (Justiça)').click()
    await expect(app.dialog('Resultado verificável')).toBeVisible()
    await page.keyboard.press('r')
    await page.keyboard.press('Escape')
    await expect(app.dialog('Resultado verificável')).toBeHidden()
    await expect(rows).toHaveCount(1)
    // Remembered on the device; the last bet again.
    await page.reload()
    await expect(rows).toHaveCount(1)
    await leaveField()
    await page.keyboard.press('r')
    await expect(rows).toHaveCount(2)
    await expect(dice.stake).toHaveValue('5,00')
  })
})
