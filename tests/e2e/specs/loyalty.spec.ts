import { randomUUID } from 'node:crypto'
import { expect, test } from '../fixtures.ts'
import type { Sandbox } from '../../../scripts/Sandbox.ts'

const newCode = () => `E2E${randomUUID().slice(0, 8).replace('-', '')}`.toUpperCase()

/** An invited player who has deposited R$ 100 and bet what counts as R$ 100: a quarter of a stake does in dice. */
async function makeValidInvitee(sandbox: Sandbox, inviteCode: string): Promise<void> {
  const { token } = await sandbox.createUser({ inviteCode, balance: 300 })
  const player = sandbox.device(token)
  const { orderId } = await player.post<{ orderId: string }>('/api/app/order/prePay/brl-100', {
    gift: 1,
    pkgId: 'brl-100',
    isapp: 0,
  })
  await sandbox.settleOrder(orderId, 'pay')
  await player.post('/api/app/game/dice/bet', { amount: 400, direction: 'over', chance: 98 })
}

test('the VIP club shows its thirteen levels to everyone, and players their own level @full', async ({
  app,
  page,
  signIn,
}) => {
  await app.open('/vip')
  const rows = page.getByRole('table').getByRole('row')
  await expect(rows).toHaveCount(14)
  await expect(rows.nth(2)).toContainText(/VIP 1.*R\$\s5,00.*R\$\s100,00.*R\$\s400,00.*1.*2,5%/)
  await signIn({ level: 2 })
  await app.open('/vip')
  await expect(page.getByRole('heading', { name: 'VIP 2', exact: true })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Depósitos' })).toBeVisible()
})

test('inviting needs a login @full', async ({ app, page }) => {
  await app.open('/share')
  await expect(app.alert).toContainText('Por favor, faça login primeiro')
  await app.dismissAlert()
  await expect(page.getByRole('dialog', { name: 'Acesso' })).toBeVisible()
})

test('the people of a team count up, from a thousand on in units @full', async ({ app, page, signIn }) => {
  await signIn()
  await page.route('**/api/app/agent/overview*', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: { team: { people: number }[] } }
    for (const [index, people] of [999, 12_345, 6_700_000].entries()) body.data.team[index]!.people = people
    await route.fulfill({ response, json: body })
  })
  await app.open('/share')
  const level = (number: number) => page.getByRole('listitem').filter({ hasText: `Nível ${number}` })
  await expect(level(1)).toContainText('999 ')
  await expect(level(2)).toContainText('12,3K+ ')
  await expect(level(3)).toContainText('6,7M+ ')
})

test('a friend who used the link is listed, counts, and pays the first step of the ladder once', async ({
  app,
  page,
  signIn,
  sandbox,
}) => {
  const inviteCode = newCode()
  await signIn({ inviteCode, kyc: 1 })
  await makeValidInvitee(sandbox, inviteCode)
  await app.open('/share')
  await expect(page.getByRole('textbox', { name: 'Link de convite' })).toHaveValue(
    new RegExp(`/y${inviteCode}$`),
  )
  await expect(page.getByRole('img', { name: 'QR Code do link de convite' })).toBeVisible()
  const list = page.getByRole('tabpanel').getByRole('listitem')
  await expect(list).toHaveCount(1)
  await expect(list.first()).toContainText(/[A-Z][a-z]+\d{5}/)
  await expect(list.first()).toContainText('Válido')
  await app.open('/agentJl?moveTop=true')
  await expect(page.getByRole('heading', { name: 'Escada de bônus' })).toBeInViewport()
  const claim = page.getByRole('button', { name: 'Resgatar R$ 0,25 por 1 convidado' })
  await claim.click()
  await expect(page.getByText('Você resgatou R$ 0,25')).toBeVisible()
  await expect(claim).toBeHidden()
  await expect(page.getByText('Resgatado', { exact: true })).toHaveCount(1)
  await app.open('/ladderBonus')
  await expect(page.getByRole('heading', { name: 'Escada de bônus' })).toBeVisible()
  await expect(page.getByText('Resgatado', { exact: true })).toHaveCount(1)
  await expect(page.getByRole('main')).toContainText('1 de 5')
})

test('a promotion is claimed once; an unknown one says so @full', async ({ app, page, signIn, sandbox }) => {
  const inviteCode = newCode()
  await signIn({ inviteCode, kyc: 1 })
  await makeValidInvitee(sandbox, inviteCode)
  await app.open('/active3')
  await page.getByRole('button', { name: 'Resgatar R$ 0,20' }).click()
  await expect(page.getByText('Você resgatou R$ 0,20')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Prêmio resgatado' })).toBeDisabled()
  await app.open('/active1')
  await expect(page.getByRole('button', { name: 'Depositar para participar' })).toBeVisible()
  await app.open('/active404')
  await expect(page.getByRole('heading', { name: 'Promoção não encontrada' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Cashback de fim de semana/ })).toBeVisible()
})
