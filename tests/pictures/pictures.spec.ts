import type { Page } from '@playwright/test'
import { expect, test } from '../e2e/fixtures.ts'
import { waitUntilSettled, walkTo } from '../e2e/textFit.ts'
import { pictureFinding } from './comparePicture.ts'

// Every screen at three sizes, compared with its reviewed baseline: `npm run test:pictures`.

const sizes = { phone: [393, 852], tablet: [768, 1024], desktop: [1280, 800] } as const

/** What every run draws anew: times, draws, prices, and numbers of people. */
const changing = [
  '[role=timer]',
  'time',
  '[class*="pulse" i]',
  'img[data-code-id]',
  '[class*="clock" i]',
  '[class*="wheel" i]',
  'ul[aria-label="Últimos resultados"]',
  '[aria-label="Apostas ao vivo"]',
  'section[id^="league-"]',
  'section[aria-labelledby="section-live"]',
  'iframe',
]

const guestScreens = ['home', 'footballPage', 'mines', 'vip', 'conta', 'fair', 'registered', 'error']
const guestOverlays = { login: 'Acesso', register: 'Acesso', language: 'Idioma' }
const playerScreens = [
  ...['home', 'footballPage', 'conta', 'registros', 'vip', 'share', 'agentJl', 'ladderBonus', 'gamebouns'],
  ...['signInSheet', 'gameMess', 'active1', 'jogoResponsavel', 'download'],
  ...['mines', 'dice', 'limbo', 'double', 'luckyColor', 'rowDouble', 'play?game=carnaval'],
]
const playerOverlays = { deposit: 'Depósito', withdraw: 'Depósito' }

/** The program's own font, so that a baseline does not depend on the machine's; no chat button, which steps aside. */
async function prepare(page: Page): Promise<void> {
  await page.evaluate(() => {
    // The page's policy allows no <style> that a test adds.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('button[aria-label^="Abrir chat"] { visibility: hidden }')
    document.adoptedStyleSheets.push(sheet)
  })
  const faces = await page.evaluate(async () => {
    const loaded = await document.fonts.load('1em Inter', 'a')
    document.documentElement.dataset['font'] = ''
    return loaded.length
  })
  expect(faces, 'the font is loaded').toBeGreaterThan(0)
}

async function expectPictures(page: Page, name: string): Promise<void> {
  for (const [size, [width, height]] of Object.entries(sizes)) {
    await page.setViewportSize({ width, height })
    await waitUntilSettled(page)
    await page.waitForFunction(() =>
      [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
    )
    const screenshot = await page.screenshot({
      mask: changing.map((selector) => page.locator(selector)),
      maskColor: '#14313b',
      animations: 'disabled',
      caret: 'hide',
    })
    expect.soft(pictureFinding(`${name}-${size}`, screenshot)).toBeUndefined()
  }
  await page.setViewportSize({ width: 393, height: 852 })
}

// A hundred pictures on a busy machine.
test.setTimeout(900_000)

test('guest', async ({ app, page }) => {
  await app.open('/home')
  await prepare(page)
  for (const screen of guestScreens) {
    if (app.path !== `/${screen}`) await walkTo(page, `/${screen}`)
    await expectPictures(page, `guest-${screen}`)
  }
  for (const [overlay, title] of Object.entries(guestOverlays)) {
    await app.open(`/vip?overlay=${overlay}`)
    await app.dialog(title).waitFor()
    await prepare(page)
    await expectPictures(page, `guest-overlay-${overlay}`)
  }
  await app.open('/vip')
  await prepare(page)
  await app.button('Abrir menu').click()
  await app.dialog('Menu').waitFor()
  await expectPictures(page, 'guest-overlay-menu')
})

test('player', async ({ app, page, login }) => {
  await login({
    username: 'pictures@example.com',
    inviteCode: 'PICTURES',
    balance: 1284.5,
    level: 3,
    lx: '20',
  })
  await app.balance.waitFor()
  await prepare(page)
  for (const screen of playerScreens) {
    if (app.path !== `/${screen}`) await walkTo(page, `/${screen}`)
    await expectPictures(page, `player-${screen.replace(/\W.*/, '')}`)
  }
  for (const [overlay, title] of Object.entries(playerOverlays)) {
    await app.open(`/vip?overlay=${overlay}`)
    await app.dialog(title).waitFor()
    await prepare(page)
    await expectPictures(page, `player-overlay-${overlay}`)
  }
  await app.open('/vip')
  await prepare(page)
  await app.button('Abrir menu da conta').click()
  await app.dialog('Conta').waitFor()
  await expectPictures(page, 'player-overlay-account')
})
