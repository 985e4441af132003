import { randomUUID } from 'node:crypto'
import { defaultLanguage, languageCodes, languages } from '#contract/languages.ts'
import { expect, test } from '../fixtures.ts'
import { inspect } from '../inspect.ts'
import { switchLanguage, tour } from '../languageTour.ts'
import { textsIn } from '../texts.ts'
import { walkTo } from '../textFit.ts'

// Every text has its place in nine languages on a small phone: the pages as they are when one arrives. Each is
// reached once, in Portuguese, and measured in one language after the other.

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
const { auth, common, money } = textsIn(defaultLanguage)

// What is measured stands still anyway: no time is spent on animations.
test.use({ viewport: { width: 320, height: 640 }, contextOptions: { reducedMotion: 'reduce' } })
// Each stop of a way is measured nine times.
test.describe.configure({ timeout: 240_000 })

test('languages: chosen, at home, in the menus, at the cashier', async ({ app, page, host, login }) => {
  const { see, button, dialog } = tour(page, host)
  const html = page.locator('html')
  await app.open('/home?overlay=language')
  for (const code of languageCodes) {
    await page.getByRole('radio', { name: languages[code].name, exact: true }).click()
    await expect(html).toHaveAttribute('lang', languages[code].locale)
    await inspect(page, host, code, 'guest-overlay-language')
  }
  await switchLanguage(page, defaultLanguage)

  await app.open('/home?overlay=login')
  await dialog(auth.access.title).waitFor()
  await see('guest-overlay-login')
  await button(auth.access.forgot).click()
  await dialog(auth.reset.title).waitFor()
  await see('guest-overlay-resetPassword')
  // The names of the games are the server's.
  const openHome = () => app.open('/home')
  await openHome()
  await see('guest-home', openHome)
  await button(common.top.openMenu).click()
  await dialog(common.sideMenu.title).waitFor()
  await see('guest-menu-side')

  await login({ balance: 1284.5, level: 3, lx: '20' })
  await see('player-home', async (code) => {
    await openHome()
    const balance = page.getByRole('status', { name: textsIn(code).common.top.balance })
    await expect(balance).toContainText(languages[code].symbol)
    await expect(html).toHaveAttribute('lang', languages[code].locale)
  })
  await app.open('/home?overlay=deposit')
  await dialog(money.cashier.title).waitFor()
  await see('player-overlay-deposit')
  await app.open('/home?overlay=withdraw')
  await dialog(money.cashier.title).waitFor()
  await see('player-overlay-withdraw')
  await button(money.withdraw.destination).click()
  await dialog(money.destination.title).waitFor()
  await see('player-overlay-destination')
  await app.open('/conta')
  await button(common.top.openAccount).click()
  await dialog(common.accountMenu.title).waitFor()
  await see('player-menu-account')
})

test.describe('in the browser only: the Electron window is not as small, and its renderer the same', () => {
  test.skip(({ host }) => host !== 'web', 'the Electron window is not as small, and its renderer is the same')

  test('languages: pages of a guest', async ({ app, page, host, sandbox }) => {
    const { see, dialog } = tour(page, host)
    await app.open('/home?overlay=register')
    await dialog(auth.access.title).waitFor()
    await see('guest-overlay-register')
    for (const path of guestPaths) {
      await walkTo(page, path)
      await see(`guest${path.replaceAll('/', '-')}`)
    }
    const inviteCode = `WALK${randomUUID().slice(0, 8)}`.toUpperCase()
    await sandbox.createUser({ inviteCode })
    await app.open(`/y${inviteCode}`)
    await see('guest-invitation')
  })

  test('languages: pages of a player', async ({ page, host, sandbox, login }) => {
    const { see } = tour(page, host)
    await login({ balance: 1284.5, level: 3, lx: '20' })
    for (const path of playerPaths) {
      await walkTo(page, path)
      await see(`player${path.replaceAll('/', '-')}`)
    }
    const { matchId } = await sandbox.scriptMatch({ startsInMs: -60_000, period: 1, minute: 1 })
    await walkTo(page, `/footballPage?match=${matchId}`)
    await see('player-footballPage-match')
  })
})
