/** The main job under the rules of Brazil, and what an operator has to do with it on that day and the next ones. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { OverdueReport, RegulatorLot } from '#contract/office/regulator.ts'
import type { Withdrawal, WithdrawalRow } from '#contract/office/withdrawals.ts'
import type { HouseRow } from '#contract/office/reports.ts'
import type { PrizeRow } from '#contract/office/prizes.ts'
import { houseDay } from '#contract/houseTime.ts'
import { reportFamilies } from '#contract/rules/regulatorReports.ts'
import { makeReports } from '#server/domain/regulator/deliveries.ts'
import { countPrizes } from '#server/domain/reports/prizes.ts'
import { rollUpReports } from '#server/domain/reports/rollUp.ts'
import { runJobs } from '#server/jobs/jobs.ts'
import { randomCpf } from '#server/sandbox/cpf.ts'
import { checkInvariants } from '#tests/reliability/harness/invariants.ts'
import { sendPictures } from './helpers/sendPictures.ts'
import { createTestOffice } from './helpers/testOffice.ts'

const folder = mkdtempSync(join(tmpdir(), 'brazil-'))
const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="lote"><xs:complexType>
  <xs:sequence><xs:any processContents="skip" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
  <xs:anyAttribute processContents="skip"/></xs:complexType></xs:element></xs:schema>`
for (const name of Object.values(reportFamilies)) writeFileSync(join(folder, `${name}.xsd`), schema)
const { product: t, as } = await createTestOffice({ JURISDICTION: 'br', REPORT_SCHEMAS: folder })
const { deps } = t
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const reason = 'as the handbook says'
const cpf = randomCpf()
const username = 'rita.lima@example.com'
let token = ''
let userId = ''

afterAll(async () => {
  rmSync(folder, { recursive: true })
  expect(await deps.ledger.violations()).toEqual([])
  expect((await checkInvariants(deps.db)).filter(({ violations }) => violations.length > 0)).toEqual([])
})

const money = (path: string, body: object, form = false) =>
  t.post<{ orderId: string }>(path, body, { token, form, headers: { 'idempotency-key': randomUUID() } })
const deposit = () => money('/api/app/order/prePay/brl-100', { gift: 1, pkgId: 'brl-100', isapp: 0 }, true)
const balance = async () =>
  (await t.get<{ balance: number; freeBalance: number }>('/api/app/user/getBalance', { token })).data
/** After half an hour without a call the session is closed. */
const logIn = async () => {
  const { data } = await t.post<{ access_token: string }>('/api/auth/user/restLogin', {
    ...(await t.captcha()),
    username,
    pwd: 'Segura-123',
  })
  token = data.access_token
}
const confirmation = async () => {
  await runJobs(deps)
  const { data } = await t.get<{ link?: string }[]>(`/sandbox/api/outbox?to=${encodeURIComponent(username)}`)
  const link = data.find((mail) => mail.link?.includes('/confirm/'))?.link
  return new URL(link ?? '').pathname
}

it(
  'the main job: register, confirm, limits, identity, deposit, bet, withdraw; each step is asked for until it is done',
  { timeout: 60_000 },
  async () => {
    // Noon of a Tuesday in Brasília, in the middle of a month.
    await deps.clock.moveTo(new Date('2026-12-15T15:00:00Z'))
    const registered = await t.post<{ access_token: string }>('/api/auth/user/restRegister', {
      ...(await t.captcha()),
      name: '',
      cardNo: '',
      username,
      country: '55',
      phone: '11987654321',
      pwd: 'Segura-123',
      pwd1: 'Segura-123',
      regcode: '',
      isapp: 0,
    })
    token = registered.data.access_token
    const info = await t.get<{ userInfo: { uId: string }; protection: object }>('/api/app/user/userInfo', {
      token,
    })
    userId = info.data.userInfo.uId
    expect(info.data.protection).toMatchObject({ limitAsk: 1, limitKinds: ['loss', 'time'], emailAsk: 1 })

    const refusals: string[] = []
    const refused = async () => {
      const { http, message } = await deposit()
      expect([400, 403, 409]).toContain(http)
      refusals.push(message)
    }
    await refused()
    expect((await t.app.inject({ method: 'POST', url: await confirmation() })).statusCode).toBe(200)
    await refused()
    for (const kind of ['loss', 'time'])
      expect(
        (await t.post('/api/app/limits', { kind, period: 'month', amount: 1_000 }, { token })).http,
      ).toBe(200)
    await refused()
    const form = { name: 'Rita Lima', cardNo: cpf, birthDate: '1990-12-31' }
    expect(
      await t.post('/api/app/user/updateKyc', { ...form, birthDate: '2010-01-01' }, { token }),
    ).toMatchObject({ http: 400, message: expect.stringContaining('18 anos') })
    expect((await t.post('/api/app/user/updateKyc', form, { token })).http).toBe(409)
    await sendPictures(t, token)
    // Each refusal named what was missing then.
    expect(refusals).toEqual([
      expect.stringMatching(/e-mail|limite|identidade/i),
      expect.stringMatching(/limite|identidade/i),
      expect.stringMatching(/identidade/i),
    ])

    const order = await deposit()
    expect(order.http).toBe(200)
    await t.post(`/sandbox/api/orders/${order.data.orderId}/pay`)
    expect(await balance()).toEqual({ balance: 100, freeBalance: 0 })

    // Six are lost and five won; of a game with this edge a quarter counts for the turnover.
    for (const [index, amount] of [...Array.from({ length: 10 }, () => 40), 20].entries()) {
      const drawn = index % 2 === 1 ? { min: 2, max: 3 } : { min: 1, max: 1.5 }
      await t.post(`/sandbox/api/outcomes/${username}`, { game: 'limbo', ...drawn })
      const bet = { amount, target: 2, wallet: 'balance' }
      expect((await money('/api/app/game/limbo/bet', bet)).http).toBe(200)
    }
    expect(await balance()).toEqual({ balance: 80, freeBalance: 0 })
    const withdrawn = await money('/api/app/order/withdraw', {
      payCardBank: 'CPF',
      payCardNo: cpf,
      ifsc: '',
      name: 'Rita Lima',
      whatsapp: '',
      amount: 50,
    })
    expect([withdrawn.http, withdrawn.message]).toEqual([200, expect.any(String)])
  },
)

it('the cashier decides the withdrawal within the time that the rules give, and it is paid to the own CPF', async () => {
  await deps.clock.advance(101 * minuteMs)
  const cashier = await as('cashier')
  const { data } = await cashier.get<{ data: WithdrawalRow[] }>('/api/withdrawals?state=waiting')
  expect(data.data).toMatchObject([{ email: username, type: 'CPF', amountCents: 5_000, isAlmostLate: true }])
  const [{ id } = { id: '' }] = data.data
  const approved = await cashier.post<Withdrawal>(`/api/withdrawals/${id}/approve`, { review: null })
  expect(approved.data).toMatchObject({ state: 'approved' })
  await runJobs(deps)
  await runJobs(deps)
  expect((await cashier.get<Withdrawal>(`/api/withdrawals/${id}`)).data.state).toBe('paid')
})

it('risk suspends the account with a reason and a term: the player is told, may withdraw and neither deposits nor bets', async () => {
  const risk = await as('risk')
  const until = new Date(deps.clock.now().getTime() + dayMs).toISOString()
  const change = { status: 'suspended', statusReason: 'payments', until, reason }
  expect((await risk.post(`/api/players/${userId}/change-status`, change)).data).toMatchObject({
    status: 'suspended',
    until,
  })
  expect((await deposit()).http).toBe(401)
  await logIn()
  expect((await deposit()).http).toBe(403)
  const messages = await t.get<{ list: { kind: string; params: object }[] }>('/api/app/messages', { token })
  expect(messages.data.list[0]).toMatchObject({ kind: 'accountSuspended', params: { status: 'payments' } })
  await deps.clock.advance(dayMs + minuteMs)
  await logIn()
  expect((await deposit()).http).toBe(200)
})

it('two days later the reports of the day are due: made, delivered by hand, and nothing is overdue any more', async () => {
  await deps.clock.moveTo(new Date('2026-12-17T15:00:00Z'))
  await rollUpReports(deps)
  const compliance = await as('compliance')
  const overdue = async () =>
    (await compliance.get<{ data: OverdueReport[] }>('/api/regulator-overdue')).data.data
  const due = await overdue()
  expect(due.map(({ family, period, daysLate, state }) => [family, period, daysLate, state])).toEqual(
    ['bettors', 'onlineGames', 'operatorDays', 'sportsBets', 'wallets'].map((family) => [
      family,
      '2026-12-15',
      0,
      'missing',
    ]),
  )
  for (const { family, period } of due)
    expect((await compliance.post('/api/regulator-lots/make', { family, period })).status).toBe(200)
  expect(new Set((await overdue()).map(({ state }) => state))).toEqual(new Set(['requested']))
  await makeReports(deps)
  expect(new Set((await overdue()).map(({ state }) => state))).toEqual(new Set(['ready']))
  const { data } = await compliance.get<{ data: RegulatorLot[] }>(
    '/api/regulator-lots?from=2026-12-15&to=2026-12-15',
  )
  for (const { id } of data.data)
    expect(
      (await compliance.post(`/api/regulator-lots/${id}/mark-sent`, { receipt: 'SIGAP 1', reason })).status,
    ).toBe(200)
  expect(await overdue()).toEqual([])
  // Sent again, and refused: it has been there once, and is not any more.
  const setState = (state: string) =>
    deps.db.write(
      `update regulator_lots set state = $1 where period = '2026-12-15' and family = 'wallets' and sent_at is not null`,
      [state],
    )
  await setState('refused')
  expect(await overdue()).toMatchObject([{ family: 'wallets', state: 'refused' }])
  await setState('sent')
})

it('the revenue of the day has its tax, and the year its prizes', async () => {
  await countPrizes(deps)
  const compliance = await as('compliance')
  const house = await compliance.get<{ rows: HouseRow[] }>(
    '/api/reports/house?from=2026-12-15&to=2026-12-15&by=day',
  )
  const [row] = house.data.rows
  expect(row).toMatchObject({
    registrations: 1,
    depositsCents: 10_000,
    withdrawalsCents: 4_875,
    feesCents: 125,
    ggrCents: 2_000,
    taxCents: 260,
    bonusCostCents: 0,
    placed: 11,
    cashStakesCents: 42_000,
  })
  const year = houseDay(deps.clock.now()).slice(0, 4)
  const prizes = await compliance.get<{ data: PrizeRow[] }>(`/api/prizes?year=${year}`)
  // The losses of the year are taken off within a kind of bet, so that there is no prize.
  expect(prizes.data.data).toEqual([])
})
