/** What a player takes from paper to the screen: the code of a voucher, the code of a bet slip. */
import { expect, test } from '../fixtures.ts'
import { look } from '../look.ts'
import { newMatch, winner } from '../matches.ts'
import { CashierOverlay } from '../page-models/cashier-overlay.ts'
import { callAs } from '../playerApi.ts'

test('a voucher is redeemed by its address, or by its code in the deposit form, once', async ({
  app,
  page,
  host,
  sandbox,
  signIn,
}) => {
  await signIn({ balance: 10 })
  const first = await sandbox.newVoucher(25)
  await app.open(new URL(first.url).pathname)
  await expect(page.getByText('Vale de R$ 25,00')).toBeVisible()
  await look(page, host, 'player-voucher')
  await app.button('Resgatar').click()
  await expect(app.balance).toHaveText('R$ 35,00')
  // The new balance can come before the response that leads home.
  await expect(page).toHaveURL(/\/home$/)

  const second = await sandbox.newVoucher(7.5)
  await app.open('/home?overlay=deposit')
  const cashier = new CashierOverlay(page)
  await cashier.dialog.getByText('Tenho um vale').click()
  const code = cashier.dialog.getByRole('textbox', { name: 'Código do vale' })
  await code.fill(first.code)
  // What was typed says so before it is redeemed: the response to that is not to come after the next code was typed.
  const redeemed = page.waitForResponse('**/vouchers/redeem')
  await cashier.dialog.getByRole('button', { name: 'Resgatar', exact: true }).click()
  await redeemed
  await expect(code).toHaveAccessibleDescription(/Este vale já foi usado/)
  await code.fill(second.code.toLowerCase())
  await expect(cashier.dialog.getByText('Vale de R$ 7,50')).toBeVisible()
  await look(page, host, 'player-voucher-deposit')
  await code.press('Enter')
  await expect(app.balance).toHaveText('R$ 42,50')
})

test('the printed code of a bet slip shows it to anybody, and nothing can be done with it', async ({
  app,
  page,
  host,
  sandbox,
}) => {
  const owner = await sandbox.createUser({ balance: 100 })
  const match = await newMatch(sandbox)
  const { ticketId } = await callAs<{ ticketId: string }>(sandbox, owner.token, '/api/app/sports/bet', {
    amount: 20,
    policy: 'ask',
    legs: [{ matchId: match.matchId, key: winner.home, odds: 1.85 }],
  })
  const { url } = await callAs<{ url: string }>(
    sandbox,
    owner.token,
    `/api/app/sports/ticketLink/${ticketId}`,
  )
  await app.open(new URL(url).pathname)
  const card = page.getByRole('listitem').filter({ hasText: match.home })
  await expect(card.first()).toContainText('R$ 37,00')
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  await look(page, host, 'guest-shared-ticket')
  await app.open(`${new URL(url).pathname.slice(0, -3)}AAA`)
  await expect(page.getByText('Bilhete não encontrado')).toBeVisible()
})
