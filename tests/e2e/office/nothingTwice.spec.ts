import { randomUUID } from 'node:crypto'
import { Sandbox } from '../../../scripts/Sandbox.ts'
import { testCpf } from '../testCpf.ts'
import { callAs, withdrawalInReview } from '../playerApi.ts'
import { newMatch } from '../matches.ts'
import { expect, test } from './fixtures.ts'

/** Answers wait at it. */
function closedGate() {
  let open = () => undefined as void
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open: () => open() }
}

test('an approval whose key is held or pressed twice is one, and undone as one', async ({
  enter,
  serverUrl,
}) => {
  const sandbox = new Sandbox(serverUrl)
  const { username, token } = await sandbox.createUser({ balance: 100, kyc: 1 })
  await withdrawalInReview(sandbox, token)
  const page = await enter('cashier', '/withdrawals')
  const row = page.getByRole('row', { name: username })
  await row.focus()
  // The second one is what a held key sends.
  await page.keyboard.down('a')
  await page.keyboard.down('a')
  await page.keyboard.up('a')
  const undo = page.getByRole('button', { name: 'Desfazer' })
  await expect(undo).toHaveCount(1)
  const waits = page.getByText('Já espera o que foi escolhido antes.')
  // Such a notice goes by itself after six seconds.
  await expect(waits).toHaveCount(0, { timeout: 2_000 })
  await page.keyboard.press('a')
  await expect(waits).toBeVisible()
  await page.keyboard.press('r')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(undo).toHaveCount(0)
  // What waits is carried out when the page is left: nothing does.
  await page.goto('/')
  await page.goto('/withdrawals')
  await expect(row).toContainText('Em análise')
})

test('an adjustment whose answer was lost is not made twice, also in another form', async ({
  enter,
  serverUrl,
}) => {
  const sandbox = new Sandbox(serverUrl)
  const { username } = await sandbox.createUser({ balance: 0 })
  const page = await enter('cashier', '/adjustments')
  const dialog = page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: 'Novo ajuste' })
  const fill = async (reason: string) => {
    await page.getByRole('button', { name: 'Novo ajuste' }).click()
    await dialog.getByLabel('E-mail ou id do jogador').fill(username)
    await dialog.getByLabel('Valor em reais').fill('12,34')
    await dialog.getByLabel('Motivo', { exact: true }).fill(reason)
  }
  const gate = closedGate()
  await page.route('**/api/adjustments/make', async (route) => {
    await route.fetch()
    await gate.opened
    await route.abort()
  })
  await fill('Cortesia')
  // A press beside it does not throw away what was typed.
  await page.mouse.click(5, 300)
  await expect(dialog.getByLabel('Motivo', { exact: true })).toHaveValue('Cortesia')
  await send.click()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialog).toHaveCount(0)
  gate.open()
  await expect(page.getByRole('status').getByText('Novo ajuste')).toBeVisible()
  await page.unroute('**/api/adjustments/make')

  await fill('Cortesia da casa')
  await expect(dialog.getByText('A última resposta se perdeu')).toBeVisible()
  await send.click()
  await expect(dialog.getByText('O envio anterior foi feito, com outro conteúdo.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByRole('row', { name: username })).toHaveCount(1)
})

test('an answer that is being written stays when another conversation is opened, and a lost one is said @full', async ({
  enter,
  serverUrl,
}) => {
  const sandbox = new Sandbox(serverUrl)
  const prefix = `draft-${randomUUID().slice(0, 8)}`
  const [first, second] = [`${prefix}-a@gmail.com`, `${prefix}-b@gmail.com`]
  for (const username of [first, second]) {
    const { token } = await sandbox.createUser({ username })
    await callAs(sandbox, token, '/api/app/chat/messages', { text: 'Oi' })
  }
  const page = await enter('support', `/support?q=${prefix}`)
  const inbox = page.getByRole('region', { name: 'Conversas' })
  const field = page.getByRole('region', { name: 'Conversa', exact: true }).getByLabel('Resposta')
  await inbox.getByRole('link', { name: first }).click()
  await field.fill('Vou ver isso')
  await inbox.getByRole('link', { name: second }).click()
  await expect(field).toHaveValue('')
  await inbox.getByRole('link', { name: first }).click()
  await expect(field).toHaveValue('Vou ver isso')

  const gate = closedGate()
  await page.route('**/api/support/*/answer', async (route) => {
    await gate.opened
    await route.abort()
  })
  await field.press('Control+Enter')
  await inbox.getByRole('link', { name: second }).click()
  await expect(field).toHaveValue('')
  gate.open()
  const notice = page.getByRole('status').filter({ hasText: `Responder: ${first}` })
  await expect(notice).toBeVisible()
  await notice.getByRole('link', { name: 'Conversa' }).click()
  await expect(field).toHaveValue('Vou ver isso')
})

test('several withdrawals are approved past one that a colleague holds, which is named and stays selected @full', async ({
  enter,
  serverUrl,
}) => {
  const sandbox = new Sandbox(serverUrl)
  const prefix = `several-${randomUUID().slice(0, 8)}`
  const [held, approved] = [`${prefix}-a@gmail.com`, `${prefix}-b@gmail.com`]
  for (const username of [held, approved]) {
    const { token } = await sandbox.createUser({ username, balance: 200, kyc: 1, holdWithdrawals: 1 })
    const key = testCpf()
    const to = { payCardBank: 'CPF', payCardNo: key, ifsc: key, name: 'Ana Souza' }
    await callAs(sandbox, token, '/api/app/order/withdraw', { ...to, amount: 60 })
  }
  const page = await enter('cashier', '/withdrawals')
  await page.getByLabel('E-mail ou id').fill(prefix)
  const rows = page.getByRole('row', { name: prefix })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Pedida')
  await page.clock.install()
  const colleague = await enter('risk', '/withdrawals')
  await colleague.getByRole('row', { name: held }).focus()
  await colleague.keyboard.press('h')
  const dialog = colleague.getByRole('dialog')
  await dialog.getByLabel('Motivo', { exact: true }).fill('O titular vem ao balcão')
  await dialog.getByRole('button', { name: 'Segurar' }).click()
  await expect(dialog).toHaveCount(0)

  // The list of the cashier is older than that.
  await page.getByLabel('Selecionar todos').check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Aprovar' }).click()
  await expect(page.getByRole('button', { name: 'Desfazer' })).toBeVisible()
  await page.clock.fastForward(11_000)
  await expect(
    page.getByRole('status').getByText(`1 de 2 feito. Sem efeito: ${held}. Isto mudou enquanto você olhava.`),
  ).toBeVisible()
  await expect(page.getByRole('toolbar').getByText('1 selecionado')).toBeVisible()
  await expect(page.getByRole('row', { name: held })).toContainText('Segurada')
  await expect(page.getByRole('row', { name: approved })).toContainText(/Aprovada|Enviada|Paga/)
})

test('a notice whose answer was lost is not published twice @full', async ({ enter, serverUrl }) => {
  const sandbox = new Sandbox(serverUrl)
  const { username, token } = await sandbox.createUser()
  const { uId } = await sandbox.readUser(username)
  const page = await enter('content', '/content')
  await page.getByRole('link', { name: 'Novo aviso' }).click()
  await page.getByLabel('Só para o jogador').fill(uId)
  await page.getByLabel('Texto', { exact: true }).fill('Manutenção às 3h')
  await page.route('**/api/content/create', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('A última resposta se perdeu')).toBeVisible()
  await page.unroute('**/api/content/create')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Manutenção às 3h' })).toBeVisible()
  const { list } = await callAs<{ list: { text: string }[] }>(sandbox, token, '/api/app/main/notices')
  expect(list.map(({ text }) => text)).toEqual(['Manutenção às 3h'])
})

test('a match is not voided twice after a lost answer, which is said also when its dialog was closed @full', async ({
  enter,
  serverUrl,
}) => {
  const match = await newMatch(new Sandbox(serverUrl), { startsInMs: 3_600_000 })
  const page = await enter('risk', `/sports/${match.matchId}`)
  const dialog = page.getByRole('dialog')
  const keys: (string | undefined)[] = []
  const gate = closedGate()
  await page.route('**/api/matches/*/void', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    await gate.opened
    await route.abort()
  })
  const send = async (reason: string) => {
    await page.getByRole('button', { name: 'Anular partida' }).click()
    await dialog.getByLabel('Motivo').fill(reason)
    await dialog.getByRole('button', { name: 'Anular partida' }).click()
  }
  await send('Campo alagado')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialog).toHaveCount(0)
  gate.open()
  await expect(page.getByRole('status').getByText('Sem resposta do servidor.')).toBeVisible()
  await send('O campo alagou')
  await expect(dialog.getByText('A última resposta se perdeu')).toBeVisible()
  expect(keys).toEqual([keys[0], keys[0]])
})
