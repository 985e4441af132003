import { expect, test, withGameMotion } from '../fixtures.ts'
import { fixSeeds, GamePage } from '../page-models/game-page.ts'

test.use(withGameMotion)

// docs/product.md, "Known answers": 28.07 29.02 5.86 54.86 9.66 93.25 …
const seeds = ['f2ac89b608eeb01312d115bce6741b32', '86ff027f15c48241af7f54a726690ee7'] as const

test('known rolls pay exactly, over and under, and are verified', async ({ app, page, sandbox, signIn }) => {
  const user = await signIn({ balance: 100 })
  await fixSeeds(sandbox, user.username, seeds, 3)
  const dice = new GamePage(page)
  await app.open('/dice')
  await dice.play()
  await expect(dice.result).toHaveText('54,86, você ganhou R$ 19,80')
  await expect(app.balance).toHaveText('R$ 109,80')
  await page.getByRole('radio', { name: 'Abaixo' }).check()
  await page.getByRole('spinbutton', { name: 'Chance' }).fill('10')
  await page.getByRole('button', { name: 'RTP 98,99%, Regras e prêmios' }).click()
  await expect(app.dialog('Regras e prêmios').getByRole('row', { name: /^Abaixo de 10,00/ })).toHaveText(
    'Abaixo de 10,009,999%9,90x98,99%',
  )
  await page.keyboard.press('Escape')
  await dice.play()
  await expect(dice.result).toHaveText('9,66, você ganhou R$ 99,00')
  await expect(app.balance).toHaveText('R$ 198,80')
  await dice.stake.fill('100')
  await dice.play()
  await expect(dice.result).toHaveText('93,25, você perdeu R$ 100,00')
  await expect(app.balance).toHaveText('R$ 98,80')
  await expect(dice.history.getByRole('button')).toHaveText(['93,25', '9,66', '54,86'])
  await dice.verifyRow('54,86', '54,86')
})

test('invalid stakes are refused with a reason @full', async ({ app, page, signIn }) => {
  await signIn({ balance: 20 })
  const dice = new GamePage(page)
  await app.open('/dice')
  await dice.expectInvalidStakesRefused()
  await dice.stake.fill('20,01')
  await dice.bet.click()
  await expect(app.dialog('Saldo baixo')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(app.balance).toHaveText('R$ 20,00')
})

test('half, double and max stay within wallet and limits @full', async ({ app, page, signIn }) => {
  await signIn({ balance: 33.5 })
  const dice = new GamePage(page)
  await app.open('/dice')
  await dice.stake.fill('5')
  await app.button('Metade').click()
  await expect(dice.stake).toHaveValue('2,50')
  await app.button('Dobro').click()
  await expect(dice.stake).toHaveValue('5,00')
  await app.button('Máximo').click()
  await expect(dice.stake).toHaveValue('33,50')
})

test('the chance is read as the language writes numbers; what could be two numbers changes nothing @full', async ({
  app,
  page,
  signIn,
}) => {
  await signIn()
  await app.open('/dice')
  const chance = page.getByRole('spinbutton', { name: 'Chance' })
  await chance.fill('49,5')
  await chance.press('Enter')
  await expect(chance).toHaveValue('49,5')
  await expect(chance).toHaveAttribute('aria-valuenow', '49.5')
  await chance.fill('1,000')
  await chance.press('Enter')
  await expect(chance).toHaveValue('49,5')
  await chance.fill('1.000')
  await chance.press('Enter')
  await expect(chance).toHaveValue('98')
})

test('can be played with the keyboard @full', async ({ app, page, sandbox, signIn }) => {
  const user = await signIn({ balance: 100 })
  await fixSeeds(sandbox, user.username, seeds, 3)
  const dice = new GamePage(page)
  await app.open('/dice')
  await page.getByRole('radio', { name: 'Acima' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Abaixo' })).toBeChecked()
  await page.getByRole('spinbutton', { name: 'Chance' }).focus()
  await page.keyboard.press('PageUp')
  await expect(page.getByRole('spinbutton', { name: 'Chance' })).toHaveValue('60')
  // The letter key bets, but not while something is typed.
  await page.keyboard.press('b')
  await expect(dice.history.getByRole('button')).toHaveCount(0)
  await dice.bet.focus()
  await page.keyboard.press('b')
  await expect(dice.result).toHaveText('54,86, você ganhou R$ 16,50')
})

test('automatic play stops at the chosen profit, and says so', async ({ app, page, sandbox, signIn }) => {
  const user = await signIn({ balance: 100 })
  await fixSeeds(sandbox, user.username, seeds, 3)
  const dice = new GamePage(page)
  await app.open('/dice')
  await dice.automatic()
  await dice.turbo.click()
  await dice.rounds.fill('0')
  await expect(dice.bet).toContainText('∞')
  await page.getByText('Ajustes e limites').click()
  await page.getByRole('textbox', { name: 'Parar ao lucrar' }).fill('9,80')
  await dice.bet.click()
  await expect(dice.autoState).toContainText('Parou: lucro atingido')
  await expect(app.balance).toHaveText('R$ 109,80')
  await page.getByRole('textbox', { name: 'Parar ao lucrar' }).fill('')
  await page.getByRole('textbox', { name: 'Parar ao perder' }).fill('10')
  await dice.bet.click()
  await expect(dice.autoState).toContainText('Parou: limite de perda atingido')
  await expect(app.balance).toHaveText('R$ 99,80')
  await page.getByRole('textbox', { name: 'Parar ao perder' }).fill('muito')
  await expect(dice.bet).toBeDisabled()
  await page.getByRole('textbox', { name: 'Parar ao perder' }).fill('')
  await dice.bet.click()
  await dice.stop.click()
  await expect(dice.autoState).toContainText('Você parou o jogo automático')
})

test('needs a login @full', async ({ app, page }) => {
  await app.open('/dice')
  await expect(app.alert).toContainText('Por favor, faça login primeiro')
  await app.dismissAlert()
  await expect(page.getByRole('dialog', { name: 'Acesso' })).toBeVisible()
  await expect(page).toHaveURL(/\/home/)
})
