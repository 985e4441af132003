import { randomUUID } from 'node:crypto'
import { languageCodes, languages } from '#contract/languages.ts'
import { expect, test } from '../fixtures.ts'
import { inspect } from '../inspect.ts'
import { textsIn } from '../texts.ts'
import { walkTo } from '../textFit.ts'

// Every language on a small phone: chosen by the player, spoken by the page, its currency shown, every text in
// its place. Electron's window is as wide as it is, and its renderer the same: it walks a part of the way.

const guestPaths = ['/registered', '/conta', '/vip', '/agentJl', '/error', '/download', '/fair']
const playerPaths = [
  '/conta',
  '/registros',
  '/jogoResponsavel',
  '/vip',
  '/share',
  '/agentJl',
  '/ladderBonus',
  '/gamebouns',
  '/signInSheet',
  '/gameMess',
  '/active1',
  '/footballPage',
  '/mines',
  '/dice',
  '/limbo',
  '/double',
  '/luckyColor',
  '/rowDouble',
]

test.use({ viewport: { width: 320, height: 640 } })

for (const code of languageCodes) {
  test(`${languages[code].name}: every text has its place`, async ({ app, page, host, sandbox }) => {
    // A long way: some forty stops, each a page loaded anew.
    test.setTimeout(120_000)
    const texts = textsIn(code)
    const { locale, name, symbol } = languages[code]
    const button = (text: string) => page.getByRole('button', { name: text, exact: true })
    const dialog = (text: string) => page.getByRole('dialog', { name: text, exact: true })
    const see = (what: string) => inspect(page, host, code, what)

    await app.open('/home?overlay=language')
    await page.getByRole('radio', { name, exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
    await see('guest-overlay-language')

    await app.open('/home?overlay=login')
    await dialog(texts.auth.access.title).waitFor()
    await see('guest-overlay-login')
    await button(texts.auth.access.forgot).click()
    await dialog(texts.auth.reset.title).waitFor()
    await see('guest-overlay-resetPassword')
    if (host === 'web') {
      await app.open('/home?overlay=register')
      await dialog(texts.auth.access.title).waitFor()
      await see('guest-overlay-register')
      for (const path of guestPaths) {
        await walkTo(page, path)
        await see(`guest${path.replaceAll('/', '-')}`)
      }
      const inviteCode = `WALK${randomUUID().slice(0, 8)}`.toUpperCase()
      await sandbox.createUser({ inviteCode })
      await app.open(`/y${inviteCode}`)
      await see('guest-invitation')
    }
    await app.open('/home')
    await see('guest-home')
    await button(texts.common.top.openMenu).click()
    await dialog(texts.common.sideMenu.title).waitFor()
    await see('guest-menu-side')

    const player = await sandbox.createUser({ balance: 1284.5, level: 3, lx: '20' })
    await app.open(await sandbox.loginPath(player.username))
    await expect(page.getByRole('status', { name: texts.common.top.balance })).toContainText(symbol)
    await expect(page.locator('html')).toHaveAttribute('lang', locale)
    await see('player-home')
    if (host === 'web') {
      for (const path of playerPaths) {
        await walkTo(page, path)
        await see(`player${path.replaceAll('/', '-')}`)
      }
      const { matchId } = await sandbox.scriptMatch({ startsInMs: -60_000, period: 1, minute: 1 })
      await walkTo(page, `/footballPage?match=${matchId}`)
      await see('player-footballPage-match')
    }
    await app.open('/home?overlay=deposit')
    await dialog(texts.money.cashier.title).waitFor()
    await see('player-overlay-deposit')
    await app.open('/home?overlay=withdraw')
    await dialog(texts.money.cashier.title).waitFor()
    await see('player-overlay-withdraw')
    await button(texts.money.withdraw.destination).click()
    await dialog(texts.money.destination.title).waitFor()
    await see('player-overlay-destination')
    await app.open('/conta')
    await button(texts.common.top.openAccount).click()
    await dialog(texts.common.accountMenu.title).waitFor()
    await see('player-menu-account')
  })
}
