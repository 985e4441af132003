import { Sandbox } from '../../../scripts/Sandbox.ts'
import { expectAccessible } from '../axe.ts'
import { requestAs, withdrawalInReview } from '../playerApi.ts'
import { expect, test } from './fixtures.ts'

test('a cashier refuses a withdrawal from its page, and the player reads why', async ({
  enter,
  serverUrl,
}) => {
  const sandbox = new Sandbox(serverUrl)
  const { username, token } = await sandbox.createUser({ balance: 100, kyc: 1 })
  await withdrawalInReview(sandbox, token)
  const page = await enter('cashier', '/withdrawals')
  await page.getByLabel('E-mail ou id').fill(username)
  const row = page.getByRole('row', { name: username })
  await row.focus()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveAccessibleName(/^Recusar/)
  await page.keyboard.press('Escape')
  await row.getByText(username).click()
  await expect(page.getByRole('heading', { name: username })).toBeVisible()
  await expect(page.getByText('Chave de outro jogador')).toBeVisible()
  await expectAccessible(page, 'office-withdrawal')
  await page.getByRole('button', { name: /^Recusar/ }).click()
  // What the player will read is chosen by a person, never a default.
  await dialog.getByRole('button', { name: 'Recusar' }).click()
  await expect(dialog.getByLabel('Motivo da recusa')).toHaveAccessibleDescription('Preencha este campo.')
  await dialog.getByLabel('Motivo da recusa').selectOption('misuseSuspected')
  await dialog.getByLabel('Motivo', { exact: true }).fill('A chave é de outra conta.')
  await dialog.getByRole('button', { name: 'Recusar' }).click()
  await expect(page.getByRole('heading', { level: 1 }).getByText('Recusada')).toBeVisible()
  const { data } = await requestAs<{ list: { kind: string; params: object }[] }>(
    sandbox,
    token,
    '/api/app/messages',
  )
  expect(data.list[0]).toMatchObject({
    kind: 'withdrawalRefused',
    params: { refusal: 'misuseSuspected' },
  })
})

test('risk suspends a player, who then cannot bet; the timeline shows it', async ({ enter, serverUrl }) => {
  const sandbox = new Sandbox(serverUrl)
  const { username, token } = await sandbox.createUser({ balance: 100 })
  const page = await enter('risk', '/players')
  await page.getByLabel('E-mail, nome, telefone, CPF, id, aparelho').fill(username.slice(0, 12))
  await page.getByRole('row', { name: username }).getByText(username).click()
  await expect(page.getByRole('heading', { name: username })).toBeVisible()
  await page.getByRole('button', { name: /^Mudar a situação/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Motivo dito ao jogador').selectOption('security')
  await dialog.getByLabel('Motivo', { exact: true }).fill('Acesso de outro país.')
  await dialog.getByRole('button', { name: 'Mudar a situação' }).click()
  // The page behind it changes first.
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Suspensa').first()).toBeVisible()
  await expect(page.getByText('Acesso de outro país.')).toBeVisible()
  await expectAccessible(page, 'office-player')
  const bet = await requestAs(sandbox, token, '/api/app/game/dice/bet', {
    amount: 1,
    direction: 'over',
    chance: 50,
  })
  expect(bet.http).toBe(403)
  await page.getByRole('tab', { name: 'Linha do tempo' }).click()
  await expect(page.getByText('Rita Risco', { exact: true })).toBeVisible()
})
