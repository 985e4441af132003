import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { hub88Game, Hub88Peer } from '../../server/helpers/hub88Peer.ts'
import { expect, test } from '../fixtures.ts'
import { startOwnServer, type OwnServer } from '../ownServer.ts'

const peer = new Hub88Peer()
/** Nobody listens there. */
const pictures = 'https://127.0.0.1:1'
peer.games = [hub88Game('peer_wheel', { name: 'Roda do Par', url_thumb: `${pictures}/wheel.png` })]
let server: OwnServer | undefined

// The provider's own server, and one of ours that has it.
test.use({
  serverUrl: async ({ host: _ }, use) => {
    if (!server) {
      await peer.listen()
      server = await startOwnServer({ ...peer.env, HUB88_IMAGE_ORIGINS: pictures })
      peer.walletUrl = server.url
    }
    await use(server.url)
  },
  baseURL: ({ serverUrl }, use) => use(serverUrl),
})

test.afterAll(async () => {
  await server?.stop()
  await peer.close()
})

/** Opens a game as the operator does. */
async function openGame(request: APIRequestContext, office: string, code: string): Promise<void> {
  const act = (path: string, data: object) =>
    request.post(office + path, {
      headers: { origin: new URL(office).origin, 'idempotency-key': randomUUID() },
      data,
    })
  expect(
    (await act('/api/session/login', { email: 'admin@office.local', password: 'balcao-2026' })).status(),
  ).toBe(200)
  // The job that reads the provider's list runs when the server starts.
  await expect
    .poll(async () => (await act(`/api/games/${code}/open`, { reason: 'Contrato assinado' })).status())
    .toBe(200)
}

test('a game of another provider is opened by the operator, played, left, and stands in the records @full', async ({
  host,
  app,
  page,
  request,
  signIn,
}) => {
  // The window of the desktop program is not led anywhere by a frame.
  test.skip(host !== 'web')
  await signIn({ balance: 50, kyc: 1 })
  await openGame(request, server?.officeUrl ?? '', 'peer_wheel')
  await app.open('/home')
  const tile = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Roda do Par' }) })
  // The provider's picture does not come: our drawing is there instead.
  await expect(tile.locator('img')).toHaveAttribute('src', /^data:image/)
  await tile.getByRole('link', { name: 'Roda do Par' }).click()
  await expect(page).toHaveURL(/\/play\?game=peer_wheel$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Roda do Par' })).toBeVisible()
  const game = page.frameLocator('iframe[title="Roda do Par"]')
  const { balance } = app
  await expect(balance).toContainText('50,00')

  await game.getByRole('button', { name: 'Win' }).click()
  await expect(game.getByRole('status')).toHaveText('RS_OK 5150000')
  await expect(balance).toContainText('51,50')
  await game.getByRole('button', { name: 'Lose' }).click()
  await expect(balance).toContainText('50,50')

  await game.getByRole('link', { name: 'Lobby' }).click()
  await expect(page).toHaveURL(/\/home$/)
  await app.open('/play?game=peer_wheel')
  await game.getByRole('link', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/home$/)
  await app.open('/registros?tab=rounds')
  await page.getByText('Roda do Par').first().click()
  await expect(page.getByRole('dialog')).toContainText('hub88 · Peer Studio')
})
