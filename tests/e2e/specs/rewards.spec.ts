import { randomUUID } from 'node:crypto'
import { expect, test } from '../fixtures.ts'
import { AccessOverlay } from '../page-models/access-overlay.ts'
import { CashierOverlay } from '../page-models/cashier-overlay.ts'
import { Menus } from '../page-models/menus.ts'
import { requestAs, betDice, callAs, deposit100 } from '../playerApi.ts'

const newCode = () => `E2E${randomUUID().slice(0, 8).replace('-', '')}`.toUpperCase()

test('the check-in asks for a deposit, then for bets of the day before', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  await sandbox.avoidMidnight()
  const user = await signIn()
  await app.open('/signInSheet')
  const days = page.getByRole('region', { name: 'Sete dias' })
  await expect(days.getByRole('listitem')).toHaveCount(7)
  await expect(days.getByRole('status')).toHaveText('Faça seu primeiro depósito para começar o check-in.')
  await expect(days).toContainText('as apostas do dia anterior precisam contar R$ 200,00')
  await deposit100(sandbox, user.token, 0)
  await app.open('/signInSheet')
  await expect(days.getByRole('status')).toContainText('Ontem suas apostas contaram R$ 0,00 de R$ 200,00.')
  const { http, message } = await requestAs(sandbox, user.token, '/api/app/rewards/signIn/claim', {})
  expect([http, message]).toEqual([400, 'Este prêmio ainda não está disponível.'])
})

test('the rebate page shows today’s bets, nothing to claim before tomorrow, and the rates', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  await sandbox.avoidMidnight()
  const user = await signIn({ balance: 200 })
  await betDice(sandbox, user.token, 100)
  await app.open('/gamebouns')
  const rebate = page.getByRole('region', { name: 'Cashback diário' })
  await expect(rebate).toContainText('Nada para resgatar hoje')
  await expect(rebate).toContainText('R$ 100,00')
  // Only a quarter of a dice bet counts: 0.1 % of R$ 25.00.
  await expect(rebate).toContainText('Disponível amanhã: R$ 0,02')
  await expect(page.getByText('Nenhum cashback ainda')).toBeVisible()
  const early = await requestAs(sandbox, user.token, '/api/app/rewards/rebate/claim', {})
  expect([early.http, early.message]).toEqual([400, 'Este prêmio ainda não está disponível.'])
  const calendar = page.getByRole('tablist', { name: 'Calendário de promoções' })
  await expect(calendar.getByRole('tab')).toHaveCount(7)
  const weekend = calendar.getByRole('tab', { name: /^sábado/ })
  await weekend.click()
  const day = page.getByRole('tabpanel', { name: /^sábado/ })
  await expect(day).toContainText('As apostas do dia contam')
  await expect(day.getByRole('listitem').last()).toContainText('Cashback diário')
  await page.getByRole('link', { name: /^Check-in diário/ }).click()
  await expect(page).toHaveURL(/\/signInSheet$/)
})

test('a page follows the clock of its player without a reload @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const { username } = await signIn({ balance: 10 })
  await sandbox.addBets(username, { amount: 1_000 })
  await app.open('/gamebouns')
  const rebate = page.getByRole('region', { name: 'Cashback diário' })
  await expect(rebate).toContainText('Nada para resgatar hoje')
  await expect.poll(() => sandbox.isOnline(username)).toBe(true)
  await sandbox.shiftClock(username, 24 * 3_600_000)
  await expect(rebate.getByRole('button', { name: 'Resgatar R$ 0,25' })).toBeVisible()
})

test('guests see rewards and what a login offers @full', async ({ app, page, sandbox }) => {
  const access = new AccessOverlay(page, sandbox)
  await app.open('/gamebouns')
  await expect(page.getByText('Entre para ver quanto você tem para resgatar.')).toBeVisible()
  await app.open('/signInSheet')
  await expect(page.getByText('Entre para começar a sua sequência.')).toBeVisible()
  await app.open('/ladderBonus')
  await expect(page.getByRole('heading', { name: 'Escada de bônus' })).toBeVisible()
  await app.open('/active1')
  await page.getByRole('button', { name: 'Entrar para participar' }).click()
  await expect(access.dialog).toBeVisible()
})

test('a promotion asks for a deposit, then pays its reward once', async ({ app, page, sandbox, signIn }) => {
  const user = await signIn()
  const cashier = new CashierOverlay(page)
  await app.open('/active1')
  await page.getByRole('button', { name: 'Depositar para participar' }).click()
  await expect(cashier.package('R$ 100,00')).toBeVisible()
  await deposit100(sandbox, user.token)
  // The deposit once, as far as bets count: a quarter in dice.
  await sandbox.patchUser(user.username, { balance: 500 })
  await betDice(sandbox, user.token, 400)
  await app.open('/active1')
  const claim = page.getByRole('button', { name: /^Resgatar R\$/ })
  const promised = (await claim.textContent())?.match(/R\$.*$/)?.[0] ?? '?'
  await claim.dblclick()
  await expect(page.getByRole('button', { name: 'Prêmio resgatado' })).toBeDisabled()
  await app.open('/registros?tab=bonuses')
  await expect(page.getByRole('tabpanel')).toContainText(promised)
  const { list } = await callAs<{ list: { id: string; kind: string; state: string }[] }>(
    sandbox,
    user.token,
    '/api/app/promotions',
  )
  const first = list.find(({ state }) => state === 'claimed')
  const again = await Promise.all(
    Array.from({ length: 5 }, () =>
      requestAs(sandbox, user.token, '/api/app/promotions/claim', { id: first?.id }),
    ),
  )
  expect(again.map(({ http }) => http)).toEqual([409, 409, 409, 409, 409])
})

test('messages have a badge until they are read; one opens by its id; all are marked; an unknown id says so', async ({
  app,
  page,
  sandbox,
  login,
}) => {
  const user = await login()
  await deposit100(sandbox, user.token)
  await sandbox.patchUser(user.username, { gift: 1 })
  await callAs(sandbox, user.token, '/api/app/main/claimGift', {})
  const menus = new Menus(page)
  await menus.openAccount()
  const entry = menus.account.getByRole('button', { name: /^Mensagens/ })
  await expect(entry).toContainText(/[23] não lidas/)
  await entry.click()
  const list = page.getByRole('list', { name: 'Mensagens' })
  await list.getByRole('link', { name: /Depósito de R\$\s100,00 recebido/ }).click()
  await expect(page).toHaveURL(/\/gameMess\?id=/)
  await expect(page.getByRole('heading', { name: 'Depósito de R$ 100,00 recebido' })).toBeVisible()
  await page.getByRole('link', { name: 'Voltar às mensagens' }).click()
  const opened = list.getByRole('link', { name: /Depósito de R\$\s100,00 recebido/ })
  await expect(opened).not.toContainText('Nova')
  // Nothing moves under the finger that has pressed.
  const place = await list.boundingBox()
  await page.getByRole('button', { name: 'Marcar todas como lidas' }).click()
  await expect(list.getByText('Nova', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Marcar todas como lidas' })).toBeHidden()
  await expect(page.getByText('Todas lidas')).toBeVisible()
  expect((await list.boundingBox())?.y).toBe(place?.y)
  await app.open('/gameMess?id=nao-existe')
  await expect(page.getByText('Mensagem não encontrada')).toBeVisible()
  // Another player's message is unknown too.
  const other = await sandbox.createUser()
  await deposit100(sandbox, other.token)
  const { list: messagesOfOther } = await callAs<{ list: { id: string | number }[] }>(
    sandbox,
    other.token,
    '/api/app/messages',
  )
  await app.open(`/gameMess?id=${messagesOfOther[0]?.id}`)
  await expect(page.getByText('Mensagem não encontrada')).toBeVisible()
})

test('messages show lines of their text, not one cut line; the keyboard opens one and comes back to it @full', async ({
  app,
  page,
  sandbox,
  login,
}) => {
  const user = await login()
  await deposit100(sandbox, user.token)
  await app.open('/gameMess')
  const list = page.getByRole('list', { name: 'Mensagens' })
  const linesOf = (text: Element) => {
    const { lineHeight } = getComputedStyle(text)
    return Math.round(text.getBoundingClientRect().height / Number.parseFloat(lineHeight))
  }
  const deposit = list.getByRole('link', { name: /^Depósito de R\$\s100,00/ })
  expect(await deposit.getByText('O comprovante fica em Registros.').evaluate(linesOf)).toBe(2)
  await expect(deposit.locator('time')).toHaveText(/^\d\d\/\d\d\/\d{4}/)
  await deposit.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Depósito de R$ 100,00 recebido' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Ver registros' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(deposit).toBeFocused()
})

test('the agent page opens at the ladder with moveTop, and pays nothing before the day is over @full', async ({
  app,
  page,
  sandbox,
  signIn,
}) => {
  const user = await signIn()
  await app.open('/agentJl')
  await expect(page.getByRole('heading', { name: 'Agente' })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Resgatar comissão' })).toBeDisabled()
  await app.open('/agentJl?moveTop=true')
  const ladder = page.getByRole('region', { name: 'Escada de bônus' })
  await expect(ladder).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Escada de bônus' })).toBeInViewport()
  const early = await requestAs(sandbox, user.token, '/api/app/agent/claim', {})
  expect([early.http, early.message]).toEqual([400, 'Este prêmio ainda não está disponível.'])
  const step = await requestAs(sandbox, user.token, '/api/app/agent/ladder/claim', { people: 1 })
  expect(step.http).toBe(400)
  await app.open('/ladderBonus')
  await expect(page.getByRole('region', { name: 'Convidados válidos' })).toContainText('Falta 1 para receber')
})

test('invitation links: one’s own, and one that does not exist @full', async ({
  app,
  page,
  sandbox,
  signIn,
  host,
}) => {
  const access = new AccessOverlay(page, sandbox)
  await app.open('/yNINGUEM404')
  await expect(page.getByText('Convite não encontrado')).toBeVisible()
  await expect(access.dialog).toBeHidden()
  // A broken escape is used as typed; the window's own protocol refuses it.
  if (host === 'web') {
    await app.open('/y%E0%A4%A')
    await expect(page.getByText('Convite não encontrado')).toBeVisible()
  }
  const inviteCode = newCode()
  const user = await signIn({ inviteCode })
  await app.open(`/y${inviteCode}`)
  await expect(page.getByText('convidou você para o Palpite')).toBeVisible()
  // A logged-in player is not asked to register, and cannot use their own link.
  await expect(access.dialog).toBeHidden()
  await page.getByRole('link', { name: 'Ir para os jogos' }).click()
  await expect(page).toHaveURL(/\/home/)
  expect((await sandbox.readUser(user.username)).level1Person).toBe(0)
})

test('unknown addresses lead home; an invalid one-time link says so @full', async ({ app, page }) => {
  for (const path of ['/', '/main', '/nao-existe', '/home/', '/a/b/c', '/active']) {
    await app.open(path)
    await expect(page).toHaveURL(/\/home\/?(\?.*)?$/)
    await expect(page.getByRole('tablist', { name: 'Jogos' })).toBeVisible()
  }
  await app.open('/zgonada')
  await expect(page.getByText('Este link expirou')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ir para o início' })).toBeVisible()
})
