/** A kiosk whose processes are killed or hang is home again by itself. */
import type { Page } from '@playwright/test'
import { cuttableNetwork } from '../e2e/cuttableNetwork.ts'
import { processesOf, strike } from './harness/attacks.ts'
import { Customer, phone } from './harness/Customer.ts'
import type { Desktop } from './harness/Desktop.ts'
import { expect, test, type Terminal } from './harness/fixtures.ts'
import { homeLink } from './harness/homeLink.ts'

test.use({ monitor: phone })

/** How long a venue's terminal may be out of use. */
const outageMs = 10_000
/** On a machine that is too busy for these tests. */
const longestLoadMs = 60_000

/** A terminal whose customer knows what promotions and home look like. */
async function learnPages({ app, page }: Terminal, desktop: Desktop) {
  const customer = new Customer(desktop)
  for (const [place, address] of [
    ['promotions', /gamebouns/],
    ['home', /home/],
  ] as const) {
    // The window may not be on the screen yet.
    await expect(async () => {
      customer.press(place)
      await expect(page).toHaveURL(address, { timeout: 1_000 })
    }).toPass()
    await expect(homeLink(page)).toBeVisible()
    await customer.remember(place)
  }
  return { terminal: app.process().pid ?? 0, customer, page }
}

/**
 * The terminal may be out of use for 10 s; then loading a page and going around takes what it takes on this machine at the
 * moment.
 */
async function limitOf(customer: Customer, page: Page): Promise<number> {
  const start = performance.now()
  await page.reload({ waitUntil: 'commit' })
  if ((await customer.useHome(longestLoadMs)) === null)
    throw new Error('the terminal cannot be used before anything is killed')
  return outageMs + performance.now() - start
}

test('behind the login page of a network a terminal says that it has no connection, and loads its games once it is gone @full', async ({
  start,
  serverUrl,
}) => {
  const network = await cuttableNetwork(serverUrl)
  try {
    network.capture(200)
    const { page } = await start({ config: { kiosk: true, serverUrl: network.url } })
    await expect(page.getByText('Sem conexão. Tentando de novo…')).toBeVisible()
    const game = page.getByRole('main').getByRole('link', { name: 'Mines' }).first()
    await expect(game).toBeHidden()
    network.restore()
    await expect(page.getByText('Sem conexão. Tentando de novo…')).toBeHidden()
    await expect(game).toBeVisible()
  } finally {
    await network.close()
  }
})

test('home is back within 10 s when the page or the network is killed', async ({ start, desktop }) => {
  const { terminal, customer, page } = await learnPages(await start({ config: { kiosk: true } }), desktop)
  const limitMs = await limitOf(customer, page)
  for (const target of ['page', 'network'] as const) {
    expect(strike(terminal, target, 'SIGKILL'), target).toBe(1)
    expect(await customer.useHome(limitMs), `${target} killed`).not.toBeNull()
  }
})

test(
  'home is back within 10 s when the GPU is killed, or a process hangs',
  { tag: '@full' },
  async ({ start, desktop }) => {
    const { terminal, customer, page } = await learnPages(await start({ config: { kiosk: true } }), desktop)
    const limitMs = await limitOf(customer, page)
    for (const target of ['page', 'network', 'GPU'] as const) {
      expect(strike(terminal, target, 'SIGKILL'), target).toBe(1)
      expect(await customer.useHome(limitMs), `${target} killed`).not.toBeNull()
    }
    // By itself, Chromium ends with the sixth.
    for (let kill = 1; kill <= 7; kill++) {
      // A new one may take a moment.
      await expect.poll(() => strike(terminal, 'GPU', 'SIGKILL'), `kill ${kill}`).toBe(1)
      await expect.poll(() => processesOf(terminal, 'GPU').length, `after kill ${kill}`).toBe(1)
    }
    expect(await customer.useHome(limitMs), 'GPU killed seven times').not.toBeNull()
    for (const target of ['page', 'GPU', 'all of Chromium'] as const) {
      expect(strike(terminal, target, 'SIGSTOP'), target).toBeGreaterThan(0)
      expect(await customer.useHome(limitMs), `${target} stopped`).not.toBeNull()
    }
  },
)
