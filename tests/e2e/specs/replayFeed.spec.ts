import { expect, test } from '../fixtures.ts'
import { startOwnServer, type OwnServer } from '../ownServer.ts'
import { SlipPanel } from '../page-models/slip-panel.ts'
import { SportsPage } from '../page-models/sports-page.ts'

let server: OwnServer | undefined

// A server that plays a recorded feed.
test.use({
  serverUrl: async ({ host: _ }, use) => {
    server ??= await startOwnServer({
      FEED_PROVIDER: 'replay',
      FEED_FOLDER: 'tests/server/recordings/cup',
    })
    await use(server.url)
  },
  baseURL: ({ serverUrl }, use) => use(serverUrl),
})

test.afterAll(() => server?.stop())

test('a recorded match is played from its prices to a corrected result, which its ticket says @full', async ({
  host,
  app,
  page,
  sandbox,
  signIn,
}) => {
  test.skip(host !== 'web')
  test.setTimeout(120_000)
  // The recording is told by the server's clock, from its start on.
  const now = async () => Date.parse((await sandbox.call('GET clock')).now)
  const startedAt = await now()
  const goTo = async (minute: number) =>
    sandbox.advanceClock(startedAt + minute * 60_000 + 1_000 - (await now()))

  const { username } = await signIn({ balance: 100 })
  const [sports, slip] = [new SportsPage(page), new SlipPanel(page)]
  await app.open('/footballPage')
  await app.online(username)
  await sports.tab('Próximas').click()
  // Two leagues of one name are told apart.
  await expect(page.getByText('Bundesliga (Áustria)').first()).toBeVisible()
  await sports.price('Resultado final: Rotfeld 2,05').click()
  await slip.bar.click()
  await slip.stake.fill('20')
  await slip.bet.click()
  await expect(app.balance).toHaveText('R$ 80,00')
  await slip.seeTickets()
  await expect(slip.tickets).toHaveCount(1)

  await app.open('/footballPage?match=m1')
  await app.online(username)
  await goTo(10)
  await expect(page.getByText('1º tempo').first()).toBeVisible()
  await goTo(25)
  await expect(sports.score).toHaveText(/Rotfeld 1/)
  await expect(sports.market('Resultado final').getByRole('button').first()).toBeDisabled()
  await goTo(27)
  await expect(sports.price('Resultado final: Rotfeld 1,40')).toBeEnabled()
  await goTo(120)
  await expect(page.getByText('Encerrada').first()).toBeVisible()
  const showTicket = async () => {
    await app.open('/footballPage')
    await app.online(username)
    await sports.tab('Minhas apostas').click()
    await page.getByRole('tab', { name: 'Finalizadas' }).click()
  }
  await showTicket()
  await expect(slip.tickets.first()).toContainText('Perdida')
  await expect(app.balance).toHaveText('R$ 80,00')

  await goTo(140)
  await expect(app.balance).toHaveText('R$ 121,00')
  await expect(slip.tickets.first()).toContainText('Ganha')
  await expect(slip.tickets.first()).toContainText('Resultado corrigido: placar informado errado')
  // What is decided later changes the result no more.
  await goTo(160)
  await app.open('/footballPage?match=m1')
  await expect(sports.score).toHaveText(/Rotfeld 2.*Blauheim 1/)
  await expect(app.balance).toHaveText('R$ 121,00')
})
