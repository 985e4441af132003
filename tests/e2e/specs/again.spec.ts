import { expect, test } from '../fixtures.ts'
import { newMatch } from '../matches.ts'
import { GamePage } from '../page-models/game-page.ts'
import { SlipPanel } from '../page-models/slip-panel.ts'
import { SportsPage } from '../page-models/sports-page.ts'

test('the last bet of an earlier visit is bet again with one press', async ({ app, page, signIn }) => {
  await signIn({ balance: 100 })
  const limbo = new GamePage(page)
  const target = page.getByRole('textbox', { name: 'Multiplicador' })
  await app.open('/limbo')
  await expect(page.getByRole('button', { name: /^Repetir/ })).toHaveCount(0)
  await limbo.stake.fill('2,50')
  await target.fill('1000')
  await limbo.play()
  await page.reload()
  await expect(target).toHaveValue('2,00')
  await app.button('Repetir a última aposta: R$ 2,50').click()
  await expect(target).toHaveValue('1000,00')
  await expect(limbo.stake).toHaveValue('2,50')
  await expect(limbo.history.getByRole('button')).toHaveCount(2)
})

test('what is open of a lost parlay is bet again from the tickets @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  await signIn({ balance: 100 })
  const [lost, open] = [await newMatch(sandbox), await newMatch(sandbox)]
  const [sports, slip] = [new SportsPage(page), new SlipPanel(page)]
  await app.open('/footballPage')
  await sports.tab('Próximas').click()
  for (const { home } of [lost, open]) await sports.price(`Resultado final: ${home} 1,85`).click()
  await slip.bar.click()
  await slip.stake.fill('8')
  await slip.bet.click()
  await slip.seeTickets()
  await sandbox.scriptMatch({ matchId: lost.matchId, period: 3, homeScore: 0, awayScore: 2 })
  await sandbox.scriptMatch({ matchId: lost.matchId, finish: true })
  await page.getByRole('tab', { name: 'Finalizadas' }).click()
  await slip.tickets.first().getByRole('button', { name: 'Apostar de novo' }).click()
  await expect(slip.legs).toHaveCount(1)
  await expect(slip.legs).toContainText(open.home)
  await expect(slip.stake).toHaveValue('8')
  await slip.bet.click()
  await expect(slip.region).toContainText('Aposta confirmada')
})
