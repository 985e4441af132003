import { defaultLanguage } from '#contract/languages.ts'
import { expect, test } from '../fixtures.ts'
import { reloadFrame, tour } from '../languageTour.ts'
import { callAs } from '../playerApi.ts'
import { textsIn } from '../texts.ts'

// Prompts and overlays, in several languages on a small phone; the pages themselves are in languages.spec.ts.
// In the browser only: Electron's window is not as small, and its renderer is the same.

const { account, auth, common, games, limits, money, play, rewards } = textsIn(defaultLanguage)

test.use({ viewport: { width: 320, height: 640 } })
// Each screen is measured in several languages.
test.describe.configure({ timeout: 240_000 })

test('languages: cashier prompts: gift, identity, deposit, payment, second deposit @full', async ({
  app,
  page,
  host,
  login,
}) => {
  const { measure, button, dialog } = tour(page, host)
  const player = await login({
    kyc: 0,
    gift: 1,
    messenger: 'https://t.me/palpite',
    balance: 1284.5,
    payDiscount: { discount: 0.1, expiredTime: new Date(Date.now() + 3_600_000).toISOString() },
  })
  await dialog(rewards.award.title).waitFor()
  await measure('player-overlay-award')
  await app.open('/conta?overlay=deposit')
  await dialog(money.kyc.title).waitFor()
  await measure('player-overlay-editBank')

  await app.sandbox.patchUser(player.username, { kyc: 1 })
  await app.open('/conta?overlay=deposit')
  const cashier = dialog(money.cashier.title)
  await page.getByRole('link', { name: money.deposit.help.open, exact: true }).click()
  await dialog(money.deposit.help.title).waitFor()
  await measure('player-overlay-deposit-help')
  await page.keyboard.press('Escape')
  await expect(dialog(money.deposit.help.title)).toBeHidden()
  await cashier.getByRole('radio').nth(2).check()
  await cashier.getByRole('button', { name: money.deposit.submit, exact: true }).click()
  await dialog(money.confirm.title).waitFor()
  await measure('player-overlay-confirm')
  await button(money.confirm.submit).click()
  await dialog(money.payment.title).waitFor()
  await page.getByTitle(money.payment.frame, { exact: true }).waitFor()
  await measure('player-overlay-waiting', (code) => reloadFrame(page, code))
  await button(money.payment.cancel).click()
  await expect(dialog(money.payment.title)).toBeHidden()

  await app.open('/conta?overlay=deposit')
  await button(money.deposit.giftOpenLabel).click()
  await expect(page).toHaveURL(/overlay=secondDeposit/)
  await dialog(money.second.titleSecond).or(dialog(money.second.title)).waitFor()
  await measure('player-overlay-secondDeposit')
})

test('languages: game and account prompts @full', async ({ app, page, host, login }) => {
  const { measure, button, dialog } = tour(page, host)
  const player = await login({ balance: 12 })
  await app.open('/dice')
  await page.getByRole('textbox', { name: games.stake, exact: true }).fill('50')
  await button(games.bet).click()
  await dialog(money.game.title).waitFor()
  await measure('player-overlay-gameDeposit')
  await page.keyboard.press('Escape')
  await expect(dialog(money.game.title)).toBeHidden()
  await button(games.fairnessName).click()
  await dialog(games.fair.title).waitFor()
  await measure('player-overlay-fairness')
  await page.keyboard.press('Escape')
  await expect(dialog(games.fair.title)).toBeHidden()
  await page.getByRole('button', { name: play.rules.title }).click()
  await page.getByRole('dialog').waitFor()
  // The pay table is rendered when it opens.
  await measure('player-overlay-gameRules', async (code) => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('button', { name: textsIn(code).play.rules.title }).click()
    await page.getByRole('dialog').waitFor()
  })

  await app.open('/conta')
  await app.online(player.username)
  await app.sandbox.offerMultiplier(player.username, { bouns: 1.5, amount: 200 })
  await dialog(rewards.multiplier.title).waitFor()
  await measure('player-overlay-bonusMultiplier')
  await page.keyboard.press('Escape')
  await expect(dialog(rewards.multiplier.title)).toBeHidden()
  await button(common.top.openChat).click()
  await dialog(common.support.title).waitFor()
  await measure('player-overlay-chat', (code) => reloadFrame(page, code))

  for (const { title } of [account.textSize, account.privacy]) {
    await app.open('/conta')
    await button(common.top.openAccount).click()
    await dialog(common.accountMenu.title).getByRole('button', { name: title }).click()
    await dialog(title).waitFor()
    await measure(`player-overlay-${title === account.privacy.title ? 'privacy' : 'textSize'}`)
  }
  await app.open('/conta')
  await button(common.top.openAccount).click()
  await button(common.avatar.change).click()
  await dialog(common.avatar.title).waitFor()
  await measure('player-menu-avatars')
})

test('languages: guest prompts, automatic prompts, small print @full', async ({
  app,
  page,
  host,
  sandbox,
}) => {
  const { measure, button, dialog, tab } = tour(page, host)
  await app.open('/share')
  await page.getByRole('alertdialog').waitFor()
  await measure('guest-alert-login')
  await button(common.actions.understood).click()
  const access = dialog(auth.access.title)
  await access.waitFor()
  await tab(auth.access.registerTab).click()
  await access.getByText(auth.access.readTerms, { exact: true }).click()
  await dialog(auth.terms.title).waitFor()
  await expect(dialog(auth.terms.title)).toContainText(auth.terms.noLicence)
  await measure('guest-overlay-terms')
  await page.keyboard.press('Escape')
  await expect(dialog(auth.terms.title)).toBeHidden()
  await access.getByRole('button', { name: auth.access.register, exact: true }).click()
  await measure('guest-overlay-register-incomplete')

  const user = await sandbox.createUser({ balance: 1284.5, testFlag: '1' })
  await app.open('/home?overlay=login')
  await tab(auth.access.loginTab).click()
  const picture = access.getByRole('img', { name: auth.captcha.label, exact: true })
  const codeId = (await picture.getAttribute('data-code-id')) ?? ''
  const field = (name: string) => access.getByRole('textbox', { name, exact: true })
  await field(auth.email).fill(user.username)
  await field(auth.password).fill(user.password)
  await field(auth.captcha.label).fill(await sandbox.captchaAnswer(codeId))
  await access.getByRole('button', { name: auth.access.login, exact: true }).click()
  await dialog(common.testAccount.title).getByText(user.password, { exact: true }).waitFor()
  await measure('player-overlay-testAccount')
  await page.keyboard.press('Escape')
  await page.getByText(rewards.mask.title, { exact: true }).waitFor()
  await measure('player-startMask')
  await app.open('/conta')
  await button(common.top.openAccount).click()
  await page.getByRole('region', { name: common.testAccount.title }).waitFor()
  await measure('player-menu-testAccount')

  await app.open('/conta?overlay=withdraw')
  await page.getByText(money.withdraw.testAccount, { exact: true }).waitFor()
  await measure('player-overlay-withdraw-testAccount')

  await sandbox.patchUser(user.username, { testFlag: '0' })
  await app.open('/conta?overlay=withdraw')
  await button(money.withdraw.info).click()
  await dialog(money.withdraw.infoTitle).waitFor()
  await measure('player-overlay-withdraw-info')
  await app.open('/vip')
  // The previous page's connection may still count as online.
  await expect(async () => {
    await sandbox.sendNotice(user.username, 'Palpite: 23:00-23:30')
    await button(common.actions.closeNotice).waitFor({ timeout: 1_000 })
  }).toPass()
  await measure('player-notice')
  const minutes = 30
  await callAs(sandbox, user.token, '/api/app/limits/realityCheck', { minutes })
  await page.clock.install()
  const interval = page.waitForResponse(/limits\/session/)
  await app.open('/vip')
  await interval
  // The interval begins a moment after the response arrives.
  await expect(async () => {
    await page.clock.fastForward(minutes * 60_000)
    await page.getByText(limits.check.title, { exact: true }).waitFor({ timeout: 3_000 })
  }).toPass()
  await measure('player-overlay-realityCheck')
})
