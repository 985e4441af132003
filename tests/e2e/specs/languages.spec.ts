import { randomUUID } from 'node:crypto'
import { defaultLanguage, languageCodes, languages, type LanguageCode } from '#contract/languages.ts'
import { expect, test } from '../fixtures.ts'
import { inspect } from '../inspect.ts'
import { switchLanguage, tour } from '../languageTour.ts'
import { isFullRun } from '../pictures.ts'
import { textsIn } from '../texts.ts'
import { walkTo, walkToOverlay } from '../textFit.ts'

// Every text fits in several languages on a small phone: pages in their initial state. Each is
// opened once, in Portuguese, and measured in one language after the other.

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
/** In `npm test` the longest words; that all nine can be chosen is in specs/account.spec.ts. */
const chosen: readonly LanguageCode[] = isFullRun ? languageCodes : ['ru_RU']

/** Korean words that stand on two lines. As text: this file has no DOM types. */
const cutWords = `(() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const cut = []
  while (texts.nextNode()) {
    const text = texts.currentNode
    if (!text.parentElement.checkVisibility()) continue
    for (const { 0: word, index } of text.data.matchAll(/[\\uac00-\\ud7a3]{2,}/g)) {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (lines.size > 1) cut.push(word)
    }
  }
  return cut
})()`

test.use({ viewport: { width: 320, height: 640 } })
// Each screen is measured in several languages.
test.describe.configure({ timeout: 240_000 })

test('languages: chosen, at the login, at home, at the deposit', async ({ app, page, host, login }) => {
  const { measure, dialog } = tour(page, host)
  const html = page.locator('html')
  await app.open('/home?overlay=language')
  for (const code of chosen) {
    await page.getByRole('radio', { name: languages[code].name, exact: true }).click()
    await expect(html).toHaveAttribute('lang', languages[code].locale)
    await inspect(page, host, code, 'guest-overlay-language')
  }
  await switchLanguage(page, defaultLanguage)

  await walkToOverlay(page, 'login')
  await dialog(auth.access.title).waitFor()
  await measure('guest-overlay-login')
  await login({ balance: 1284.5, level: 3 })
  // The names of the games come from the server.
  await measure('player-home', async (code) => {
    await app.open('/home')
    const balance = page.getByRole('status', { name: textsIn(code).common.top.balance })
    await expect(balance).toContainText(languages[code].symbol)
    await expect(html).toHaveAttribute('lang', languages[code].locale)
  })
  await walkToOverlay(page, 'deposit')
  await dialog(money.cashier.title).waitFor()
  await measure('player-overlay-deposit')
})

test('languages: another script, whose words stand on one line @full', async ({ app, page, host }) => {
  const { name, locale } = languages.ko_KR
  await app.open('/home?overlay=language')
  await page.getByRole('radio', { name, exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', locale)
  await inspect(page, host, 'ko_KR', 'guest-overlay-language')
  await walkToOverlay(page, 'terms')
  await expect(page.getByRole('dialog').getByRole('heading', { level: 3 }).first()).toBeVisible()
  expect(await page.evaluate<string[]>(cutWords)).toEqual([])
})

test('languages: a guest at home, the menus, the withdrawal @full', async ({ app, page, host, login }) => {
  const { measure, button, dialog } = tour(page, host)
  await app.open('/home?overlay=login')
  await button(auth.access.forgot).click()
  await dialog(auth.reset.title).waitFor()
  await measure('guest-overlay-resetPassword')
  const openHome = () => app.open('/home')
  await openHome()
  await measure('guest-home', openHome)
  await button(common.top.openMenu).click()
  await dialog(common.sideMenu.title).waitFor()
  await measure('guest-menu-side')
  await login({ balance: 1284.5, level: 3, lx: '20', turnover: 900 })
  await app.open('/home?overlay=withdraw')
  await dialog(money.cashier.title).waitFor()
  await measure('player-overlay-withdraw')
  await button(money.withdraw.destination).click()
  await dialog(money.destination.title).waitFor()
  await measure('player-overlay-destination')
  await app.open('/conta')
  await button(common.top.openAccount).click()
  await dialog(common.accountMenu.title).waitFor()
  await measure('player-menu-account')
})

test.describe('in the browser only: the Electron window is not as small, and its renderer the same', () => {
  test.skip(({ host }) => host !== 'web', 'the Electron window is not as small, and its renderer is the same')

  test('languages: pages of a guest @full', async ({ app, page, host, sandbox }) => {
    const { measure, dialog } = tour(page, host)
    await app.open('/home?overlay=register')
    await dialog(auth.access.title).waitFor()
    await measure('guest-overlay-register')
    for (const path of guestPaths) {
      await walkTo(page, path)
      await measure(`guest${path.replaceAll('/', '-')}`)
    }
    const inviteCode = `WALK${randomUUID().slice(0, 8)}`.toUpperCase()
    await sandbox.createUser({ inviteCode })
    await app.open(`/y${inviteCode}`)
    await measure('guest-invitation')
  })

  test('languages: pages of a player @full', async ({ page, host, sandbox, login }) => {
    const { measure } = tour(page, host)
    await login({ balance: 1284.5, level: 3, lx: '20' })
    for (const path of playerPaths) {
      await walkTo(page, path)
      await measure(`player${path.replaceAll('/', '-')}`)
    }
    const { matchId } = await sandbox.scriptMatch({ startsInMs: -60_000, period: 1, minute: 1 })
    await walkTo(page, `/footballPage?match=${matchId}`)
    await measure('player-footballPage-match')
  })
})
