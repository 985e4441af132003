/** A kiosk whose processes are killed or hang is home again by itself. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { cuttableNetwork } from '../e2e/cuttableNetwork.ts'
import { startOwnServer, type OwnServer } from '../e2e/ownServer.ts'
import { processesOf, strike } from './harness/attacks.ts'
import { Customer, phone } from './harness/Customer.ts'
import type { Desktop } from './harness/Desktop.ts'
import { expect, test, type Terminal } from './harness/fixtures.ts'
import { homeLink } from './harness/homeLink.ts'

let server: OwnServer | undefined

// What these pages show changes with nobody else: a page that is back is recognized by what it looked like.
test.describe.configure({ mode: 'default' })
test.use({
  monitor: phone,
  serverUrl: async ({ host: _ }, use) => use((server ??= await startOwnServer()).url),
})
test.afterAll(() => server?.stop())

/** How long a venue's terminal may be out of use. */
const outageMs = 10_000
/** On a machine that is too busy for these tests. */
const longestLoadMs = 60_000

/** Home can be used within the limit; else the message says what was seen on the screen, and what the terminal logged. */
async function expectHome(
  { customer, desktop, folder }: { customer: Customer; desktop: Desktop; folder: string },
  limitMs: number,
  after: string,
): Promise<void> {
  const took = await customer.useHome(limitMs)
  if (took !== null) return
  const picture = test.info().outputPath('screen.png')
  writeFileSync(picture, PNG.sync.write(await desktop.picture()))
  await test.info().attach('screen', { path: picture, contentType: 'image/png' })
  const log = readFileSync(join(folder, 'logs', 'main.log'), 'utf8')
  throw new Error(`${after}: no home within ${Math.round(limitMs)} ms\n${customer.course}\n${log}`)
}

/** A terminal whose customer knows what promotions and home look like with all that the server has for them. */
async function learnPages({ app, page }: Terminal, desktop: Desktop) {
  const customer = new Customer(desktop)
  await expect(homeLink(page)).toBeVisible()
  await customer.learn(longestLoadMs)
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

test('home is back within 10 s when the page or the network is killed @full', async ({
  start,
  desktop,
  folder,
}) => {
  const { terminal, customer, page } = await learnPages(await start({ config: { kiosk: true } }), desktop)
  const seen = { customer, desktop, folder }
  const limitMs = await limitOf(customer, page)
  for (const target of ['page', 'network'] as const) {
    expect(strike(terminal, target, 'SIGKILL'), target).toBe(1)
    await expectHome(seen, limitMs, `${target} killed`)
  }
})

test(
  'home is back within 10 s when the GPU is killed, or a process hangs',
  { tag: '@full' },
  async ({ start, desktop, folder }) => {
    const { terminal, customer, page } = await learnPages(await start({ config: { kiosk: true } }), desktop)
    const seen = { customer, desktop, folder }
    const limitMs = await limitOf(customer, page)
    for (const target of ['page', 'network', 'GPU'] as const) {
      expect(strike(terminal, target, 'SIGKILL'), target).toBe(1)
      await expectHome(seen, limitMs, `${target} killed`)
    }
    // By itself, Chromium ends with the sixth.
    for (let kill = 1; kill <= 7; kill++) {
      // A new one may take a moment.
      await expect.poll(() => strike(terminal, 'GPU', 'SIGKILL'), `kill ${kill}`).toBe(1)
      await expect.poll(() => processesOf(terminal, 'GPU').length, `after kill ${kill}`).toBe(1)
    }
    await expectHome(seen, limitMs, 'GPU killed seven times')
    for (const target of ['page', 'GPU', 'all of Chromium'] as const) {
      expect(strike(terminal, target, 'SIGSTOP'), target).toBeGreaterThan(0)
      await expectHome(seen, limitMs, `${target} stopped`)
    }
  },
)
