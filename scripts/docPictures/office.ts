import type { Page } from '@playwright/test'
import { randomCpf } from '#server/sandbox/cpf.ts'
import { sandboxStaffPassword } from '#server/office/identity/sandboxStaff.ts'
import { desktop, type Studio } from './Studio.ts'

const players = ['ana.souza', 'bruno.lima', 'carla.mendes', 'diego.alves', 'elaine.costa']
const home = 'winner:1:home:3'

/** The back office of the same server, at the port that the sandbox gives it, on an evening on which something waits. */
export async function drawOffice(studio: Studio): Promise<void> {
  const match = await playEvening(studio)
  const address = new URL(studio.url)
  address.port = String(Number(address.port) + 2)
  const page = await studio.page(null, { viewport: desktop, scale: 0.75 })
  await page.goto(address.href)
  await page.getByLabel('E-mail').fill('admin@office.local')
  await page.getByLabel('Senha', { exact: true }).fill(sandboxStaffPassword)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByRole('navigation', { name: 'Páginas' }).waitFor()
  const open = async (path: string, ready: string) => {
    await page.goto(new URL(path, address).href)
    await page.getByText(ready).first().waitFor()
    return studio.shot(page)
  }
  const list = await open('/withdrawals', 'Chave de outro jogador')
  const one = await openFirst(studio, page)
  await studio.row('office.png', [list, one], 480)
  await studio.row(
    'office-play.png',
    [await open(`/sports/${match}`, 'Flamengo'), await open('/reports', 'GGR')],
    480,
  )
  await page.context().close()
}

async function openFirst(studio: Studio, page: Page): Promise<Buffer> {
  await page.getByRole('row').nth(1).getByRole('link').click()
  await page.getByRole('heading', { level: 1 }).getByText('@').waitFor()
  return studio.shot(page)
}

/** Deposits, bets, and withdrawals of which two have the same key. Returns the match that was bet on. */
async function playEvening({ sandbox }: Studio): Promise<string> {
  const { matchId } = await sandbox.scriptMatch({
    home: 'Flamengo',
    away: 'Fluminense',
    startsInMs: 3_600_000,
    odds: { [home]: 1.9 },
  })
  const shared = randomCpf()
  for (const [index, name] of players.entries()) {
    const player = await sandbox.createUser({
      username: `${name}${Date.now() % 1000}@exemplo.com.br`,
      balance: 400,
    })
    const { post } = sandbox.device(player.token)
    const { orderId } = await post<{ orderId: string }>('/api/app/order/prePay/brl-100', {
      gift: 0,
      pkgId: 'brl-100',
      isapp: 0,
    })
    await sandbox.settleOrder(orderId, 'pay')
    for (let round = 0; round < 5; round++)
      await post('/api/app/game/limbo/bet', { amount: 10 + 5 * index, target: 10 })
    await post('/api/app/sports/bet', {
      amount: 20 * (index + 1),
      policy: 'any',
      legs: [{ matchId, key: home, odds: 1.9 }],
    })
    const key = index < 2 ? shared : randomCpf()
    await post('/api/app/order/withdraw', {
      payCardBank: 'CPF',
      payCardNo: key,
      ifsc: key,
      name: 'Ana Souza',
      amount: 60 + 10 * index,
    })
  }
  return matchId
}
