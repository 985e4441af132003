/**
 * Every screen while its calls are slow, and after they have failed: it becomes still, without a skeleton that stays, and
 * nothing that the player reads moves away. Takes 20 s of the run.
 */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { forgetShifts, movedIn, shiftOf, watchShifts } from '../layoutShifts.ts'
import { walkTo } from '../textFit.ts'

test.skip(
  ({ host }) => host === 'electron',
  'the renderer is the same, and its calls are made by the main process',
)

const guestPaths = [
  '/conta',
  '/registros',
  '/footballPage',
  '/mines',
  '/limbo',
  '/double',
  '/luckyColor',
  '/rowDouble',
  '/fair',
  '/vip',
  '/agentJl',
  '/ladderBonus',
  '/gamebouns',
  '/signInSheet',
  '/active1',
  '/active999',
  '/jogoResponsavel',
  '/download',
  '/home',
]
const playerPaths = [...guestPaths, '/dice', '/gameMess', '/share', '/paySuccess']
/** What becomes of the page's calls; a screen sends them one after the other. */
type Network = 'normal' | 'slow' | 'failing'
const slowMs = 60

// The page is used again: no call of one test may be answered in the next.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'wait' }))

/** Returns a function that changes the network. */
async function controlCalls(page: Page): Promise<(network: Network) => void> {
  let now: Network = 'normal'
  await page.route('**/api/app/**', async (route) => {
    const isRead = route.request().method() === 'GET'
    if (now !== 'normal') await new Promise((resolve) => setTimeout(resolve, slowMs))
    if (now === 'failing' && isRead)
      await route.fulfill({ status: 500, json: { status: 500, message: 'Hoje não dá.', data: null } })
    else await route.continue()
  })
  return (network) => (now = network)
}

/** Waits until the screen is still and says what was wrong on the way; nothing, if all was well. */
async function faultsOf(page: Page): Promise<string[]> {
  const isStill = await page
    .waitForFunction(
      () =>
        document.querySelector('main > *') &&
        !document.getElementById('prerender') &&
        !document.querySelector('main :is([data-skeleton], [aria-busy=true])'),
      undefined,
      { timeout: 6_000 },
    )
    .then(
      () => true,
      () => false,
    )
  const shift = await shiftOf(page)
  return [
    ...(isStill ? [] : ['a skeleton stays']),
    ...(shift > 0.05 ? [`shifts by ${shift.toFixed(3)}: ${(await movedIn(page)).join('; ')}`] : []),
  ]
}

const walks = [
  ['guest', 'failing', 393, 852],
  ['player', 'slow', 393, 852],
  ['player', 'slow', 1280, 800],
  ['player', 'failing', 393, 852],
  ['player', 'failing', 1280, 800],
] as const

for (const [who, network, width, height] of walks)
  test(`${who}, ${width} px, ${network} calls: every screen becomes still @full`, async ({
    app,
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width, height })
    const setNetwork = await controlCalls(page)
    await watchShifts(page)
    if (who === 'player') await signIn({ balance: 1284.5, level: 3 })
    await app.open('/download')
    if (who === 'player') await app.waitForPlayer()
    setNetwork(network)
    const faults: string[] = []
    for (const path of who === 'player' ? playerPaths : guestPaths) {
      await walkTo(page, path)
      // Bars that come and go with the page: a player has pressed for that.
      await forgetShifts(page)
      for (const fault of await faultsOf(page)) faults.push(`${path} ${fault}`)
    }
    expect(faults).toEqual([])
  })

for (const [network, width, height] of [
  ['failing', 393, 852],
  ['slow', 1280, 800],
] as const)
  test(`the first load of a player, ${width} px, ${network} calls: every screen becomes still @full`, async ({
    app,
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width, height })
    const setNetwork = await controlCalls(page)
    await watchShifts(page)
    await signIn({ balance: 1284.5 })
    setNetwork(network)
    const faults: string[] = []
    for (const path of ['/home', '/vip', '/conta', '/agentJl', '/share']) {
      await app.open(path)
      for (const fault of await faultsOf(page)) faults.push(`${path} ${fault}`)
    }
    expect(faults).toEqual([])
  })

test('a screen that is opened for the first time shows as soon as it has loaded @full', async ({
  app,
  page,
}) => {
  await page.clock.install()
  await app.open('/conta')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // No timer runs from here on: nothing may hold a screen back.
  await page.clock.pauseAt(Date.now() + 60_000)
  for (const path of ['/download', '/limbo', '/double', '/fair']) {
    await walkTo(page, path)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  }
})

test('a page stays, and so does its address, until the next one has loaded; meanwhile another can be chosen @full', async ({
  app,
  page,
}) => {
  let load = () => {}
  const loading = new Promise<void>((resolve) => (load = resolve))
  await page.route(/\/assets\/(FootballPage|Rebate)Screen-[^/]*\.js/, async (route) => {
    await loading
    await route.continue()
  })
  await app.open('/conta')
  const links = page.getByRole('navigation', { name: 'Principal' })
  const account = page.getByRole('heading', { level: 1, name: 'Conta' })
  await expect(account).toBeVisible()
  await links.getByRole('link', { name: 'Esportes' }).click()
  await expect(page.getByRole('progressbar', { name: 'Carregando' })).toBeVisible()
  await expect(account).toBeVisible()
  expect(app.path).toBe('/conta')
  await links.getByRole('link', { name: 'Promoções' }).click()
  load()
  await expect(page).toHaveURL(/\/gamebouns$/)
  await expect(page.getByRole('progressbar', { name: 'Carregando' })).toBeHidden()
  await expect(account).toBeHidden()
  await page.goBack()
  await expect(account).toBeVisible()
})
