import { randomUUID } from 'node:crypto'
import { Sandbox } from '../../../scripts/Sandbox.ts'
import { callAs, withdrawalInReview } from '../playerApi.ts'
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
  const page = await enter('cashier', `/withdrawals?q=${encodeURIComponent(username)}`)
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
  await page.goto(`/withdrawals?q=${encodeURIComponent(username)}`)
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

test('an answer that is being written stays when another conversation is opened, and a lost one is said', async ({
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
