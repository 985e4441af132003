/** The office's lists for the authority: blocked persons, prizes, suspicions, and the regulator's lots. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { BlockedPlayer } from '#contract/office/blockedPlayers.ts'
import type { LaunderingCandidate } from '#contract/office/laundering.ts'
import type { PrizeRow } from '#contract/office/prizes.ts'
import type { OverdueReport, RegulatorLot, RegulatorLotDetail } from '#contract/office/regulator.ts'
import { cents } from '#contract/money.ts'
import { handlePaymentNotification } from '#server/domain/payments/payments.ts'
import { askRegisterAgain } from '#server/domain/register/askRegister.ts'
import { closeBlockedPlayers } from '#server/domain/register/closeBlocked.ts'
import { makeReports } from '#server/domain/regulator/deliveries.ts'
import { countPrizes } from '#server/domain/reports/prizes.ts'
import { findRiskHits } from '#server/domain/risk/riskHits.ts'
import { createTestOffice } from './helpers/testOffice.ts'

const world = await createTestOffice()
const { product } = world
const { deps } = product
/** Logged in anew before each step: the clock moves by months, and sessions end. */
const compliance = {
  get: async <Data>(path: string) => (await world.as('compliance')).get<Data>(path),
  post: async (path: string, body: object) => (await world.as('compliance')).post(path, body),
}
const support = {
  get: async (path: string) => (await world.as('support')).get(path),
  post: async (path: string, body: object) => (await world.as('support')).post(path, body),
}
const dayMs = 86_400_000
const actor = { kind: 'job', id: 'test' } as const
const folder = mkdtempSync(join(tmpdir(), 'compliance-'))
afterAll(() => rmSync(folder, { recursive: true }))

const rowsOf = async <Row>(path: string) => (await compliance.get<{ data: Row[] }>(path)).data.data
const auditOf = async (action: string) =>
  deps.db.read<{ reason: string | null }>('select reason from office.staff_audit where action = $1', [action])

it('blocked persons: state, deadlines and what is left, up to money that nobody claims', async () => {
  const { uId, username } = await product.createUser({ balance: 70, kyc: 1 })
  deps.blockedPersons = {
    name: 'test',
    ask: () =>
      Promise.resolve({
        isBlocked: true,
        reasons: ['PROGRAMA_SOCIAL'],
        requestId: 'req-1',
        selfExcludedAt: null,
      }),
  }
  await askRegisterAgain(deps)
  const find = async () => (await rowsOf<BlockedPlayer>(`/api/blocked-players?playerId=${uId}`))[0]
  expect(await find()).toMatchObject({
    email: username,
    state: 'withdrawing',
    reasons: ['socialProgramme'],
    registerWords: ['PROGRAMA_SOCIAL'],
    requestId: 'req-1',
    leftCents: 7_000,
    closedAt: null,
  })
  await deps.db.write('update users set lock = true where id = $1', [uId])
  await deps.clock.advance(2 * dayMs)
  await closeBlockedPlayers(deps)
  expect(await find()).toMatchObject({ state: 'locked', leftCents: 7_000 })
  await deps.db.write('update users set lock = false where id = $1', [uId])
  expect(await find()).toMatchObject({ state: 'paying' })
  // As the job leaves it to a person.
  await deps.db.write('update register_blocks set next_step_at = null where user_id = $1', [uId])
  expect(await find()).toMatchObject({ state: 'undeliverable' })
  const payAgain = `/api/blocked-players/${(await find())?.id}/pay-again`
  const cashier = await world.as('cashier')
  expect((await compliance.post(payAgain, { reason: 'asked the bank' })).status).toBe(403)
  expect((await cashier.post(payAgain, { reason: 'asked the bank' })).data).toMatchObject({ state: 'paying' })
  expect((await cashier.post(payAgain, { reason: 'asked the bank' })).status).toBe(409)
  expect(await auditOf('blockedPlayers.payAgain')).toEqual([{ reason: 'asked the bank' }])
  await deps.clock.advance(178 * dayMs)
  expect(await rowsOf<BlockedPlayer>('/api/blocked-players?state=unclaimed')).toMatchObject([
    { playerId: uId },
  ])
  const { data: csv } = await compliance.get<string>('/api/blocked-players.csv?state=unclaimed')
  expect(String(csv)).toContain(username)
  expect((await support.get('/api/blocked-players')).status).toBe(403)
})

it('prizes: the players of a year, the highest first', async () => {
  const users = [await product.createUser({ balance: 100 }), await product.createUser({ balance: 100 })]
  for (const [index, { uId }] of users.entries())
    await deps.db.tx(async (tx) => {
      const roundId = `office prize ${index}`
      await deps.ledger.holdStake(tx, { userId: uId, actor, amount: cents(100), wallet: 'cash', roundId })
      await deps.ledger.settleRound(tx, { userId: uId, actor, roundId, payout: cents(500 + index * 100) })
    })
  const year = deps.clock.now().getUTCFullYear()
  await deps.clock.advance(2 * dayMs)
  await countPrizes(deps)
  expect(
    (await rowsOf<PrizeRow>(`/api/prizes?year=${year}`)).map(({ id, netCents }) => [id, netCents]),
  ).toEqual([
    [users[1]?.uId, 500],
    [users[0]?.uId, 400],
  ])
  expect(await rowsOf<PrizeRow>(`/api/prizes?year=${year - 1}`)).toEqual([])
})

it('suspicions: found from the threshold on, decided with a reason, and reported to nobody by the program', async () => {
  const { token, uId } = await product.createUser({ kyc: 1 })
  await findRiskHits(deps)
  const { data } = await product.post<{ orderId: string; payNo: string }>(
    '/api/app/order/prePay/fcbrl-20',
    { gift: '0' },
    { token, form: true },
  )
  await deps.db.write('update orders set principal = 1000000 where id = $1', [data.orderId])
  await handlePaymentNotification(deps, {
    id: data.orderId,
    status: { state: 'paid', payNo: data.payNo, amount: cents(1_000_000), payerNumber: null },
  })
  await findRiskHits(deps)
  const find = async (query = '') => rowsOf<LaunderingCandidate>(`/api/laundering?playerId=${uId}${query}`)
  const [hit] = await find('&state=open')
  expect(hit).toMatchObject({ rule: 'depositSum', measured: 1_000_000, decision: null })
  const decide = `/api/laundering/${encodeURIComponent(hit?.id ?? '')}/decide`
  const reported = { decision: 'reported', reason: 'the document was false' }
  expect((await support.post(decide, { ...reported, from: null })).status).toBe(403)
  expect((await compliance.post(decide, { from: null, decision: 'reported' })).status).toBe(422)
  const dismissed = { from: null, decision: 'dismissed', reason: 'salary was shown' }
  expect((await compliance.post(decide, dismissed)).status).toBe(200)
  // Somebody who still sees it open does not replace a decision that they have not seen.
  expect(await compliance.post(decide, { ...reported, from: null })).toMatchObject({
    status: 409,
    data: { error: { code: 'conflict' } },
  })
  expect(await find()).toMatchObject([{ decision: 'dismissed', decisionReason: 'salary was shown' }])
  expect((await compliance.post(decide, { ...reported, from: 'dismissed' })).status).toBe(200)
  expect(await find('&state=open')).toEqual([])
  expect(await find()).toMatchObject([{ decision: 'reported', decisionReason: 'the document was false' }])
  // A page of an earlier release does not say what it has seen.
  expect((await compliance.post(decide, reported)).status).toBe(200)
  expect((await auditOf('laundering.decide')).map(({ reason }) => reason)).toEqual([
    'salary was shown',
    'the document was false',
    'the document was false',
  ])
  const { data: file } = await compliance.get<string>(`/api/laundering.csv?playerId=${uId}`)
  const [head, line] = file.trim().split('\n')
  expect(head).toContain('Rule,Measured,Unit,')
  // Not a million: the rule measures cents.
  expect(line).toContain(',depositSum,10000.00,BRL,')
  expect(line).toMatch(/,reported,the document was false,[^,]+\.\d{3}-03:00,Cora Compliance$/)
})

it('the regulator’s lots: made on demand, shown with their sums, downloaded with a trace', async () => {
  const any = '<xs:any processContents="skip" minOccurs="0" maxOccurs="unbounded"/>'
  const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="lote"><xs:complexType>
    <xs:sequence>${any}</xs:sequence><xs:anyAttribute processContents="skip"/></xs:complexType></xs:element></xs:schema>`
  writeFileSync(join(folder, 'diarios.xsd'), schema)
  deps.reportSchemas = { files: new Map([['diarios.xsd', schema]]) }
  const period = new Date(deps.clock.now().getTime() - 2 * dayMs).toISOString().slice(0, 10)
  const make = (family: string) => compliance.post('/api/regulator-lots/make', { family, period })
  for (const family of ['operatorDays', 'wallets']) expect((await make(family)).status).toBe(200)
  expect((await make('operatorMonths')).status).toBe(422)
  const notOver = await compliance.post('/api/regulator-lots/make', {
    family: 'wallets',
    period: deps.clock.now().toISOString().slice(0, 10),
  })
  expect([notOver.status, notOver.data]).toMatchObject([
    422,
    { error: { fields: { period: expect.any(String) } } },
  ])
  await makeReports(deps)
  const lots = await rowsOf<RegulatorLot>(`/api/regulator-lots?from=${period}&to=${period}`)
  expect(lots.map(({ family, state }) => [family, state]).toSorted()).toEqual([
    ['operatorDays', 'ready'],
    ['wallets', 'noSchema'],
  ])
  const id = lots.find(({ state }) => state === 'ready')?.id ?? ''
  const { data } = await compliance.get<RegulatorLotDetail>(`/api/regulator-lots/${id}`)
  expect(data).toMatchObject({ records: 1, number: 1, error: null, attempts: 0 })
  expect(data.totals.map(({ field }) => field)).toContain('ggr')
  const file = await compliance.get<{ name: string; xml: string }>(`/api/regulator-lots/${id}/file`)
  expect(file.data.name).toBe(`diarios-${period}-1.xml`)
  expect(file.data.xml).toContain(`<data>${period}</data>`)
  expect(await auditOf('regulator.file')).toHaveLength(1)
  // There is nobody to send it to.
  expect((await compliance.post(`/api/regulator-lots/${id}/send-again`, { reason: 'was lost' })).status).toBe(
    409,
  )
  expect((await support.get('/api/regulator-lots')).status).toBe(403)
  expect((await compliance.get('/api/regulator-lots?from=abc')).status).toBe(422)

  // Somebody has delivered it elsewhere: that is said once, with the regulator's number.
  const mark = (lot: string) =>
    compliance.post(`/api/regulator-lots/${lot}/mark-sent`, { receipt: 'P-77', reason: 'by the portal' })
  expect((await mark(id)).data).toMatchObject({ state: 'sent', receipt: 'P-77' })
  expect((await mark(id)).status).toBe(409)
  expect((await mark(lots.find(({ state }) => state === 'noSchema')?.id ?? '')).status).toBe(409)
  expect((await make('operatorDays')).data).toMatchObject({
    error: { fields: { period: expect.any(String) } },
  })
})

it('overdue: which period of which family was due and is not delivered', async () => {
  // This world is the default one, where the authority wants no reports.
  expect(await rowsOf('/api/regulator-overdue')).toEqual([])
  const brazil = await world.configured({ jurisdiction: 'br' })
  const inBrazil = async () => {
    const { data } = await (
      await brazil.as('compliance')
    ).get<{ data: OverdueReport[] }>('/api/regulator-overdue?perPage=100')
    return data.data
  }
  const [first] = await deps.db.read<{ day: string }>('select min(day)::text as day from report_days')
  const due = (days: number) => new Date(deps.clock.now().getTime() - days * dayMs).toISOString().slice(0, 10)
  const all = await inBrazil()
  expect(all[0]).toMatchObject({ period: first?.day, state: 'missing', lots: 0 })
  const daily = await brazil.as('compliance')
  const last = async (family: string) => {
    const { data } = await daily.get<{ data: OverdueReport[] }>(
      `/api/regulator-overdue?family=${family}&sort=dueOn&order=desc`,
    )
    return data.data
  }
  const today = deps.clock.now().toISOString().slice(0, 10)
  expect((await last('bettors'))[0]).toMatchObject({ period: due(2), dueOn: today, daysLate: 0 })
  // Of the test before: one was delivered, one has no schema.
  expect((await last('operatorDays')).map(({ period }) => period)).not.toContain(due(2))
  expect((await last('wallets'))[0]).toMatchObject({
    period: due(2),
    state: 'noSchema',
    sentLots: 0,
    lots: 1,
  })
  const months = await last('operatorMonths')
  const lastDue = new Date(Date.parse(due(2)))
  lastDue.setUTCDate(0)
  expect(months[0]?.period).toBe(lastDue.toISOString().slice(0, 7))
})
