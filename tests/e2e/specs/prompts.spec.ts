import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { AccessOverlay } from '../page-models/access-overlay.ts'
import { CashierOverlay } from '../page-models/cashier-overlay.ts'
import { Prompts } from '../page-models/prompts.ts'
import { deposit100 } from '../playerApi.ts'

const minuteMs = 60_000
const messenger = 'https://t.me/palpite-e2e'

/** Prompts wait for the first second of the page, so a test that expects none must wait longer. */
const waitForPromptDelay = (page: Page) =>
  expect.poll(() => page.evaluate(() => performance.now())).toBeGreaterThan(2_500)

test('after a login on home the start mask leads to the check-in, once', async ({ app, page, sandbox }) => {
  const user = await sandbox.createUser()
  const { mask } = new Prompts(page)
  await app.open('/home?overlay=login')
  await waitForPromptDelay(page)
  await new AccessOverlay(page, sandbox).login({ email: user.username, password: user.password })
  await expect(mask).toBeVisible()
  await expectAccessible(page, 'start mask')
  await mask.getByRole('button', { name: /Seu prêmio de hoje está pronto/ }).click()
  await expect(page).toHaveURL(/\/signInSheet$/)
  await expect(page.getByRole('heading', { name: 'Check-in diário' })).toBeVisible()
  // Not for a player who returns with a session.
  await app.open('/home')
  await expect(app.balance).toBeVisible()
  await waitForPromptDelay(page)
  await expect(mask).toBeHidden()
})

test('a waiting gift opens on home, is claimed once, and is gone', async ({ app, page, sandbox, login }) => {
  const user = await login({ gift: 1, messenger })
  const { award } = new Prompts(page)
  await expect(award).toBeVisible()
  await expectAccessible(page, 'award popup')
  await award.getByRole('button', { name: 'Receber presente' }).dblclick()
  await expect(app.toast.filter({ hasText: 'Presente recebido: R$ 10,00' })).toBeVisible()
  await expect(award).toBeHidden()
  expect((await sandbox.readUser(user.username)).freeBalance).toBe(10)
  await app.open('/home')
  await expect(app.balance).toBeVisible()
  await waitForPromptDelay(page)
  await expect(award).toBeHidden()
})

test('the gift is checked only with a messenger link that is not a manager’s', async ({
  app,
  page,
  signIn,
}) => {
  // In Electron the main process makes the requests: only the popup itself is visible.
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('userGift')) requests.push(request.url())
  })
  const { award } = new Prompts(page)
  for (const link of [null, 'https://t.me/palpite-manager']) {
    await signIn({ gift: 1, messenger: link })
    await app.open('/home')
    await expect(app.balance).toBeVisible()
    await waitForPromptDelay(page)
    await expect(award).toBeHidden()
  }
  expect(requests).toEqual([])
})

test(
  'the bonus-multiplier prompt shows multiplier × amount and sells its package without a gift',
  { tag: '@host' },
  async ({ app, page, sandbox, signIn }) => {
    const user = await signIn({ balance: 100 })
    await app.open('/vip')
    await app.online(user.username)
    await sandbox.pushEvent(user.username, 'userBetAmount', { amount: 33.33, bouns: 1.5 })
    const { multiplier } = new Prompts(page)
    await expect(multiplier).toContainText('Você apostou R$ 33,33')
    await expect(multiplier).toContainText('R$ 49,99')
    await expect(multiplier).toContainText('Aposte 1x o depósito e 1x o bônus para retirar.')
    await expectAccessible(page, 'bonus-multiplier prompt')
    await multiplier.getByRole('button', { name: 'Depositar R$ 50,00' }).click()
    await expect(new CashierOverlay(page).waiting).toBeVisible()
    const [order] = await sandbox.orders(user.username)
    await sandbox.settleOrder(order?.orderId ?? '', 'pay')
    await expect(multiplier).toBeHidden()
    await expect(app.balance).toHaveText('R$ 150,00')
  },
)

test('a closed bonus-multiplier prompt stays closed', async ({ app, page, sandbox, signIn }) => {
  const user = await signIn()
  await app.open('/vip')
  await app.online(user.username)
  await sandbox.pushEvent(user.username, 'userBetAmount', { amount: 20, bouns: 2 })
  const { multiplier } = new Prompts(page)
  await multiplier.getByRole('button', { name: 'Agora não' }).click()
  await expect(multiplier).toBeHidden()
  // Without bouns it is only the sum of bets.
  await sandbox.pushEvent(user.username, 'userBetAmount', { amount: 40 })
  await sandbox.pushEvent(user.username, 'notice', { text: 'depois' })
  await expect(page.getByText('depois')).toBeVisible()
  await expect(multiplier).toBeHidden()
})

test('in a game, a balance below 10 offers the first four packages, and play continues after a payment', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn({ balance: 40 })
  await app.open('/limbo')
  await app.online(user.username)
  const { lowBalance } = new Prompts(page)
  await sandbox.pushEvent(user.username, 'insBalance', { balance: 10 })
  await expect(app.balance).toHaveText('R$ 10,00')
  await expect(lowBalance).toBeHidden()
  // It opens whenever the balance falls below the threshold, but not in the first second of the page.
  await expect(async () => {
    await sandbox.pushEvent(user.username, 'insBalance', { balance: 10 })
    await sandbox.pushEvent(user.username, 'insBalance', { balance: 9.99 })
    await expect(lowBalance).toBeVisible({ timeout: 1_500 })
  }).toPass()
  const packages = lowBalance.getByRole('radio')
  await expect(packages).toHaveCount(4)
  for (const [index, price] of ['10,00', '20,00', '50,00', '100,00'].entries()) {
    await expect(packages.nth(index)).toHaveAccessibleName(new RegExp(`^R\\$ ${price}`))
  }
  await expect(lowBalance).toContainText('aposte 1x o depósito principal e 2x o bônus')
  await expectAccessible(page, 'low-balance deposit')
  await packages.nth(1).click()
  await lowBalance.getByRole('button', { name: 'Depósito', exact: true }).click()
  await expect(new CashierOverlay(page).waiting).toBeVisible()
  const [order] = await sandbox.orders(user.username)
  expect(order?.amount).toBe(20)
  await sandbox.settleOrder(order?.orderId ?? '', 'pay')
  await expect(app.toast.filter({ hasText: 'Recarga bem-sucedida, continue fazendo apostas' })).toBeVisible()
  await expect(lowBalance).toBeHidden()
  await expect(app.balance).toHaveText('R$ 60,00')
})

test('a bonus wallet below 0.51 offers them too, while it is the one in use', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn({ balance: 5, freeBalance: 20 })
  await app.open('/limbo')
  await app.online(user.username)
  const { lowBalance } = new Prompts(page)
  await expect(app.balance).toHaveText('R$ 5,00')
  await sandbox.pushEvent(user.username, 'freeBalance', { freeBalance: 0.51 })
  await sandbox.pushEvent(user.username, 'notice', { text: 'ainda basta' })
  await expect(page.getByText('ainda basta')).toBeVisible()
  await expect(lowBalance).toBeHidden()
  await expect(async () => {
    await sandbox.pushEvent(user.username, 'freeBalance', { freeBalance: 0.51 })
    await sandbox.pushEvent(user.username, 'freeBalance', { freeBalance: 0.5 })
    await expect(lowBalance).toBeVisible({ timeout: 1_500 })
  }).toPass()
})

test('a discount counts down as HH:mm:ss and lowers the price to pay', async ({
  app,
  page,
  sandbox,
  login,
}) => {
  const expiredTime = new Date(Date.now() + 90 * minuteMs).toISOString()
  const user = await login({ payDiscount: { discount: 0.1, expiredTime } })
  const cashier = new CashierOverlay(page)
  await app.button('Depositar').click()
  await expect(cashier.dialog).toContainText('Desconto de 10%')
  await expect(cashier.dialog).toContainText('Você paga R$ 90,00')
  const left = cashier.dialog.getByLabel('Tempo restante do desconto')
  await expect(left).toHaveText(/^01:(29|30):\d\d$/)
  const first = await left.textContent()
  await expect(left).not.toHaveText(first ?? '')
  // It expires while the page is open: the full price again.
  await sandbox.patchUser(user.username, { payDiscount: null })
  await expect(cashier.dialog).not.toContainText('Desconto de 10%')
})

test('closing the deposit with a gift waiting offers the first, later the second deposit', async ({
  app,
  page,
  sandbox,
  login,
}) => {
  const user = await login({ gift: 1 })
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

test('without a gift the deposit just closes', async ({ app, page, login }) => {
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
  // The interval starts when the page has loaded it, which is not visible.
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
