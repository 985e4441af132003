import type { Page } from '@playwright/test'
import { expectApart } from '../boxes.ts'
import { betOnHome } from '../betOnHome.ts'
import { expect, test, withMotion } from '../fixtures.ts'
import { look } from '../look.ts'
import { newMatch } from '../matches.ts'
import { CashierOverlay } from '../page-models/cashier-overlay.ts'
import { fixSeeds, GamePage } from '../page-models/game-page.ts'

// docs/product.md, "Known answers": 17.41 1.69 2.88 …
const seeds = ['5c5c42b55822f994bd955a4416775190', '40cea334816e7a68ed62d208ce4a2572'] as const

test.describe('with motion', () => {
  test.use(withMotion)

  test('the balance grows only when the result of the round is shown @full', async ({
    app,
    page,
    sandbox,
    signIn,
  }) => {
    const { username } = await signIn({ balance: 100 })
    await fixSeeds(sandbox, username, seeds, 0)
    const limbo = new GamePage(page)
    await app.open('/limbo')
    await app.online(username)
    await page.getByRole('textbox', { name: 'Multiplicador' }).fill('17,41')
    await expect(app.balance).toHaveText('R$ 100,00')
    const seen = await recordBalances(page)
    await limbo.bet.click()
    await expect(limbo.result).toHaveText('17,41x, você ganhou R$ 174,10')
    await expect(app.balance).toHaveText('R$ 264,10')
    const { beforeResult, afterwards } = await seen()
    expect(beforeResult.length, 'the stake leaves the balance at once').toBeGreaterThan(0)
    expect(Math.max(...beforeResult)).toBeLessThanOrEqual(100)
    expect(Math.max(...afterwards)).toBe(264.1)
  })
})

test('a big win is celebrated on the stage, not over the balance @full', async ({
  app,
  page,
  host,
  sandbox,
  signIn,
}) => {
  const { username } = await signIn({ balance: 100 })
  await fixSeeds(sandbox, username, seeds, 0)
  const limbo = new GamePage(page)
  await app.open('/limbo')
  await page.getByRole('textbox', { name: 'Multiplicador' }).fill('17,41')
  await limbo.bet.click()
  const moment = page.getByText('Vitória grande').locator('..')
  await expect(moment).toContainText('+R$ 174,10')
  await expect(moment).toContainText('17,41x')
  await expectApart(moment, app.balance)
  await look(page, host, 'player-limbo-bigWin')
  // The next round ends it.
  await limbo.play()
  await expect(moment).toBeHidden()
})

test('a won bet is told on any page, also when it is settled before the page has loaded what tells it @full', async ({
  app,
  page,
  host,
  sandbox,
  login,
}) => {
  const { username } = await login({ balance: 100 })
  const match = await newMatch(sandbox)
  const slip = await betOnHome(app, page, match, '20')
  await expect(slip.region).toContainText('Aposta confirmada')
  const settled = gate()
  await page.route(/assets\/PageCelebration-/, async (route) => {
    await settled.opened
    await route.continue()
  })
  const pushed = waitForPushedTicket(page)
  await app.open('/vip')
  await app.online(username)
  await sandbox.scriptMatch({ matchId: match.matchId, period: 3, homeScore: 2, awayScore: 0 })
  await sandbox.scriptMatch({ matchId: match.matchId, finish: true })
  // In Electron the main process has the connection, and the page is there at once.
  if (host === 'web') await pushed
  settled.open()
  const won = page.getByRole('status').filter({ hasText: 'Aposta ganha' })
  await expect(won).toContainText('+R$ 37,00')
  await expect(won).toContainText('1,85x')
  await expectApart(won, app.balance)
  await look(page, host, 'player-vip-betWon')
})

test('a paid deposit is told once its overlay is closed, and a new VIP level after the round that brought it @full', async ({
  app,
  page,
  sandbox,
  login,
}) => {
  const { username } = await login({ balance: 1_000 })
  await fixSeeds(sandbox, username, seeds, 0)
  const cashier = new CashierOverlay(page)
  const told = page.getByRole('status')
  await app.button('Depositar').click()
  await cashier.pay('R$ 100,00')
  await expect(cashier.waiting).toBeVisible()
  const [order] = await sandbox.orders(username)
  await sandbox.settleOrder(order?.orderId ?? '', 'pay')
  const credited = told.filter({ hasText: 'Depósito creditado' })
  await expect(credited).toContainText('+R$ 100,00')
  await expect(cashier.waiting).toBeHidden()
  await expectApart(credited, app.balance)
  await expect(page.getByText('Recarga bem-sucedida'), 'one notice').toHaveCount(1)
  await app.button('Ver comprovante').click()
  await expect(page).toHaveURL(/\/paySuccess\?order=/)
  await expect(credited).toBeHidden()
  // VIP 1: R$ 100 of deposits, R$ 400 of bets.
  const limbo = new GamePage(page)
  await app.open('/limbo')
  await page.getByRole('textbox', { name: 'Multiplicador' }).fill('1000')
  await limbo.stake.fill('400')
  await limbo.bet.click()
  await expect(limbo.result).toHaveText('17,41x, você perdeu R$ 400,00')
  const level = told.filter({ hasText: 'Você chegou ao VIP 1!' })
  await expect(level).toContainText('3%2,5%')
  await expect(page.getByRole('button', { name: 'Criar imagem' }), 'to show to others').toBeVisible()
  await expectApart(level, app.balance)
  await app.button('Jogar').click()
  await expect(level).toBeHidden()
})

/** What waits for `opened` goes on after `open`. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open: () => open() }
}

/** Resolves when the server has told the page that a bet slip has changed. */
function waitForPushedTicket(page: Page): Promise<void> {
  return new Promise((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('feed:ticket')) resolve()
      }),
    )
  })
}

/** Nothing of one lies over the other. */
/** Records every balance that is drawn from now on. Returns a function that splits them at the result. */
async function recordBalances(page: Page) {
  await page.evaluate(() => {
    const find = (name: string) => {
      const found = document.querySelector(`[role="status"][aria-label="${name}"]`)
      if (!found) throw new Error(`no status ${name}`)
      return found
    }
    const balance = find('Saldo')
    // The line that is seen: what screen readers hear may come up to a second later.
    const result = find('Resultado').closest('p')?.firstElementChild
    if (!result) throw new Error('no visible result')
    const seen: { amount: number; isDecided: boolean }[] = []
    const note = () => {
      const amount = Number((balance.textContent ?? '').replace(/[^\d,]/g, '').replace(',', '.'))
      seen.push({ amount, isDecided: (result.textContent ?? '') !== '' })
    }
    new MutationObserver(note).observe(balance, { subtree: true, childList: true, characterData: true })
    Object.assign(window, { seenBalances: seen })
  })
  return async () => {
    const seen = await page.evaluate(
      () => (window as unknown as { seenBalances: { amount: number; isDecided: boolean }[] }).seenBalances,
    )
    const amounts = (isDecided: boolean) =>
      seen.filter((each) => each.isDecided === isDecided).map(({ amount }) => amount)
    return { beforeResult: amounts(false), afterwards: amounts(true) }
  }
}

test('on the smallest phone nothing lies over what has won @full', async ({ app, page, sandbox, signIn }) => {
  const { username } = await signIn({ balance: 100 })
  await page.setViewportSize({ width: 320, height: 640 })
  const game = new GamePage(page)
  const won = page.locator('[data-won-at]')
  await fixSeeds(sandbox, username, seeds, 0)
  await app.open('/limbo')
  await page.getByRole('textbox', { name: 'Multiplicador' }).fill('17,41')
  await game.bet.click()
  const plate = page.getByText('Vitória grande').locator('..')
  await expect(plate).toBeVisible()
  await expectApart(plate, won)
  // docs/product.md, "Known answers": 28.07.
  await fixSeeds(
    sandbox,
    username,
    ['f2ac89b608eeb01312d115bce6741b32', '86ff027f15c48241af7f54a726690ee7'],
    0,
  )
  await app.open('/dice')
  await page.getByRole('radio', { name: 'Abaixo' }).check()
  await game.bet.click()
  await expect(game.result).toContainText('você ganhou')
  const rising = page.locator('[data-transient]').getByText(/^\+R\$/)
  await expect(rising).toBeAttached()
  const isHidden = await rising.evaluate((amount) => getComputedStyle(amount).opacity === '0')
  if (!isHidden) await expectApart(rising, won)
})
