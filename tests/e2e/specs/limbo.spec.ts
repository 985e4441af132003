import { expect, test, withGameMotion } from '../fixtures.ts'
import { fixSeeds, GamePage } from '../page-models/game-page.ts'

test.use(withGameMotion)

// docs/product.md, "Known answers": 17.41 1.69 2.88 21.02 1.09 …
const seeds = ['5c5c42b55822f994bd955a4416775190', '40cea334816e7a68ed62d208ce4a2572'] as const

test('known results pay the target exactly, and are verified', async ({ app, page, sandbox, signIn }) => {
  const user = await signIn({ balance: 100 })
  await fixSeeds(sandbox, user.username, seeds, 0)
  const limbo = new GamePage(page)
  const target = page.getByRole('textbox', { name: 'Multiplicador' })
  await app.open('/limbo')
  await target.fill('17,41')
  await limbo.play()
  await expect(limbo.result).toHaveText('17,41x, você ganhou R$ 174,10')
  await expect(app.balance).toHaveText('R$ 264,10')
  await target.fill('1,70')
  await limbo.play()
  await expect(limbo.result).toHaveText('1,69x, você perdeu R$ 10,00')
  await expect(app.balance).toHaveText('R$ 254,10')
  await limbo.verifyRow('17,41x', '17,41x')
})

test('invalid stakes and targets are refused with a reason @full', async ({ app, page, signIn }) => {
  await signIn({ balance: 20 })
  const limbo = new GamePage(page)
  await app.open('/limbo')
  await limbo.expectInvalidStakesRefused()
  const target = page.getByRole('textbox', { name: 'Multiplicador' })
  for (const typed of ['1,00', '0', '-2', 'muito', '2,005', '1000000,01', '1e309']) {
    await target.fill(typed)
    await expect(target, typed).toHaveAccessibleDescription('De 1,01 a 1.000.000,00')
    await expect(limbo.bet, typed).toBeDisabled()
  }
  await target.fill('2,00')
  await limbo.stake.fill('20,01')
  await limbo.bet.click()
  await expect(app.dialog('Saldo baixo')).toBeVisible()
})

test('says before the bet when the win limit applies, and what everything pays @full', async ({
  app,
  page,
}) => {
  await app.open('/limbo')
  const target = page.getByRole('textbox', { name: 'Multiplicador' })
  const notice = page.getByText('O prêmio desta aposta é limitado a R$ 1.000.000,00')
  await new GamePage(page).stake.fill('5000')
  await target.fill('200')
  await expect(notice).toBeHidden()
  await target.fill('200,01')
  await expect(notice).toBeVisible()
  await page.getByRole('button', { name: 'RTP 99%, Regras e prêmios' }).click()
  const rules = app.dialog('Regras e prêmios')
  await expect(rules).toContainText(
    'Apostas de R$ 0,10 a R$ 5.000,00. Prêmio máximo por rodada: R$ 1.000.000,00.',
  )
  await expect(rules.getByRole('row', { name: /^2,00x/ })).toHaveText('2,00x49,5%2,00x99%')
  await expect(rules.getByRole('row', { name: /^200,01x/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rules).toBeHidden()
})

test('a guest is asked to log in @full', async ({ app, page }) => {
  await app.open('/limbo')
  await new GamePage(page).bet.click()
  await expect(page.getByRole('dialog', { name: 'Acesso' })).toBeVisible()
})

test('automatic play ends when its page is left @full', async ({ app, page, sandbox, signIn }) => {
  const user = await signIn({ balance: 1_000 })
  await fixSeeds(sandbox, user.username, seeds, 0)
  const limbo = new GamePage(page)
  await page.clock.install()
  await app.open('/limbo')
  await page.getByRole('textbox', { name: 'Multiplicador' }).fill('1000')
  await limbo.automatic()
  await limbo.rounds.fill('0')
  await limbo.bet.click()
  await expect(limbo.result).toHaveText('17,41x, você perdeu R$ 10,00')
  await page.getByRole('button', { name: 'Voltar', exact: true }).click()
  await expect(page).toHaveURL(/\/home/)
  for (let step = 0; step < 10; step++) {
    // Time for a round, and for its response.
    await page.clock.runFor(2_000)
    await sandbox.readUser(user.username)
  }
  // The round that was running when the page was left is played to its end.
  expect((await sandbox.readUser(user.username)).balance).toBeGreaterThanOrEqual(980)
})

test('automatic play stops when the money runs out, and says so @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn({ balance: 20 })
  await fixSeeds(sandbox, user.username, seeds, 0)
  const limbo = new GamePage(page)
  await app.open('/limbo')
  await page.getByRole('textbox', { name: 'Multiplicador' }).fill('1000')
  await limbo.automatic()
  await limbo.turbo.click()
  await limbo.bet.click()
  await expect(app.dialog('Saldo baixo')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(limbo.autoState).toContainText('Parou: saldo insuficiente')
  await expect(page.getByText('-R$ 20,00', { exact: true })).toBeVisible()
  await expect(app.balance).toHaveText('R$ 0,00')
  await expect(limbo.history.getByRole('button')).toHaveCount(2)
})

test('automatic play waits while the network is down and continues without betting twice @full', async ({
  app,
  page,
  host,
  sandbox,
  signIn,
}) => {
  test.skip(host === 'electron', 'in Electron the main process makes the calls: the page cannot cut them')
  const user = await signIn({ balance: 100 })
  await fixSeeds(sandbox, user.username, seeds, 0)
  const limbo = new GamePage(page)
  await app.open('/limbo')
  await limbo.automatic()
  await limbo.turbo.click()
  await limbo.rounds.fill('3')
  const keys: (string | undefined)[] = []
  let isCut = true
  await page.route('**/api/app/game/limbo/bet', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (!isCut) return route.continue()
    // The bet arrives and is played; its response is lost.
    if (keys.length === 1) await route.fetch()
    await route.abort('internetdisconnected')
  })
  await limbo.bet.click()
  await expect(limbo.autoState).toContainText('Pausado: sem conexão')
  isCut = false
  await expect(limbo.autoState).toContainText('Fim: todas as rodadas foram jogadas')
  // 17.41, 1.69, 2.88 at 2x: won, lost, won.
  await expect(app.balance).toHaveText('R$ 110,00')
  await expect(limbo.history.getByRole('button')).toHaveText(['2,88x', '1,69x', '17,41x'])
  expect(new Set(keys).size).toBe(3)
})

test('a bet whose every response is lost is shown, no key plays behind the alert, and the next press is a bet of its own @full', async ({
  app,
  page,
  sandbox,
  signIn,
  host,
}) => {
  test.skip(host === 'electron', 'in Electron the main process makes the calls: the page cannot cut them')
  const user = await signIn({ balance: 100 })
  await fixSeeds(sandbox, user.username, seeds, 0)
  const limbo = new GamePage(page)
  await app.open('/limbo')
  await expect(limbo.history).toBeVisible()
  let sent = 0
  let isCut = true
  await page.route('**/api/app/game/limbo/bet', async (route) => {
    sent++
    if (!isCut) return route.continue()
    await route.fetch()
    await route.abort('internetdisconnected')
  })
  await limbo.bet.click()
  const alert = page.getByRole('alertdialog')
  await expect(alert).toContainText('Sua internet está lenta')
  expect(sent).toBe(3)
  isCut = false
  await page.keyboard.press('b')
  await app.button('Eu entendi').click()
  await expect(alert).toBeHidden()
  await expect(limbo.history.getByRole('button')).toHaveText(['17,41x'])
  await expect(limbo.result).toContainText('17,41')
  expect(sent).toBe(3)
  await page.keyboard.press('b')
  await expect(limbo.history.getByRole('button')).toHaveText(['1,69x', '17,41x'])
  await expect(app.balance).toHaveText('R$ 100,00')
  expect(sent).toBe(4)
})
