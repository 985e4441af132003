/** A game of another provider on a terminal: framed from the configured origin only, left by its own ways, and idleness counted in it. */
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { passIdleTime } from '#qa/passIdleTime.ts'
import { Sandbox } from '../../scripts/Sandbox.ts'
import { startOwnServer, type OwnServer } from '../e2e/ownServer.ts'
import { hub88Game, Hub88Peer } from '../server/helpers/hub88Peer.ts'
import { expect, test } from './harness/fixtures.ts'
import { homeLink } from './harness/homeLink.ts'
import { unusedPort } from './harness/PortPrinter.ts'

const peer = new Hub88Peer()
peer.games = [hub88Game('peer_wheel', { name: 'Roda do Par' })]
let server: OwnServer | undefined
/** Of our own games, with the page by which the others are left: a terminal is told it like the provider's. */
let gamesPort = 0

// The first one starts a server, too, which the second one uses: one after the other.
test.describe.configure({ mode: 'default', timeout: 300_000 })

test.use({
  monitor: { width: 600, height: 900 },
  serverUrl: async ({ host: _ }, use) => {
    if (!server) {
      await peer.listen()
      gamesPort = await unusedPort()
      server = await startOwnServer({ ...peer.env, GAMES_PORT: String(gamesPort) })
      peer.walletUrl = server.url
      // Said just after the product's address.
      await expect.poll(() => server?.officeUrl).not.toBe('')
      await openGame(server.officeUrl)
    }
    await use(server.url)
  },
})

test.afterAll(async () => {
  await server?.stop()
  await peer.close()
})

/** As the operator does. */
async function openGame(office: string): Promise<void> {
  let cookie = ''
  const act = async (path: string, data: object) => {
    const response = await fetch(office + path, {
      method: 'POST',
      headers: {
        origin: new URL(office).origin,
        'idempotency-key': randomUUID(),
        'content-type': 'application/json',
        cookie,
      },
      body: JSON.stringify(data),
    })
    cookie ||= response.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
    return response.status
  }
  expect(await act('/api/session/login', { email: 'admin@office.local', password: 'balcao-2026' })).toBe(200)
  // The job that reads the provider's list runs when the server starts.
  await expect.poll(() => act('/api/games/peer_wheel/open', { reason: 'Contrato assinado' })).toBe(200)
}

const idleSeconds = 90
const idleAnswerSeconds = 20
const kiosk = { kiosk: true, scale: 1, idleSeconds, idleAnswerSeconds }
const gameOf = (page: Page) => page.frameLocator('iframe[title="Roda do Par"]')

test(
  'a game of another provider is played, left, and its customer is not forgotten',
  {
    tag: '@full',
  },
  async ({ start, serverUrl }) => {
    const sandbox = new Sandbox(serverUrl)
    const { username } = await sandbox.createUser({ balance: 50, kyc: 1 })
    const { app, page } = await start({
      config: {
        ...kiosk,
        frameOrigins: [peer.url, `http://127.0.0.1:${gamesPort}`, `http://localhost:${gamesPort}`],
      },
    })
    await page.goto(`app://palpite${await sandbox.loginPath(username)}`)
    await expect(page.getByRole('status', { name: 'Saldo' })).toContainText('50,00')
    const game = gameOf(page)

    await page.getByRole('link', { name: 'Roda do Par' }).click()
    await game.getByRole('button', { name: 'Win' }).click()
    await expect(game.getByRole('status')).toHaveText('RS_OK 5150000')
    await game.getByRole('link', { name: 'Lobby' }).click()
    await expect(page).toHaveURL('app://palpite/home')

    // This way leads the whole window, which stays in the application and goes to the lobby by itself.
    await page.goto('app://palpite/play?game=peer_wheel')
    await game.getByRole('link', { name: 'Leave' }).click()
    await expect(page).toHaveURL('app://palpite/home')
    await expect(homeLink(page)).toBeVisible()

    // Who plays is there; who does not is asked, and then the next customer finds nothing.
    await page.goto('app://palpite/play?game=peer_wheel')
    await expect(game.getByRole('button', { name: 'Lose' })).toBeVisible()
    const question = page.getByRole('alertdialog', { name: 'Ainda está aí?' })
    const almost = idleSeconds - 15
    for (let press = 0; press < 3; press++) {
      await game.getByRole('button', { name: 'Lose' }).click()
      await expect(game.getByRole('status')).toHaveText(`RS_OK ${5_050_000 - press * 100_000}`)
      await passIdleTime(app, almost)
      await expect(question).toBeHidden()
    }
    await passIdleTime(app, idleSeconds - almost)
    await expect(question).toBeVisible()
    const next = app.waitForEvent('window')
    await passIdleTime(app, idleAnswerSeconds)
    const nextPage = await next
    await expect(homeLink(nextPage)).toBeVisible()
    await expect(nextPage.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible()
  },
)

test(
  'a terminal that is not told the origin of the games frames none of them',
  { tag: '@full' },
  async ({ start, serverUrl }) => {
    const sandbox = new Sandbox(serverUrl)
    const { username } = await sandbox.createUser({ balance: 50, kyc: 1 })
    const { page } = await start({ config: kiosk })
    await page.goto(`app://palpite${await sandbox.loginPath(username)}`)
    await expect(page.getByRole('status', { name: 'Saldo' })).toContainText('50,00')
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-src'))
    await page.goto('app://palpite/play?game=peer_wheel')
    expect((await refused).text()).toContain(peer.url)
    await page.getByRole('button', { name: 'Voltar' }).click()
    await expect(page).toHaveURL('app://palpite/home')
  },
)
