import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { CashierOverlay } from '../page-models/cashier-overlay.ts'
import { requestAs, betDice, callAs, deposit100, withdrawalInReview } from '../playerApi.ts'
import { walkTo } from '../textFit.ts'
import { textsIn } from '../texts.ts'
import type { Sandbox } from '../../../scripts/Sandbox.ts'

/** Plays at least `count` rounds with a tiny stake, twenty at a time. */
async function playRounds(sandbox: Sandbox, token: string, count: number): Promise<void> {
  for (let done = 0; done < count; done += 20) {
    await Promise.all(Array.from({ length: 20 }, () => betDice(sandbox, token, 0.1)))
  }
}

test('every kind of record has its rows, status and detail', async ({ app, page, sandbox, signIn }) => {
  const user = await signIn({ level: 3 })
  await deposit100(sandbox, user.token)
  await betDice(sandbox, user.token, 10)
  await sandbox.patchUser(user.username, { balance: 300, turnover: 0 })
  await callAs(sandbox, user.token, '/api/app/order/withdraw', {
    payCardBank: 'CPF',
    payCardNo: '52998224725',
    ifsc: '52998224725',
    name: 'Ana Souza',
    amount: 60,
  })
  await sandbox.patchUser(user.username, { gift: 1 })
  await callAs(sandbox, user.token, '/api/app/main/claimGift', {})
  await app.open('/registros')
  const panel = page.getByRole('tabpanel')
  const rows = panel.getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('+R$ 100,00')
  await expect(rows.first()).toContainText('Creditado')
  await rows.first().getByRole('button').click()
  const detail = app.dialog('Depósito')
  await expect(detail).toContainText('R$ 0,15')
  await expect(detail).toContainText(/\d{2}\/\d{2}\/\d{4},? \d{2}:\d{2}/)
  await detail.getByRole('button', { name: 'Copiar ID' }).click()
  await expect(app.toast.filter({ hasText: 'A cópia foi bem-sucedida' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Retiradas' }).click()
  await expect(rows.first()).toContainText(/Retirada · CPF/)
  await expect(rows.first()).toContainText('-R$ 60,00')
  await expect(rows.first()).toContainText(/Em análise|Paga/)
  await page.getByRole('tab', { name: 'Rodadas' }).click()
  await expect(rows).toHaveCount(1)
  await rows.first().getByRole('button').click()
  const round = page.getByRole('dialog')
  await expect(round).toContainText('Nonce')
  await round.getByRole('button', { name: 'Verificar rodada' }).click()
  await expect(page.getByRole('dialog')).toContainText(/[Ss]emente/)
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Bônus' }).click()
  await expect(panel).toContainText('Bônus de depósito')
})

test('the chosen kind of records is still chosen after a reload and on the way back @full', async ({
  app,
  page,
  signIn,
}) => {
  await signIn()
  await app.open('/conta')
  await page.getByRole('link', { name: 'Registros' }).first().click()
  const tab = (name: string) => page.getByRole('tab', { name })
  await expect(tab('Depósitos')).toHaveAttribute('aria-selected', 'true')
  await tab('Bônus').click()
  await tab('Rodadas').click()
  await expect(page).toHaveURL(/\/registros\?tab=rounds$/)
  await expect(page.getByRole('tabpanel', { name: 'Rodadas' })).toBeVisible()
  await page.reload()
  await expect(tab('Rodadas')).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'Ver jogos' }).click()
  await expect(page).not.toHaveURL(/registros/)
  await page.goBack()
  await expect(tab('Rodadas')).toHaveAttribute('aria-selected', 'true')
  // Not through the tabs.
  await page.goBack()
  await expect(page).toHaveURL(/\/conta$/)
})

test('a refused withdrawal tells the reason and the next step, in the records and in its message @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  await sandbox.avoidMidnight()
  const user = await signIn({ balance: 100 })
  const orderId = await withdrawalInReview(sandbox, user.token)
  await callAs(sandbox, user.token, `/sandbox/api/withdrawals/${orderId}/refuse`, { reason: 'notOwnKey' })
  await app.open('/registros?tab=withdrawals')
  await expect(app.balance).toHaveText('R$ 100,00')
  await page.getByRole('tabpanel').getByRole('listitem').getByRole('button').click()
  const detail = app.dialog('Retirada · CPF')
  await expect(detail).toContainText('A chave de destino não é do seu CPF.')
  await expect(detail).toContainText('Peça de novo com uma chave do seu CPF.')
  await expect(detail).toContainText(/Devolvido ao saldoR\$\s60,00/)
  await expect(detail).not.toContainText('notOwnKey')
  await expectAccessible(page, 'refused withdrawal')
  await page.keyboard.press('Escape')
  await app.open('/gameMess')
  await page.getByRole('link', { name: /Retirada de R\$\s60,00 recusada/ }).click()
  const message = page.getByRole('article')
  await expect(message).toContainText(
    'O valor voltou inteiro para o seu saldo. A chave de destino não é do seu CPF. Peça de novo com uma chave do seu CPF.',
  )
  await expectAccessible(page, 'message of a refused withdrawal')
  await message.getByRole('button', { name: 'Falar com o atendimento' }).click()
  await expect(app.dialog('Atendimento ao Cliente')).toBeVisible()
})

for (const code of ['pt_BR', 'ru_RU'] as const) {
  test(`all kinds of records are in view on a small phone, ${code} @full`, async ({
    app,
    page,
    host,
    signIn,
  }) => {
    test.skip(host === 'electron', 'the window has a size of its own')
    await signIn()
    await page.setViewportSize({ width: 320, height: 640 })
    await app.open('/home')
    await page.evaluate((language) => localStorage.setItem('language', language), code)
    await app.open('/registros')
    for (const name of Object.values(textsIn(code).account.records.tabs))
      await expect(page.getByRole('tab', { name, exact: true })).toBeInViewport({ ratio: 1 })
  })
}

test('an empty tab says what to do; the period filters @full', async ({ app, page, signIn }) => {
  await signIn()
  await app.open('/registros?tab=bets')
  const panel = page.getByRole('tabpanel')
  await expect(panel).toContainText('Nenhuma aposta neste período')
  await panel.getByRole('button', { name: 'Ver esportes' }).click()
  await expect(page).toHaveURL(/\/footballPage$/)
  await app.open('/registros?tab=rounds')
  await expect(panel).toContainText('Jogue um dos Originais e veja cada rodada aqui.')
  for (const name of ['Hoje', '7 dias', 'Tudo', '30 dias']) {
    const period = page.getByRole('button', { name, exact: true })
    await period.click()
    await expect(period).toHaveAttribute('aria-pressed', 'true')
    await expect(panel).toHaveAttribute('aria-busy', 'false')
  }
  await panel.getByRole('button', { name: 'Ver jogos' }).click()
  await expect(page).toHaveURL(/\/home/)
})

test('the period filter includes its whole first day @full', async ({ app, page, signIn, host }) => {
  test.skip(host === 'electron', 'the main process makes the requests there: the page cannot see them')
  await signIn()
  await app.open('/registros')
  await expect(page.getByRole('tabpanel')).toContainText('Nenhum depósito neste período')
  // The page asks again on its own, too: what counts is the last request.
  let lastDays: number | null | undefined
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (!pathname.includes('/records')) return
    const from = searchParams.get('from')
    lastDays = from === null ? null : Math.round((Date.now() - Date.parse(from)) / 86_400_000)
  })
  for (const [name, days] of [
    ['Hoje', [0, 1]],
    ['7 dias', [6, 7]],
    ['30 dias', [29, 30]],
    ['Tudo', [null]],
  ] as const) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect.poll(() => days.some((expected) => expected === lastDays), name).toBe(true)
  }
})

test('hundreds of rounds render only a few dozen rows @full', async ({ app, page, sandbox, signIn }) => {
  const user = await signIn({ balance: 100 })
  await playRounds(sandbox, user.token, 160)
  await app.open('/registros?tab=rounds')
  const rows = page.getByRole('list', { name: 'Registros' }).getByRole('listitem')
  await expect(rows.first()).toBeVisible()
  const counts = [await rows.count()]
  await expect(async () => {
    await page.mouse.wheel(0, 4_000)
    counts.push(await rows.count())
    await expect(page.getByText('Você chegou ao fim')).toBeInViewport({ timeout: 300 })
  }).toPass()
  expect(Math.max(...counts)).toBeLessThanOrEqual(60)
  await expect(rows.last()).toHaveAttribute('aria-posinset', '160')
})

test(
  'the statement is a CSV file with every posting @full',
  { tag: '@window' },
  async ({ app, page, sandbox, signIn, host }) => {
    const user = await signIn()
    await deposit100(sandbox, user.token)
    await app.open('/jogoResponsavel')
    const download = host === 'web' ? page.waitForEvent('download') : undefined
    await page.getByRole('button', { name: 'Exportar extrato' }).click()
    await expect(app.toast.filter({ hasText: 'Extrato pronto' })).toBeVisible()
    if (!download) return
    const file = await download
    expect(file.suggestedFilename()).toMatch(/\.csv$/)
    const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/)
    expect(lines).toHaveLength(2)
    expect(lines.join('\n')).toMatch(/100[.,]00/)
  },
)

test('/conta shows both wallets, what can be withdrawn, and what is locked and why', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn({ balance: 0 })
  await deposit100(sandbox, user.token)
  await app.open('/conta')
  const card = page.getByRole('region', { name: 'Seu saldo' })
  await expect(card).toContainText('R$ 100,00')
  await expect(card).toContainText('R$ 0,15')
  // 1x the deposit and 2x the bonus: 100.30 of turnover are left.
  await expect(card).toContainText('Faltam R$ 100,30 de rollover (1x o depósito, 2x o bônus)')
  await expect(card).toContainText(/BloqueadoR\$\s100,00/)
  await betDice(sandbox, user.token, 100)
  // At a chance of 98 %, a twentieth of the stake counts, and of that a quarter in dice.
  await expect(card).toContainText(/Faltam R\$\s99,05/)
  await sandbox.patchUser(user.username, { balance: 250, turnover: 0 })
  await expect(card).toContainText('Todo o seu saldo está disponível para retirada.')
  const limits = page.getByRole('region', { name: 'Limites de retirada' })
  await expect(limits).toContainText('R$ 50,00')
  await expect(limits).toContainText('R$ 10.000,00')
  await expect(limits).toContainText('3%')
  const entries = page.getByRole('region', { name: 'Últimas movimentações' })
  await expect(entries.getByRole('listitem')).toHaveCount(3)
  for (const kind of ['Dice', 'Depósito', 'Bônus de depósito']) await expect(entries).toContainText(kind)
  // The deposit has left a message.
  const account = page.getByRole('link', { name: 'Conta', exact: true })
  await expect(account).toHaveAccessibleDescription('1 mensagem não lida')
  await entries.getByRole('link', { name: 'Dice' }).click()
  await expect(page).toHaveURL(/\/registros\?tab=rounds/)
  await expect(page.getByRole('tabpanel')).toContainText(/ApostadoR\$\s100,00Retorno/)
  await walkTo(page, '/gameMess')
  await page.getByRole('button', { name: 'Marcar todas como lidas' }).click()
  await expect(account).toHaveAccessibleDescription('')
  await walkTo(page, '/conta')
  await card.getByRole('button', { name: 'Retirar' }).click()
  await expect(new CashierOverlay(page).withdrawPanel).toBeVisible()
})

test('/conta and /registros ask a guest to log in @full', async ({ app, page }) => {
  await app.open('/conta')
  await expect(page.getByRole('heading', { name: 'Entre na sua conta' })).toBeVisible()
  await app.open('/registros')
  await expect(page.getByRole('heading', { name: 'Entre para ver seus registros' })).toBeVisible()
})

test('/paySuccess is the receipt of the last order: none, pending, then paid without a reload', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn()
  await app.open('/paySuccess')
  await expect(page.getByText('Nenhum pagamento ainda')).toBeVisible()
  const { orderId } = await callAs<{ orderId: string }>(
    sandbox,
    user.token,
    '/api/app/order/prePay/brl-100',
    {
      gift: 1,
      pkgId: 'brl-100',
      isapp: 0,
    },
  )
  // The address changes in place, as a link within the client changes it.
  await page.evaluate((to) => {
    window.history.pushState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, `/paySuccess?order=${orderId}`)
  await expect(page.getByText('Aguardando o pagamento')).toBeVisible()
  await app.online(user.username)
  await sandbox.settleOrder(orderId, 'pay')
  await expect(page.getByText('Pagamento recebido')).toBeVisible()
  const receipt = page.getByRole('region', { name: 'Comprovante' })
  await expect(receipt).toContainText('R$ 100,00')
  await expect(receipt).toContainText('R$ 0,15')
  await expect(receipt).toContainText(orderId)
  // Without an order id it shows the last paid order.
  await app.open('/paySuccess')
  await expect(receipt).toContainText(orderId)
  await page.getByRole('link', { name: 'Voltar ao jogo' }).click()
  await expect(page).toHaveURL(/\/home/)
  // Another player's order is not shown.
  const other = await sandbox.createUser()
  const responseToOther = await requestAs(sandbox, other.token, `/api/app/order/getStatus/${orderId}`)
  expect(responseToOther.http).toBe(404)
})
