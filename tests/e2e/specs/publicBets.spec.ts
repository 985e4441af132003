import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { GamePage } from '../page-models/game-page.ts'

test('everybody sees what others have won as they show it, also under the game, and opens the public proof', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const { username, token } = await signIn({ balance: 100 })
  const nickname = `Lua_${token.replace(/[^a-z]/gi, '').slice(0, 10)}`
  await sandbox.device(token).post('/api/app/user/nickname', { nickname })
  await sandbox.device(token).post('/api/app/user/betsShown', { bets: 'all' })
  await app.open('/limbo')
  const limbo = new GamePage(page)
  await page.getByRole('textbox', { name: 'Multiplicador' }).fill('1000')
  await limbo.stake.fill('7,77')
  await limbo.play()
  // A loss is nobody's business; what follows is almost certain to win.
  await page.getByRole('textbox', { name: 'Multiplicador' }).fill('1,01')
  await limbo.play()
  const under = page.getByRole('group', { name: 'Mais recentes' })
  await expect(under).toHaveCount(0)
  await page.mouse.wheel(0, 2_000)
  await expect(under.getByRole('listitem').filter({ hasText: nickname })).toHaveText(
    `${nickname}1,01xR$ 7,84R$ 7,77`,
  )
  await app.open('/home')
  await page.getByRole('link', { name: 'Resultado verificável', exact: true }).scrollIntoViewIfNeeded()
  const list = page.getByRole('group', { name: 'Mais recentes' })
  const row = list.getByRole('listitem').filter({ hasText: `${nickname}Limbo1,01xR$ 7,84R$ 7,77` })
  await expect(row).toHaveCount(1)
  await expect(list).not.toContainText('R$ 0,00')
  await expect(list).not.toContainText(username)
  await expectAccessible(page, 'bets of others')
  await page.getByRole('button', { name: 'Maiores retornos' }).click()
  await expect(page.getByRole('group', { name: 'Maiores retornos' })).toBeVisible()
  await page.getByRole('button', { name: 'Mais recentes' }).click()
  await row.getByRole('link', { name: /^Verificar uma rodada: / }).click()
  const round = page.getByRole('region', { name: 'Rodada' })
  await expect(round).toContainText('Limbo')
  await expect(round).toContainText('Revelada depois da troca')
  await sandbox.device(token).post('/api/app/game/rotateSeeds', { clientSeed: 'next' })
  await page.reload()
  await expect(page.getByText('a semente corresponde ao hash mostrado')).toBeVisible()
})
