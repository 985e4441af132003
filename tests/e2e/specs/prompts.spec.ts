import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test, withOwnBrowser } from '../fixtures.ts'
import { minesSeeds } from '../minesSeeds.ts'
import { AccessOverlay } from '../page-models/access-overlay.ts'
import { newMatch } from '../matches.ts'
import { CashierOverlay } from '../page-models/cashier-overlay.ts'
import { fixSeeds, GamePage } from '../page-models/game-page.ts'
import { MinesPage } from '../page-models/mines-page.ts'
import { Prompts } from '../page-models/prompts.ts'
import { SlipPanel } from '../page-models/slip-panel.ts'
import { findRound, SlotPage, winsNothing } from '../page-models/slot-page.ts'
import { SportsPage } from '../page-models/sports-page.ts'
import { deposit100 } from '../playerApi.ts'

const minuteMs = 60_000
// docs/product.md, "Known answers": the first two rolls are 28.07 and 29.02.
const diceSeeds = ['f2ac89b608eeb01312d115bce6741b32', '86ff027f15c48241af7f54a726690ee7'] as const
const managerLink = 'https://t.me/palpite-manager'

/** Prompts wait for the first second of the page, so a test that expects none must wait longer. */
const waitForPromptDelay = (page: Page) =>
  expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(2_500)

test('after a login on home the start mask leads to the check-in, once @full', async ({
  app,
  page,
  sandbox,
}) => {
  const user = await sandbox.createUser()
  const { mask } = new Prompts(page)
  await app.open('/home?overlay=login')
  await waitForPromptDelay(page)
  await new AccessOverlay(page, sandbox).login({ email: user.username, password: user.password })
  await expect(mask).toBeVisible()
  await expectAccessible(page, 'start mask')
  await mask.getByRole('link', { name: /Check-in diário/ }).click()
  await expect(page).toHaveURL(/\/signInSheet$/)
  await expect(page.getByRole('heading', { name: 'Check-in diário' })).toBeVisible()
  // Not for a player who returns with a session.
  await app.open('/home')
  await expect(app.balance).toBeVisible()
  await waitForPromptDelay(page)
  await expect(mask).toBeHidden()
})

test('a waiting gift opens on home, is claimed once, and is gone', async ({ app, page, sandbox, login }) => {
  const user = await login({ gift: 1 })
  const { award } = new Prompts(page)
  await expect(award).toBeVisible()
  await award.getByRole('button', { name: 'Resgatar presente' }).dblclick()
  await expect(app.toast.filter({ hasText: 'Presente resgatado: R$ 10,00' })).toBeVisible()
  await expect(award).toBeHidden()
  expect((await sandbox.readUser(user.username)).freeBalance).toBe(10)
  await app.open('/home')
  await expect(app.balance).toBeVisible()
  await waitForPromptDelay(page)
  await expect(award).toBeHidden()
})

test('no gift is checked where the messenger link is a manager’s @full', async ({ app, page, signIn }) => {
  // In Electron the main process makes the requests: only the popup itself is visible.
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('userGift')) requests.push(request.url())
  })
  const { award } = new Prompts(page)
  await signIn({ gift: 1, messenger: managerLink })
  await app.open('/home')
  await expect(app.balance).toBeVisible()
  await waitForPromptDelay(page)
  await expect(award).toBeHidden()
  expect(requests).toEqual([])
})

test('in a game, a balance below 10 offers the first four packages, and play continues after a payment @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn({ balance: 15 })
  // 28.07 and 29.02, which lose.
  await fixSeeds(sandbox, user.username, diceSeeds, 0)
  const dice = new GamePage(page)
  await app.open('/dice')
  await dice.stake.fill('5')
  await dice.play()
  await expect(app.balance).toHaveText('R$ 10,00')
  const { lowBalance } = new Prompts(page)
  await dice.stake.fill('0,10')
  await dice.bet.click()
  // By its label: the prompt comes a second later and takes what is behind it out of the tree of roles.
  await expect(page.getByLabel('Resultado', { exact: true })).toHaveText('29,02, você perdeu R$ 0,10')
  await expect(lowBalance).toBeVisible()
  const packages = lowBalance.getByRole('radio')
  await expect(packages).toHaveCount(4)
  for (const [index, price] of ['10,00', '20,00', '50,00', '100,00'].entries()) {
    await expect(packages.nth(index)).toHaveAccessibleName(new RegExp(`^R\\$ ${price}`))
  }
  await expect(lowBalance).toContainText('Rollover para retirar: 1x o depósito e 2x o bônus.')
  await expectAccessible(page, 'low-balance deposit')
  await packages.nth(1).click()
  await lowBalance.getByRole('button', { name: 'Depósito', exact: true }).click()
  await expect(new CashierOverlay(page).waiting).toBeVisible()
  const [order] = await sandbox.orders(user.username)
  expect(order?.amount).toBe(20)
  await sandbox.settleOrder(order?.orderId ?? '', 'pay')
  await expect(app.toast.filter({ hasText: 'Recarga bem-sucedida, continue fazendo apostas' })).toBeVisible()
  await expect(lowBalance).toBeHidden()
  await expect(app.balance).toHaveText('R$ 29,90')
})

test('a low balance offers nothing over an open round of mines, nor once its payout is enough @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const { lowBalance } = new Prompts(page)
  const user = await signIn({ balance: 12 })
  await sandbox.setSeeds(user.username, minesSeeds)
  const mines = new MinesPage(page)
  /** More than the pause after a round that is over: what had been decided has opened. */
  const expectNothing = async () => {
    await page.clock.fastForward(5_000)
    await expect(page).not.toHaveURL(/overlay/)
    await expect(lowBalance).toBeHidden()
  }
  await page.clock.install()
  await app.open('/mines')
  await app.online(user.username)
  await mines.stake.fill('5')
  await mines.setMines(3)
  await mines.bet.click()
  await expect(app.balance).toHaveText('R$ 7,00')
  await expectNothing()
  await mines.tile(1).click()
  await mines.cashOut.click()
  await expect(app.balance).toHaveText('R$ 12,62')
  await expectNothing()
  await test.step('the next round is lost', async () => {
    await mines.setMines(4)
    await mines.bet.click()
    await expect(app.balance).toHaveText('R$ 7,62')
    await mines.tile(15).click()
    await expect(lowBalance).toBeVisible()
  })
})

test('a low balance offers nothing over a running round, but after it @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const { lowBalance } = new Prompts(page)
  await test.step('a slot: once the reels have stopped', async () => {
    const user = await signIn({ balance: 10.5 })
    const { seeds } = findRound('amazonia', winsNothing)
    await sandbox.setSeeds(user.username, seeds)
    await app.open('/play?game=amazonia')
    const slot = new SlotPage(page, 'amazonia')
    await slot.ready()
    await slot.spin.click()
    await expect(slot.button('Parar já')).toBeVisible()
    await expect(lowBalance).toBeVisible()
    await expect(slot.button('Parar já')).toBeHidden()
    await expect(slot.wallet).toHaveAccessibleName('Carteira: Saldo, R$ 9,50')
  })
  await test.step('sports: once the receipt is closed', async () => {
    await signIn({ balance: 12 })
    const match = await newMatch(sandbox)
    const slip = new SlipPanel(page)
    const sports = new SportsPage(page)
    await app.open('/footballPage')
    await sports.tab('Próximas').click()
    await sports.price(`Resultado final: ${match.home} 1,85`).click()
    await slip.bar.click()
    await slip.stake.fill('5')
    await slip.bet.click()
    await expect(slip.region).toContainText('Aposta confirmada')
    await expect(app.balance).toHaveText('R$ 7,00')
    await expect(lowBalance).toBeHidden()
    await slip.seeTickets()
    await expect(lowBalance).toBeVisible()
  })
})

test('a bonus wallet below 0.51 offers them too, whatever the cash, and says which balance is low @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn({ balance: 500, freeBalance: 1 })
  await fixSeeds(sandbox, user.username, diceSeeds, 0)
  const dice = new GamePage(page)
  const { lowBonus } = new Prompts(page)
  await app.open('/dice')
  await page.getByRole('button', { name: /^Carteira: Saldo/ }).click()
  await dice.stake.fill('0,49')
  await dice.play()
  await expect(page.getByRole('button', { name: 'Carteira: Bônus R$ 0,51' })).toBeVisible()
  await dice.stake.fill('0,10')
  await dice.bet.click()
  // By its label, as above.
  await expect(page.getByLabel('Resultado', { exact: true })).toHaveText('29,02, você perdeu R$ 0,10')
  await expect(lowBonus.getByRole('radio')).toHaveCount(4)
})

/** The clock of a device that is three hours ahead. As text: this file has no DOM types. */
const wrongClock = `(() => {
  const Real = Date
  const now = () => Real.now() + 3 * 3_600_000
  window.Date = class extends Real {
    constructor(...parts) {
      if (parts.length > 0) super(...parts)
      else super(now())
    }
    static now() {
      return now()
    }
  }
})()`

test.describe('in a browser of its own, because an init script stays in a page', () => {
  test.use(withOwnBrowser)

  test('a discount counts down as HH:mm:ss, whatever the clock of the device says, and lowers the price to pay @full', async ({
    app,
    page,
    sandbox,
    login,
  }) => {
    await page.addInitScript(wrongClock)
    const expiredTime = new Date(Date.now() + 90 * minuteMs).toISOString()
    const user = await login({ payDiscount: { discount: 0.1, expiredTime } })
    const cashier = new CashierOverlay(page)
    await app.button('Depositar').click()
    await expect(cashier.dialog).toContainText('Desconto de 10%')
    await expect(cashier.dialog).toContainText('Você paga R$ 90,00')
    const timeLeft = cashier.dialog.getByLabel('Tempo restante do desconto')
    await expect(timeLeft).toHaveText(/^01:(29|30):\d\d$/)
    const first = await timeLeft.textContent()
    await expect(timeLeft).not.toHaveText(first ?? '')
    // It expires while the page is open: the full price again.
    await sandbox.patchUser(user.username, { payDiscount: null })
    await expect(cashier.dialog).not.toContainText('Desconto de 10%')
  })
})

test('closing the deposit with a gift waiting offers the first, later the second deposit @full', async ({
  app,
  page,
  sandbox,
  login,
}) => {
  const user = await login({ gift: 1, messenger: managerLink })
  const cashier = new CashierOverlay(page)
  const prompts = new Prompts(page)
  await app.button('Depositar').click()
  await expect(cashier.dialog).toContainText('Você tem um presente')
  await page.keyboard.press('Escape')
  await expect(prompts.welcome).toContainText('R$ 20,00')
  await expectAccessible(page, 'second-deposit prompt')
  await prompts.welcome.getByRole('button', { name: 'Agora não' }).click()
  await expect(prompts.welcome).toBeHidden()
  await deposit100(sandbox, user.token, 0)
  await expect(app.balance).toHaveText('R$ 100,00')
  await app.button('Depositar').click()
  await expect(cashier.package('R$ 100,00')).toBeVisible()
  await page.keyboard.press('Escape')
  await prompts.secondDeposit.getByRole('button', { name: 'Depositar R$ 50,00' }).click()
  await expect(cashier.waiting).toBeVisible()
})

test('without a gift the deposit just closes @full', async ({ app, page, login }) => {
  await login()
  const cashier = new CashierOverlay(page)
  await app.button('Depositar').click()
  await expect(cashier.package('R$ 100,00')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cashier.dialog).toBeHidden()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test("the reality check shows time and result, after the player's interval", async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn({ balance: 100 })
  await app.open('/jogoResponsavel')
  await page.getByRole('combobox', { name: 'Mostrar o lembrete' }).selectOption('30')
  await expect(app.toast.filter({ hasText: 'Lembrete salvo' })).toBeVisible()
  await page.clock.install()
  await app.open('/vip')
  await app.online(user.username)
  const { realityCheck } = new Prompts(page)
  let minutes = 0
  // The interval starts when the page has loaded it, which nothing on the page shows.
  await expect(async () => {
    await page.clock.fastForward(10 * minuteMs)
    minutes += 10
    await expect(realityCheck).toBeVisible({ timeout: 1_000 })
  }).toPass()
  expect(minutes).toBeGreaterThanOrEqual(30)
  await expect(realityCheck).toContainText('Você está aqui há')
  await expect(realityCheck).toContainText('R$ 0,00')
  await expectAccessible(page, 'reality check')
  await realityCheck.getByRole('button', { name: 'Definir limites' }).click()
  await expect(page).toHaveURL(/\/jogoResponsavel$/)
  expect(await sandbox.isOnline(user.username)).toBe(true)
})
