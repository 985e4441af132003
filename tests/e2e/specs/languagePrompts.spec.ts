import { languageCodes, languages } from '#contract/languages.ts'
import { expect, test } from '../fixtures.ts'
import { arriveAs, tour } from '../languageTour.ts'
import { textsIn } from '../texts.ts'

// What comes up over a page, in every language on a small phone; the pages themselves are in languages.spec.ts.
// In the browser only: Electron's window is not as small, and its renderer the same.

test.use({ viewport: { width: 320, height: 640 } })

for (const code of languageCodes) {
  test.describe(languages[code].name, () => {
    test('prompts of money: gift, identity, deposit, payment, second deposit', async ({ app, page }) => {
      const { money, rewards } = textsIn(code)
      const { see, button, dialog } = tour(page, code)
      const player = await arriveAs(app, code, {
        kyc: 0,
        gift: 1,
        messenger: 'https://t.me/palpite',
        balance: 1284.5,
        payDiscount: { discount: 0.1, expiredTime: new Date(Date.now() + 3_600_000).toISOString() },
      })
      await dialog(rewards.award.title).waitFor()
      await see('player-overlay-award')
      await app.open('/conta?overlay=deposit')
      await dialog(money.kyc.title).waitFor()
      await see('player-overlay-editBank')

      await app.sandbox.patchUser(player.username, { kyc: 1 })
      await app.open('/conta?overlay=deposit')
      const cashier = dialog(money.cashier.title)
      await page.getByRole('link', { name: money.deposit.help.open, exact: true }).click()
      await dialog(money.deposit.help.title).waitFor()
      await see('player-overlay-deposit-help')
      await page.keyboard.press('Escape')
      await expect(dialog(money.deposit.help.title)).toBeHidden()
      await cashier.getByRole('radio').nth(2).check()
      await cashier.getByRole('button', { name: money.deposit.submit, exact: true }).click()
      await dialog(money.confirm.title).waitFor()
      await see('player-overlay-confirm')
      await button(money.confirm.submit).click()
      await dialog(money.payment.title).waitFor()
      await page.getByTitle(money.payment.frame, { exact: true }).waitFor()
      await see('player-overlay-waiting')
      await button(money.payment.cancel).click()
      await expect(dialog(money.payment.title)).toBeHidden()

      await app.open('/conta?overlay=deposit')
      await button(money.deposit.giftOpenLabel).click()
      await expect(page).toHaveURL(/overlay=secondDeposit/)
      await dialog(money.second.titleSecond).or(dialog(money.second.title)).waitFor()
      await see('player-overlay-secondDeposit')
    })

    test('prompts of games and of the account', async ({ app, page }) => {
      const { account, chat, common, games, money, play, rewards } = textsIn(code)
      const { see, button, dialog } = tour(page, code)
      const player = await arriveAs(app, code, { balance: 12 })
      await app.open('/dice')
      await page.getByRole('textbox', { name: games.stake, exact: true }).fill('50')
      await button(games.bet).click()
      await dialog(money.game.title).waitFor()
      await see('player-overlay-gameDeposit')
      await page.keyboard.press('Escape')
      await expect(dialog(money.game.title)).toBeHidden()
      await button(games.fairness).click()
      await dialog(games.fair.title).waitFor()
      await see('player-overlay-fairness')
      await page.keyboard.press('Escape')
      await expect(dialog(games.fair.title)).toBeHidden()
      await page.getByRole('button', { name: play.rules.title }).click()
      await page.getByRole('dialog').waitFor()
      await see('player-overlay-gameRules')

      await app.open('/conta')
      await app.online(player.username)
      await app.sandbox.pushEvent(player.username, 'userBetAmount', { bouns: 1.5, amount: 200 })
      await dialog(rewards.multiplier.title).waitFor()
      await see('player-overlay-bonusMultiplier')
      await page.keyboard.press('Escape')
      await expect(dialog(rewards.multiplier.title)).toBeHidden()
      await button(chat.open).click()
      await dialog(common.support.title).waitFor()
      await see('player-overlay-chat')

      for (const { title } of [account.textSize, account.privacy]) {
        await app.open('/conta')
        await button(common.top.openAccount).click()
        await dialog(common.accountMenu.title).getByRole('button', { name: title }).click()
        await dialog(title).waitFor()
        await see(`player-overlay-${title === account.privacy.title ? 'privacy' : 'textSize'}`)
      }
      await app.open('/conta')
      await button(common.top.openAccount).click()
      await button(common.avatar.change).click()
      await dialog(common.avatar.title).waitFor()
      await see('player-menu-avatars')
    })
  })
}
