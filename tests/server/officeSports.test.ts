import { expect, it, vi } from 'vitest'
import { personHeader } from '#contract/office/officeCall.ts'
import type { QueueCount } from '#contract/office/queue.ts'
import type { SessionState } from '#contract/office/session.ts'
import type { ListPage } from '#contract/office/list.ts'
import type { BigBetRow, ExposureRow, PlayerLinks, RiskHit } from '#contract/office/risk.ts'
import type {
  MatchDetail,
  MatchRow,
  SportsRule,
  SportsTerms,
  Verdict,
  VerdictPreview,
} from '#contract/office/sports.ts'
import type { MatchWire, TicketWire } from '#contract/http/sports.ts'
import { usualThresholds } from '#contract/rules/risk.ts'
import { findRiskHits } from '#server/domain/risk/riskHits.ts'
import { correctTickets } from '#server/sports/corrections.ts'
import { addMark } from '#server/domain/accounts/marks.ts'
import { reportOverdueMatches, watchOverdueMatches } from '#server/sports/trading/overdue.ts'
import { settleTickets } from '#server/sports/settlement.ts'
import { createTestOffice } from './helpers/testOffice.ts'

const { product, as } = await createTestOffice()
const { deps, post, createUser } = product
const [risk, admin, support, content] = [
  await as('risk'),
  await as('administrator'),
  await as('support'),
  await as('content'),
]
const HOME = 'winner:1:home:3'
const AWAY = 'winner:1:away:3'
const everything = { sport: '', league: '', matchId: '', market: '' }

/** A match of the sandbox that has begun for the desk, but is not live, so that bets are taken at once. */
async function addMatch(home: string): Promise<string> {
  const { data } = await post<MatchWire>('/sandbox/api/feed', {
    home,
    away: 'Visita',
    league: 'Copa do Teste',
    startsInMs: -60_000,
    odds: { [HOME]: 2.5, [AWAY]: 4 },
  })
  return data.matchId
}
const bet = (token: string, matchId: string, key = HOME, amount = 10, odds = 2.5) =>
  post<TicketWire>(
    '/api/app/sports/bet',
    { amount, policy: 'any', legs: [{ matchId, key, odds }] },
    { token },
  )
const audited = async (action: string) =>
  (
    await deps.db.read<{ row: object }>(
      `select to_jsonb(a) as row from office.staff_audit a where action = $1 order by id desc limit 1`,
      [action],
    )
  )[0]?.row
const query = (verdict: Verdict) => `verdict=${encodeURIComponent(JSON.stringify(verdict))}`
const result = (home: number, away: number): Verdict => ({
  kind: 'result',
  scores: [{ gameTime: 1, home, away }],
})

it('lists and finds matches, shows the exposure of each selection, and stops and opens with a row in the audit', async () => {
  const player = await createUser({ balance: 100 })
  const id = await addMatch('Ágata')
  await bet(player.token, id)
  const list = (search: string) => risk.get<ListPage<MatchRow>>(`/api/matches?${search}`)
  const found = (await list('stage=upcoming&q=agata')).data.data
  expect(found).toMatchObject([
    { id, home: 'Ágata', stakeCents: 10_00, exposureCents: 15_00, isStopped: false, isDecided: false },
  ])
  expect((await list('stage=finished&sport=football&q=copa do')).data.data.map((row) => row.id)).toContain(id)
  expect((await list('stage=upcoming&sort=exposure&order=desc&perPage=1')).data).toMatchObject({
    data: [{ id }],
    hasNext: true,
  })
  expect((await list('stage=never')).status).toBe(422)

  const stop = { scope: { ...everything, matchId: id, market: 'winner:1' }, reason: 'strange bets' }
  expect((await content.post('/api/sports-rules/stop', stop)).status).toBe(403)
  expect((await risk.post<SportsRule>('/api/sports-rules/stop', stop)).data).toMatchObject({
    isStopped: true,
  })
  expect(await audited('sportsRules.stop')).toMatchObject({
    subject_kind: 'market',
    subject_id: `${id}/winner:1`,
    reason: 'strange bets',
    before: { isStopped: false },
    after: { isStopped: true },
  })
  const detail = (await risk.get<MatchDetail>(`/api/matches/${id}`)).data
  expect(detail.markets.find(({ code }) => code === 'winner:1')).toMatchObject({
    isStopped: true,
    isSuspended: true,
    selections: [
      { key: HOME, odds: 2.5, tickets: 1, stakeCents: 10_00, exposureCents: 15_00 },
      expect.anything(),
      expect.anything(),
    ],
  })
  expect(detail.rules).toMatchObject([{ market: 'winner:1', isStopped: true }])
  expect((await bet(player.token, id)).http).toBe(409)
  expect((await risk.get<ListPage<SportsRule>>('/api/sports-rules')).data.data).toHaveLength(1)
  await risk.post('/api/sports-rules/open', stop)
  expect((await bet(player.token, id)).http).toBe(200)

  const terms = { priceFactor: 0.9, maxStakeCents: 5_00, maxWinCents: null, maxExposureCents: null }
  const change = {
    scope: { ...everything, sport: 'football', league: 'Copa do Teste' },
    terms,
    reason: 'less risk',
  }
  expect((await support.post('/api/sports-rules/change-terms', change)).status).toBe(403)
  expect((await risk.post('/api/sports-rules/change-terms', change)).status).toBe(200)
  const another = await createUser({ balance: 100 })
  expect((await bet(another.token, id, HOME, 6)).message).toBe('A aposta máxima é de R$ 5,00.')
  expect((await bet(another.token, id, HOME, 5)).data.odds).toBe(2.25)
  for (const wrong of [
    { ...change, scope: { ...everything, league: 'Copa do Teste' } },
    { ...change, terms: { ...terms, priceFactor: 1.5 } },
    { ...change, scope: { ...everything, matchId: 'unknown' } },
  ])
    expect([404, 422]).toContain((await risk.post('/api/sports-rules/change-terms', wrong)).status)
  await risk.post('/api/sports-rules/change-terms', {
    ...change,
    terms: { ...terms, priceFactor: null, maxStakeCents: null },
  })

  const limits = { maxStakeCents: 2_00, maxWinCents: null, reason: 'knows too much' }
  await risk.post(`/api/sports-limits/${player.uId}/change`, limits)
  expect((await risk.get(`/api/sports-limits/${player.uId}`)).data).toEqual({
    id: player.uId,
    maxStakeCents: 2_00,
    maxWinCents: null,
  })
  const next = await addMatch('Ametista')
  expect((await bet(player.token, next, HOME, 3)).message).toBe('A aposta máxima é de R$ 2,00.')
  expect((await risk.post('/api/sports-limits/nobody/change', limits)).status).toBe(404)
  const old = { ...limits, maxStakeCents: 9_00, seen: { maxStakeCents: null, maxWinCents: null } }
  expect((await risk.post(`/api/sports-limits/${player.uId}/change`, old)).status).toBe(409)
  expect((await risk.get(`/api/sports-limits/${player.uId}`)).data).toMatchObject({ maxStakeCents: 2_00 })
  const fresh = { ...old, seen: { maxStakeCents: 2_00, maxWinCents: null } }
  expect((await risk.post(`/api/sports-limits/${player.uId}/change`, fresh)).status).toBe(200)
})

it('changes only the terms that are sent, and refuses a form that is older than the rule', async () => {
  const scope = { ...everything, sport: 'basketball' }
  const change = (terms: Partial<SportsTerms>, seen?: Partial<SportsTerms>) =>
    risk.post<SportsRule>('/api/sports-rules/change-terms', { scope, terms, seen, reason: 'a new season' })
  await change({ maxStakeCents: 50_00, maxWinCents: 500_00, maxExposureCents: 9_000_00 })
  expect((await change({ margin: 0.08 })).data).toMatchObject({
    margin: 0.08,
    maxStakeCents: 50_00,
    maxWinCents: 500_00,
    maxExposureCents: 9_000_00,
  })
  // Somebody else has changed the stake since this form was opened.
  expect((await change({ maxStakeCents: 80_00 }, { maxStakeCents: 20_00 })).status).toBe(409)
  expect((await change({ maxWinCents: null }, { maxWinCents: 500_00 })).data).toMatchObject({
    margin: 0.08,
    maxStakeCents: 50_00,
    maxWinCents: null,
  })
  const nothing = await change({})
  expect([nothing.status, nothing.data]).toMatchObject([
    422,
    { error: { fields: { 'terms.priceFactor': 'Change at least one value.' } } },
  ])
  await change({ margin: null, maxStakeCents: null, maxExposureCents: null })
})

/** What the work queue has of them, as risk's page asks; with other headers as another page does. */
async function overdueInQueue(headers?: Record<string, string>): Promise<QueueCount | undefined> {
  const { data: session } = await risk.get<SessionState>('/api/session')
  if (session.stage !== 'full') throw new Error(session.stage)
  const { data } = await risk.get<{ counts: QueueCount[] }>('/api/queue', {
    headers: headers ?? { [personHeader]: session.person.id },
  })
  return data.counts.find(({ kind }) => kind === 'overdueMatches')
}

it('shows matches with open bets whose result nobody has told, until they are settled', async () => {
  const player = await createUser({ balance: 100 })
  const [late, postponed, untouched] = [
    await addMatch('Jaspe'),
    await addMatch('Jade'),
    await addMatch('Jacinto'),
  ]
  for (const id of [late, postponed]) expect((await bet(player.token, id)).http).toBe(200)
  await post('/sandbox/api/feed', { matchId: postponed, period: -14 })
  const begin = async (hoursAgo: number) => {
    for (const matchId of [late, postponed, untouched]) {
      await post('/sandbox/api/feed', { matchId, startsInMs: -hoursAgo * 3_600_000 })
      await deps.db.write('update selection_exposure_slots set starts_at = $2 where match_id = $1', [
        matchId,
        new Date(deps.clock.now().getTime() - hoursAgo * 3_600_000),
      ])
    }
  }
  const overdue = async () =>
    (await risk.get<ListPage<MatchRow>>('/api/matches?stage=overdue')).data.data.map(({ id }) => id)
  await begin(11)
  expect(await overdue()).not.toContain(late)
  await begin(13)
  const after = await overdue()
  expect(after).toContain(late)
  for (const id of [postponed, untouched]) expect(after).not.toContain(id)
  expect(await overdueInQueue()).toMatchObject({ count: after.length, oldestAt: expect.any(String) })
  // A page that was open before there was this kind fails on it.
  expect(await overdueInQueue({})).toBeUndefined()
  const warned = vi.spyOn(deps.log, 'warn')
  await reportOverdueMatches(deps)
  expect(warned.mock.calls[0]?.[0]).toMatchObject({ matches: expect.arrayContaining([late]) })
  warned.mockRestore()
  watchOverdueMatches(deps)
  expect(await deps.metrics.text()).toContain(`palpite_matches_overdue ${after.length}`)
  // However long ago it began.
  await begin(8 * 24)
  expect(await overdue()).toContain(late)
  await risk.post(`/api/matches/${late}/settle`, { verdict: result(1, 0), reason: 'the feed never told' })
  await settleTickets(deps)
  expect(await overdue()).not.toContain(late)
})

it('counts overdue matches once a minute, however often the queue, the metrics and the log need them', async () => {
  const player = await createUser({ balance: 100 })
  const late = await addMatch('Lazulita')
  expect((await bet(player.token, late)).http).toBe(200)
  const startsInMs = -13 * 3_600_000
  await post('/sandbox/api/feed', { matchId: late, startsInMs })
  await deps.db.write('update selection_exposure_slots set starts_at = $2 where match_id = $1', [
    late,
    new Date(deps.clock.now().getTime() + startsInMs),
  ])
  await deps.clock.advance(60_000)
  const reads = vi.spyOn(deps.db, 'read')
  const counts = () => reads.mock.calls.filter(([sql]) => sql.includes('starts_at < $1')).length
  const gauge = /palpite_matches_overdue (\d+)/
  const number = Number(gauge.exec(await deps.metrics.text())?.[1])
  expect(number).toBeGreaterThan(0)
  for (let time = 0; time < 2; time++) {
    expect((await overdueInQueue())?.count).toBe(number)
    await reportOverdueMatches(deps)
  }
  expect(counts()).toBe(1)
  // What was decided meanwhile is gone at once.
  await risk.post(`/api/matches/${late}/settle`, { verdict: result(1, 0), reason: 'the feed never told' })
  await expect.poll(async () => gauge.exec(await deps.metrics.text())?.[1]).toBe(String(number - 1))
  expect(counts()).toBe(1)
  await deps.clock.advance(60_000)
  await deps.metrics.text()
  expect(counts()).toBe(2)
  reads.mockRestore()
})

it('settles a match at once; its correction needs a second person, and the preview says who pays what', async () => {
  const [winner, loser] = [await createUser({ balance: 100 }), await createUser({ balance: 100 })]
  const id = await addMatch('Basalto')
  const won = await bet(winner.token, id)
  await bet(loser.token, id, AWAY, 10, 4)
  const cash = async ({ uId }: { uId: string }) => (await deps.ledger.wallet(deps.db, uId)).cash
  const preview = async (verdict: Verdict) =>
    (await risk.get<VerdictPreview>(`/api/matches/${id}/preview?${query(verdict)}`)).data
  expect(await preview(result(1, 0))).toMatchObject({
    settled: 2,
    corrected: 0,
    paidCents: 25_00,
    needsSecondPerson: false,
  })
  expect((await risk.get(`/api/matches/${id}/preview?verdict=nonsense`)).status).toBe(422)
  const body = (verdict: Verdict) => ({ verdict, reason: 'the feed is late' })
  expect((await content.post(`/api/matches/${id}/settle`, body(result(1, 0)))).status).toBe(403)
  expect((await risk.post(`/api/matches/${id}/settle`, body(result(1, 0)))).status).toBe(200)
  await settleTickets(deps)
  expect([await cash(winner), await cash(loser)]).toEqual([115_00, 90_00])
  expect(await audited('matches.settle')).toMatchObject({
    subject_kind: 'match',
    subject_id: id,
    before: null,
    after: { state: { period: -1 }, settled: 2, paidCents: 25_00 },
  })

  const withoutReason = await risk.post(`/api/matches/${id}/settle`, body(result(0, 1)))
  expect(withoutReason.status).toBe(422)
  // A later protest changes nothing but what players read.
  const protest = { ...result(0, 1), correction: 'protest' } as const
  expect(await preview(protest)).toMatchObject({ settled: 0, corrected: 0, needsSecondPerson: false })
  expect((await risk.post(`/api/matches/${id}/settle`, body(protest))).status).toBe(200)
  await correctTickets(deps)
  expect([await cash(winner), await cash(loser)]).toEqual([115_00, 90_00])
  const correction = { ...result(0, 1), correction: 'wrongScore' } as const
  expect(await preview(correction)).toMatchObject({
    corrected: 2,
    paidCents: 40_00,
    takenBackCents: 25_00,
    needsSecondPerson: true,
  })
  const asked = await risk.post<{ approvalId: string }>(`/api/matches/${id}/settle`, body(correction))
  expect(asked.status).toBe(202)
  await correctTickets(deps)
  expect(await cash(winner)).toBe(115_00)
  const confirm = `/api/approvals/${asked.data.approvalId}/confirm`
  expect((await risk.post(confirm, { reason: 'my own' })).status).toBe(403)
  expect((await admin.post(confirm, { reason: 'seen on television' })).status).toBe(200)
  await correctTickets(deps)
  expect([await cash(winner), await cash(loser)]).toEqual([90_00, 130_00])
  expect(await audited('matches.settle')).toMatchObject({
    requested_by_name: expect.any(String),
    before: { state: { parts: { 1: { home: 1, away: 0 } } } },
    after: { corrected: 2 },
  })
  const [actor] = await deps.db.read<{ kind: string }>(
    `select actor_kind as kind from transfers where kind = 'correct' and ref_id = $1`,
    [won.data.ticketId],
  )
  expect(actor?.kind).toBe('staff')
  expect((await risk.get<MatchDetail>(`/api/matches/${id}`)).data.decision).toMatchObject({
    kind: 'result',
    correction: 'wrongScore',
  })

  const voided = await admin.post(`/api/matches/${id}/void`, body({ kind: 'voidMatch' }))
  expect(voided.status).toBe(202)
  const open = await addMatch('Calcita')
  await bet(winner.token, open)
  const market = { kind: 'voidMarket', market: 'winner:1' } as const
  expect((await risk.post(`/api/matches/${open}/void`, body(market))).status).toBe(200)
  await settleTickets(deps)
  expect(await cash(winner)).toBe(90_00)
  expect(await deps.ledger.violations()).toEqual([])
})

it('shows exposure, big bets and wins, links and hits; a hit is acknowledged once, with a note', async () => {
  const player = await createUser({ balance: 10_000 })
  const id = await addMatch('Dolomita')
  // A test account's bet is seen nowhere here.
  const tester = await createUser({ balance: 10_000, testFlag: '1' })
  expect((await bet(tester.token, id, HOME, 4_000)).http).toBe(200)
  const { data: ticket } = await bet(player.token, id, HOME, 3_000)
  const rows = async (search: string) =>
    (await risk.get<ListPage<ExposureRow>>(`/api/exposure?${search}`)).data.data
  for (const level of ['match', 'market', 'selection'])
    expect((await rows(`level=${level}`))[0]).toMatchObject({
      matchId: id,
      match: { home: 'Dolomita' },
      exposureCents: 4_500_00,
      key: level === 'selection' ? HOME : null,
    })
  expect(await rows('sport=tennis')).toEqual([])
  expect((await risk.get<ListPage<BigBetRow>>('/api/big-bets')).data.data).toMatchObject([
    { id: ticket.ticketId, kind: 'ticket', gameName: 'Esportes', stakeCents: 3_000_00, isSettled: false },
  ])
  await risk.post(`/api/matches/${id}/settle`, { verdict: result(2, 0), reason: 'over' })
  await settleTickets(deps)
  const wins = (search = '') => risk.get<ListPage<BigBetRow>>(`/api/big-wins?${search}`)
  expect((await wins()).data.data).toMatchObject([{ id: ticket.ticketId, payoutCents: 7_500_00 }])
  expect((await wins('least=450001')).data.data).toEqual([])
  expect((await wins('least=1')).status).toBe(422)

  await findRiskHits(deps)
  const hits = async (search: string) =>
    (await risk.get<ListPage<RiskHit>>(`/api/risk-hits?${search}`)).data.data
  const [hit] = await hits(`state=open&playerId=${player.uId}`)
  expect(hit).toMatchObject({ rule: 'bigStake', measured: 3_000_00, refId: ticket.ticketId })
  const counts = async () =>
    (await risk.get<{ counts: { kind: string; count: number }[] }>('/api/queue')).data.counts
  expect(await counts()).toContainEqual(expect.objectContaining({ kind: 'riskHits', count: 1 }))
  const address = `/api/risk-hits/${encodeURIComponent(hit?.id ?? '')}/acknowledge`
  expect((await support.post(address, { reason: 'fine' })).status).toBe(403)
  expect((await risk.post(address, { reason: 'a known player' })).data).toMatchObject({
    note: 'a known player',
  })
  expect((await risk.post(address, { reason: 'again' })).status).toBe(409)
  expect(await hits('state=open')).toEqual([])
  expect(await audited('riskHits.acknowledge')).toMatchObject({ reason: 'a known player' })

  const rules = { ...usualThresholds, bigStake: { isOn: true, threshold: 1_000_00 } }
  expect((await risk.post('/api/risk-rules/change', { rules, reason: 'a small house' })).status).toBe(200)
  expect((await risk.get('/api/risk-rules')).data).toEqual(rules)
  // From forms that were opened before: of other rules, and of the one that was changed meanwhile.
  const changed = (rule: object, seen: object) =>
    risk.post('/api/risk-rules/change', { rules: rule, seen, reason: 'an old form' })
  const { bigStake, bigWin } = usualThresholds
  expect((await changed({ bigWin: { isOn: false, threshold: 1_000_000 } }, { bigWin })).data).toEqual({
    ...rules,
    bigWin: { isOn: false, threshold: 1_000_000 },
  })
  expect((await changed({ bigStake: { isOn: true, threshold: 3_000_00 } }, { bigStake })).status).toBe(409)
  expect((await risk.get('/api/risk-rules')).data).toMatchObject({ bigStake: rules.bigStake })
  expect((await changed({}, {})).status).toBe(422)
  await changed({ bigWin }, { bigWin: { isOn: false, threshold: 1_000_000 } })
  const low = { ...rules, bigStake: { isOn: true, threshold: 1 } }
  expect((await risk.post('/api/risk-rules/change', { rules: low, reason: 'everything' })).status).toBe(422)

  const other = await createUser()
  for (const { uId } of [player, other]) await addMark(deps, deps.db, uId, 'browser', 'mesmo')
  const { linked } = (await risk.get<PlayerLinks>(`/api/risk-links/${player.uId}`)).data
  expect(linked.find(({ playerId }) => playerId === other.uId)?.kinds).toContain('browser')
})
