import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import brand from '#brand/brand.json' with { type: 'json' }
import { cents } from '#contract/money.ts'
import type { GameRow, HouseRow, MoneyRow, ReportOverview } from '#contract/office/reports.ts'
import { checkDay, checkReports, compareDay } from '#server/domain/reports/check.ts'
import {
  readGames,
  readMoney,
  readRevenue,
  readTotals,
  type DayRange,
} from '#server/domain/reports/revenue.ts'
import { rebuildReports, rollUpReports } from '#server/domain/reports/rollUp.ts'
import { taxOf } from '#server/domain/reports/tax.ts'
import { issueVoucher } from '#server/domain/payments/vouchers.ts'
import { handlePayoutNotification } from '#server/domain/payments/payouts.ts'
import { approveWithdrawal } from '#server/domain/payments/withdrawals.ts'
import { runJobs } from '#server/jobs/jobs.ts'
import { watchGauges } from '#server/observe/gauges.ts'
import { addSandboxStaff } from '#server/office/identity/sandboxStaff.ts'
import { correctTickets } from '#server/sports/corrections.ts'
import { loadProfile } from '#server/config/jurisdictions.ts'
import { returnSandboxPayout } from '#server/providers/payout/sandbox/SandboxPayouts.ts'
import { randomCpf } from '#server/sandbox/cpf.ts'
import { playedRound } from './helpers/playedRound.ts'
import { officeOf, officeOrigin } from './helpers/testOffice.ts'
import { createSlips } from './helpers/slips.ts'
import { testActor } from './helpers/testActor.ts'

const slips = await createSlips()
const { server, feed, now, leg, match, player, bet, cashOut, settle } = slips
const { deps, post } = server
const { db, clock, ledger } = deps

const hour = 3_600_000
/** The clock starts on this day, a Wednesday, at 15:00 in Brasília. */
const wednesday = '2027-03-10'
const thursday = '2027-03-11'
const both: DayRange = { from: wednesday, to: thursday }
const rates = loadProfile('br').revenueTax

const tables = ['bets', 'money', 'accounts', 'actives', 'last_bets', 'registrations', 'days']
/** Every row of the reports, but when they were compared. */
async function everything(): Promise<unknown> {
  const rows = tables.map((table) =>
    db.read(
      `select to_jsonb(t) - 'checked_at' - 'checked_id' as row from report_${table} t order by to_jsonb(t)::text`,
    ),
  )
  return Promise.all(rows)
}

const oneDay = async (day: string) => {
  const [row] = await readRevenue(db, { from: day, to: day }, 'day', rates)
  if (!row) throw new Error(`no row of ${day}`)
  return row
}

const gamesOf = async (day: string) =>
  Object.fromEntries(
    (await readGames(db, { from: day, to: day }, 'day')).map(({ game, placed, settled, ggr, actives }) => [
      game,
      { placed, settled, ggr, actives },
    ]),
  )

const differencesOf = async () => ({
  [wednesday]: await compareDay(db, wednesday),
  [thursday]: await compareDay(db, thursday),
})
const none = { [wednesday]: [], [thursday]: [] }

/** Plays a day with every kind of posting, and what follows from it on the next. */
async function playTwoDays(): Promise<void> {
  const [ana, bruno] = [await player(1_000, { freeBalance: 100, kyc: 1 }), await player(500, { kyc: 1 })]
  const play = async (game: string, body: object) => {
    const { http, data } = await post<{ roundId: string }>(`/api/app/game/${game}`, body, {
      token: ana.token,
    })
    expect({ game, http }).toEqual({ game, http: 200 })
    return data.roundId
  }
  // Games: decided at once, from both wallets; tap by tap, over midnight; refunded.
  await play('dice/bet', { amount: 10, direction: 'over', chance: 50 })
  await play('dice/bet', { amount: 5, direction: 'over', chance: 50, wallet: 'freeBalance' })
  await play('limbo/bet', { amount: 3, target: 2 })
  const mines = await play('mines/bet', { amount: 7, mineCount: 3 })
  await playedRound(deps, { userId: bruno.uId, stake: 20_00, payout: 5_00, game: 'double' })
  const back = { userId: bruno.uId, roundId: randomUUID(), actor: testActor }
  await ledger.holdStake(db, { ...back, amount: cents(9_00), wallet: 'cash' })
  await ledger.refundRound(db, back)

  // Sports: lost and then corrected to won on the next day; part of a stake cashed out; a ticket on two sports; one open.
  const corrected = match(2)
  await bet(ana, [leg(corrected)])
  const part = match(2)
  const ticket = await bet(bruno, [leg(part)])
  await cashOut(bruno, ticket.data.ticketId, { part: 4, amount: 3.8 })
  await bet(bruno, [leg(match(2)), leg(match(3, { sport: 'tennis' }), 3)])
  feed.finish(corrected, 0, 1, now())
  feed.finish(part, 1, 0, now())
  await settle()

  // Money: a package with a bonus, a voucher, bonuses of two kinds, withdrawals paid, failed and sent back.
  const order = await post<{ orderId: string }>(
    '/api/app/order/prePay/brl-500',
    { gift: 1, pkgId: 'brl-500', isapp: 0 },
    { token: ana.token },
  )
  expect(order.http).toBe(200)
  await post(`/sandbox/api/orders/${order.data.orderId}/pay`)
  const voucher = await issueVoucher(deps, { amount: cents(40_00), lifetimeMs: hour })
  await post('/api/app/vouchers/redeem', { code: voucher.code }, { token: bruno.token })
  for (const kind of ['promotion', 'rebate'])
    await ledger.grantBonus(db, {
      actor: testActor,
      userId: bruno.uId,
      kind,
      refId: 'gift',
      amount: cents(6_00),
      wallet: kind === 'rebate' ? 'cash' : 'bonus',
    })
  const withdraw = async () => {
    const carla = await player(500, { kyc: 1 })
    const body = {
      payCardBank: 'CPF',
      payCardNo: randomCpf(),
      name: 'Ana',
      amount: 60,
      ifsc: '',
      whatsapp: '',
    }
    const { http, data } = await post<{ orderId: string }>('/api/app/order/withdraw', body, {
      token: carla.token,
    })
    expect(http).toBe(200)
    await approveWithdrawal(deps, testActor, data.orderId)
    await runJobs(deps)
    return data.orderId
  }
  await withdraw()
  const returned = await withdraw()

  const reversal = {
    orderId: order.data.orderId,
    reversalId: 'back',
    amount: cents(30_00),
    taken: cents(20_00),
  }
  await ledger.reverseDeposit(db, {
    actor: { kind: 'provider', id: 'sandbox' },
    userId: ana.uId,
    ...reversal,
  })

  await clock.advance(10 * hour)
  await returnSandboxPayout(deps, returned)
  await handlePayoutNotification(deps, { id: returned })
  await play('mines/open', { roundId: mines, tile: 0 })
  feed.finish(corrected, 1, 0, now())
  await correctTickets(deps)
  await play('dice/bet', { amount: 2, direction: 'over', chance: 50 })
}

beforeAll(playTwoDays, 60_000)
beforeEach(() => void vi.restoreAllMocks())
afterAll(async () => expect(await ledger.violations()).toEqual([]))

describe('a day that was played', () => {
  it('is the same in the reports and in the ledger, to the cent', async () => {
    await rollUpReports(deps)
    expect(await differencesOf()).toEqual(none)

    // Each account of the house, by the view of the ledger's entries.
    const accounts = await db.read<{ day: string; account: string; cents: number }>(
      `select ledger_day(t.at)::text as day, e.account::text, sum(e.amount)::bigint as cents
       from entries e join transfers t on t.id = e.transfer_id where e.account >= 'house_provider' group by 1, 2`,
    )
    const sumOf = (account: string, day: string) =>
      accounts.find((row) => row.account === account && row.day === day)?.cents ?? 0
    for (const day of [wednesday, thursday]) {
      const row = await oneDay(day)
      expect(row).toMatchObject({
        ggr: sumOf('house_games', day),
        bonusCost: 0 - sumOf('house_bonus', day),
        deposits: 0 - sumOf('house_provider', day),
        vouchers: 0 - sumOf('house_vouchers', day),
        withdrawals: sumOf('house_payout', day),
        fees: sumOf('house_fees', day),
        debts: 0 - sumOf('house_debts', day),
        adjustments: 0 - sumOf('house_sandbox', day),
        ngr: row.ggr - row.bonusCost - row.tax,
        tax: Math.round(row.taxBase * 0.14),
      })
    }
    const [wallets] = await db.read(
      `select sum(cash)::bigint as cash, sum(bonus)::bigint as bonus, sum(hold_withdrawal)::bigint as "heldWithdrawals",
         (select sum(stake)::bigint from game_rounds where status = 'open') as "openRounds",
         (select sum(stake)::bigint from tickets where state in (-10, 0)) as "openTickets" from wallets`,
    )
    expect((await oneDay(thursday)).liabilities).toEqual(wallets)
    // What was held over midnight.
    expect((await oneDay(wednesday)).liabilities).toMatchObject({ openRounds: 7_00, openTickets: 10_00 })
  })

  it('says what each game and sport earned, and counts a correction on the day of the correction', async () => {
    expect(await gamesOf(wednesday)).toMatchObject({
      dice: { placed: 2, settled: 2, actives: 1 },
      limbo: { placed: 1, settled: 1, actives: 1 },
      mines: { placed: 1, settled: 0, ggr: 0, actives: 1 },
      double: { placed: 1, settled: 1, ggr: 15_00, actives: 1 },
      // Lost 10, and 4 of 10 cashed out for 3.80, the rest of 6 won 12.
      football: { placed: 2, settled: 2, ggr: 10_00 + 20 - 6_00, actives: 2 },
      mixed: { placed: 1, settled: 0, ggr: 0, actives: 1 },
    })
    expect(await gamesOf(thursday)).toMatchObject({
      football: { placed: 0, settled: 0, ggr: -20_00, actives: 0 },
    })
    expect((await oneDay(thursday)).corrections).toBe(20_00)
    expect((await oneDay(wednesday)).refunds).toBe(9_00)
    expect((await readGames(db, both, 'range')).find(({ game }) => game === 'football')).toMatchObject({
      starts: wednesday,
      ggr: 4_20 - 20_00,
    })
  })

  it('says which bonuses were given, what came and went, and who was there', async () => {
    const money = await readMoney(db, both, 'range')
    const of = (kind: string) =>
      Object.fromEntries(money.filter((row) => row.kind === kind).map((row) => [row.detail, row.cents]))
    expect(of('deposit')).toEqual({ sandbox: 500_00 })
    expect([of('depositReversed'), of('debt')]).toEqual([{ sandbox: 30_00 }, { '': 10_00 }])
    expect(of('voucher')).toEqual({ '': 40_00 })
    expect(of('bonus')).toMatchObject({ promotion: 6_00, rebate: 6_00, deposit: expect.any(Number) })
    const [{ paid, back } = { paid: 0, back: 0 }] = await db.read<{ paid: number; back: number }>(
      `select sum(amount - fee)::bigint as paid, sum(amount - fee) filter (where status = 'returned')::bigint as back
       from withdrawals`,
    )
    expect([of('withdrawal'), of('withdrawalReturned')]).toEqual([{ CPF: paid }, { CPF: back }])
    expect(back).toBeGreaterThan(0)
    expect((await oneDay(wednesday)).withdrawals).toBe(paid)
    expect((await oneDay(thursday)).withdrawals).toBe(-back)
    expect(await oneDay(wednesday)).toMatchObject({
      registrations: 4,
      firstDeposits: 2,
      firstDepositCents: 540_00,
      depositCount: 1,
      actives: 2,
    })
    expect(await oneDay(thursday)).toMatchObject({ registrations: 0, firstDeposits: 0, actives: 1 })
    const [week] = await readRevenue(db, both, 'week', rates)
    expect(week).toMatchObject({ starts: '2027-03-08', actives: 2 })
    const { ggr, liabilities } = await readTotals(db, both, rates)
    expect({ ggr, liabilities }).toEqual({ ggr: week?.ggr, liabilities: week?.liabilities })
    // A quiet day has its row.
    expect(await oneDay('2027-03-14')).toMatchObject({ placed: 0, ggr: 0, actives: 0, liabilities })
  })

  it('is not counted again by a second run, nor by two at once, and a rebuild finds the same', async () => {
    const before = await everything()
    await rollUpReports(deps)
    expect(await everything()).toEqual(before)
    await db.write('update report_position set through = through')
    await Promise.all([rebuildReports(deps), rollUpReports(deps), rollUpReports(deps)])
    expect(await everything()).toEqual(before)
  })
})

describe('the job', () => {
  it('counts a posting that is committed after others with a higher number, once', async () => {
    const [early, late] = [await player(100), await player(100)]
    await rollUpReports(deps)
    const before = await oneDay(thursday)
    let rolled: Promise<void> | undefined
    await db.tx(async (tx) => {
      await ledger.grantBonus(tx, {
        actor: testActor,
        userId: early.uId,
        kind: 'gift',
        refId: 'early',
        amount: cents(1_00),
        wallet: 'cash',
      })
      await ledger.grantBonus(db, {
        actor: testActor,
        userId: late.uId,
        kind: 'gift',
        refId: 'late',
        amount: cents(2_00),
        wallet: 'cash',
      })
      const stopping = new AbortController()
      rolled = rollUpReports(deps)
      // Nothing is counted past the open transaction.
      const stopped = rollUpReports(deps, stopping.signal)
      stopping.abort()
      await expect(stopped).rejects.toThrow('aborted')
      expect((await oneDay(thursday)).bonusCost).toBe(before.bonusCost)
    })
    await rolled
    await rollUpReports(deps)
    expect((await oneDay(thursday)).bonusCost).toBe(before.bonusCost + 3_00)
    expect(await compareDay(db, thursday)).toEqual([])
  })

  it('that dies in a batch leaves nothing of it behind', async () => {
    const { uId } = await player(100)
    await playedRound(deps, { userId: uId, stake: 4_00, game: 'double' })
    const before = await everything()
    const dying = {
      ...deps,
      db: {
        ...db,
        tx: <T>(fn: Parameters<typeof db.tx<T>>[0]) =>
          db.tx<T>(async (tx) => {
            await fn(tx)
            throw new Error('killed')
          }),
      },
    }
    await expect(rollUpReports(dying)).rejects.toThrow('killed')
    expect(await everything()).toEqual(before)
    await rollUpReports(deps)
    expect(await compareDay(db, thursday)).toEqual([])
    expect((await gamesOf(thursday))['double']).toMatchObject({ placed: 1, ggr: 4_00 })
  })

  it('that is interrupted between batches goes on where it was', async () => {
    const { uId } = await player(100)
    const bets = async () => (await gamesOf(thursday))['double']?.placed ?? 0
    const before = await bets()
    for (let bet = 0; bet < 3; bet++) {
      await playedRound(deps, { userId: uId, stake: 1_00, game: 'double' })
      // More ids than the first batches take.
      await db.write(`select setval('transfers_id_seq', last_value + 30000) from transfers_id_seq`)
    }
    const stopping = new AbortController()
    const interrupted = {
      ...deps,
      db: {
        ...db,
        tx: async <T>(fn: Parameters<typeof db.tx<T>>[0]) => {
          const isMore = await db.tx<T>(fn)
          stopping.abort()
          return isMore
        },
      },
    }
    await rollUpReports(interrupted, stopping.signal)
    expect(await bets()).toBe(before + 1)
    await rollUpReports(deps)
    expect(await bets()).toBe(before + 3)
    const counted = await everything()
    expect(await compareDay(db, thursday)).toEqual([])
    await rebuildReports(deps)
    expect(await everything()).toEqual(counted)
  })

  it('counts a player once a day, week and month, also when the days come in the wrong order', async () => {
    const { uId } = await player(1_000)
    const days = [
      '2027-05-31',
      '2027-06-01',
      '2027-05-30',
      '2027-05-31',
      '2027-06-02',
      '2027-05-29',
      '2027-06-01',
    ]
    for (const [index, day] of days.entries()) {
      await clock.moveTo(new Date(`${day}T15:00:00Z`))
      await playedRound(deps, { userId: uId, stake: 1_00, game: index % 2 === 0 ? 'double' : 'dice' })
      // Some days come in a run of their own, some together.
      if (index % 3 !== 1) await rollUpReports(deps)
    }
    await rollUpReports(deps)
    const counted = await db.read(
      `select period, starts::text, product, game, players from report_actives where starts >= '2027-05-01' order by 1, 2, 3, 4`,
    )
    const expected = await db.read(
      `select period, date_trunc(period, ledger_day(t.at)::timestamp)::date::text as starts, product, scope.game,
         count(distinct t.user_id) as players
       from transfers t join game_rounds r on r.id = t.ref_id
         cross join lateral (values ('*', '*'), ('game', '*'), ('game', r.game)) as scope (product, game)
         cross join (values ('day'), ('week'), ('month')) as each (period)
       where t.kind = 'play' and t.at > '2027-05-01' group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
    )
    expect(counted).toEqual(expected)
    expect(counted.length).toBeGreaterThan(20)
  })

  it('counts by the brand under which a player registered; who registered before is of this server’s', async () => {
    const day = '2027-06-20'
    await clock.moveTo(new Date(`${day}T15:00:00Z`))
    const stakes: Record<string, number> = { [brand.id]: 1_00, mirante: 2_00, '': 4_00 }
    for (const [id, stake] of Object.entries(stakes)) {
      const { uId } = await player(100)
      if (id !== brand.id) await db.write('update users set brand = $2 where id = $1', [uId, id])
      await playedRound(deps, { userId: uId, stake, game: 'double' })
    }
    await rollUpReports(deps)
    const range = { from: day, to: day }
    const of = async (id?: string) => {
      const [row] = await readRevenue(db, range, 'day', rates, { brand: id })
      const [game] = await readGames(db, range, 'day', { brand: id })
      const [given] = await readMoney(db, range, 'range', { brand: id })
      return [row?.ggr, row?.registrations, row?.actives, game?.actives, given?.cents, row?.liabilities.cash]
    }
    const before = (id: string) =>
      readTotals(db, { from: '2027-01-01', to: '2027-06-19' }, rates, { brand: id })
    const cash = (await before(brand.id)).liabilities.cash
    expect(await of('mirante')).toEqual([2_00, 1, 1, 1, 100_00, 98_00])
    expect(await of(brand.id)).toEqual([5_00, 2, 2, 2, 200_00, cash + 195_00])
    expect(await of()).toEqual([7_00, 3, 3, 3, 300_00, cash + 293_00])
    expect(await of('other')).toEqual([0, 0, 0, undefined, undefined, 0])
    expect(await compareDay(db, day)).toEqual([])
  })

  it('goes on where the numbers of postings jump to the next partition', async () => {
    const { uId } = await player(100)
    await db.write('select keep_transfer_partitions(1)')
    await clock.moveTo(new Date('2027-07-01T15:00:00Z'))
    await playedRound(deps, { userId: uId, stake: 3_00, game: 'double' })
    await rollUpReports(deps)
    expect((await oneDay('2027-07-01')).placedCents).toBe(3_00)
    const [row] = await db.read<{ through: number }>('select through from report_position')
    expect(row?.through).toBeGreaterThanOrEqual(1_000_000_000)
  })
})

describe('the comparison with the ledger', () => {
  const metric = async () => /^palpite_report_differences (\S+)$/m.exec(await deps.metrics.text())?.[1]

  it('compares each finished day once a night, and again when it has changed', async () => {
    watchGauges(deps)
    await clock.moveTo(new Date('2027-07-02T15:00:00Z'))
    await checkReports(deps, new Date())
    expect(await metric()).toBe('0')
    const compared = () =>
      db.read<{ day: string; at: Date }>(
        'select day::text, checked_at as at from report_days where checked_at is not null order by 1',
      )
    const first = await compared()
    expect(first.map(({ day }) => day)).toEqual(expect.arrayContaining([wednesday, thursday, '2027-07-01']))
    await checkReports(deps, new Date(0))
    expect(await compared()).toEqual(first)

    await clock.moveTo(new Date(`${thursday}T15:00:00Z`))
    const { uId } = await player(100)
    await playedRound(deps, { userId: uId, stake: 1_00, game: 'double' })
    await rollUpReports(deps)
    await clock.moveTo(new Date('2027-07-02T15:00:00Z'))
    await checkReports(deps, new Date(Date.now() + hour))
    const again = (await compared()).filter(({ day, at }) =>
      first.some((one) => one.day === day && one.at < at),
    )
    // Yesterday is always compared.
    expect(again.map(({ day }) => day)).toEqual([thursday, '2027-07-01'])
  })

  it('raises the alarm for one cent, until the reports are rebuilt', async () => {
    const logged = vi.spyOn(deps.log, 'error').mockImplementation(() => undefined)
    await db.write(`update report_bets set payouts = payouts + 1 where day = $1 and game = 'double'`, [
      thursday,
    ])
    expect(await checkDay(deps, thursday)).toEqual([
      { what: `bets ${brand.id}:game:double:cash payouts`, reported: 1, ledger: 0 },
      { what: 'revenue games cents', reported: expect.any(Number), ledger: expect.any(Number) },
    ])
    expect(logged).toHaveBeenCalledWith(
      { day: thursday, differences: 2 },
      'reports differ from the ledger: see report_differences',
    )
    expect(await metric()).toBe('2')
    await rebuildReports(deps)
    expect(await checkDay(deps, thursday)).toEqual([])
    expect(await metric()).toBe('0')
  })

  it('finds a posting that was never counted', async () => {
    const { uId } = await player(100)
    await playedRound(deps, { userId: uId, stake: 1_00, game: 'double' })
    await db.write('update report_position set through = (select last_value from transfers_id_seq)')
    const found = await compareDay(db, '2027-07-02')
    expect(found).toContainEqual({
      what: `bets ${brand.id}:game:double:cash stakes`,
      reported: 0,
      ledger: 1_00,
    })
    await rebuildReports(deps)
  })

  it('of a day whose rounds are archived compares the games in one sum', async () => {
    await db.write(
      `insert into archived_rounds (partition, before_id, rounds) values ('game_rounds_old', 'zzz', 1)`,
    )
    await db.write(`delete from game_rounds where game = 'dice' and created_at < '2027-03-11'`)
    expect(await compareDay(db, wednesday)).toEqual([])
    await db.write('delete from archived_rounds')
    expect(await compareDay(db, wednesday)).not.toEqual([])
  })
})

describe('the tax', () => {
  it('has the rate of each day, and is rounded once', () => {
    const on = (day: string, base: number) => taxOf(rates, [{ day, base: cents(base) }])
    expect([on('2024-12-31', 100_00), on('2025-01-01', 100_00), on('2026-04-01', 100_00)]).toEqual([
      0, 12_00, 13_00,
    ])
    expect(on('2027-01-01', 25)).toBe(4)
    expect(on('2027-01-01', -25)).toBe(-4)
    expect(
      taxOf(rates, [
        { day: '2026-12-31', base: cents(50) },
        { day: '2027-01-01', base: cents(50) },
      ]),
    ).toBe(14)
  })
})

describe('the back office', () => {
  it('shows the reports and gives them as files, in the language of the reader', async () => {
    await clock.moveTo(new Date(`${thursday}T15:00:00Z`))
    await addSandboxStaff(deps)
    const { as } = await officeOf(server, { ...deps.config, officeUrl: officeOrigin })
    const cashier = await as('cashier')
    const { data: overview } = await cashier.get<ReportOverview>('/api/reports/overview')
    expect(overview).toMatchObject({ today: thursday, taxBasisPoints: 0, differences: 0 })
    const span = (name: string) => overview.spans.find((each) => each.name === name)
    const [yesterday, now] = [await oneDay(wednesday), await oneDay(thursday)]
    expect(span('yesterday')).toMatchObject({
      from: wednesday,
      to: wednesday,
      current: { ggrCents: yesterday.ggr },
    })
    expect(span('today')).toMatchObject({
      current: { ggrCents: now.ggr },
      before: { ggrCents: yesterday.ggr },
    })
    expect(span('last7')).toMatchObject({
      from: '2027-03-05',
      current: { ggrCents: now.ggr + yesterday.ggr },
    })
    expect(span('month')).toMatchObject({ from: '2027-03-01', to: thursday, before: { placed: 0 } })

    const range = `from=${wednesday}&to=${thursday}`
    const house = await cashier.get<{ rows: HouseRow[]; total: HouseRow }>(
      `/api/reports/house?${range}&by=day`,
    )
    expect(house.data.rows.map(({ starts, ggrCents }) => [starts, ggrCents])).toEqual([
      [wednesday, yesterday.ggr],
      [thursday, now.ggr],
    ])
    expect(house.data.total).toMatchObject({ ggrCents: yesterday.ggr + now.ggr, actives: null })
    const games = await cashier.get<{ rows: GameRow[] }>(`/api/reports/games?${range}&by=range`)
    expect(games.data.rows).toContainEqual(
      expect.objectContaining({ game: 'mines', name: 'Mines', product: 'game' }),
    )
    const money = await cashier.get<{ rows: MoneyRow[] }>(`/api/reports/money?${range}&by=month`)
    expect(money.data.rows).toContainEqual({
      starts: '2027-03-01',
      kind: 'voucher',
      detail: '',
      count: 1,
      cents: 40_00,
    })
    const wrong = await cashier.get(`/api/reports/house?from=${thursday}&to=${wednesday}`)
    expect(wrong.status).toBe(422)
    expect((await cashier.get(`/api/reports/house.csv?${range}`)).status).toBe(403)

    const compliance = await as('compliance')
    const file = async (noun: string, language: string) => {
      const { data } = await compliance.get<string>(`/api/reports/${noun}.csv?${range}`, {
        headers: { 'accept-language': language },
      })
      return data.replace('\ufeff', '').trim().split('\n')
    }
    const [head, first] = await file('house', 'pt-BR')
    expect(head).toMatch(/^Início;Marca;Moeda;GGR;Custo de bônus;Imposto;NGR;/)
    expect(first).toContain(`;${(yesterday.ggr / 100).toFixed(2).replace('.', ',')};`)
    expect((await file('games', 'en'))[0]).toMatch(/^From,Brand,Currency,Product,Code,Name,Provider,GGR,/)
    expect(await file('money', 'en')).toContain(`${wednesday},${brand.id},BRL,voucher,,1,40.00`)
    // What players won is a number below zero, not a text that no spreadsheet adds up.
    expect(await file('games', 'en')).toContainEqual(
      expect.stringMatching(`^${thursday},${brand.id},BRL,sport,football,,,-20\\.00,`),
    )
    // Every brand for itself, and one.
    const brandDay = 'from=2027-06-20&to=2027-06-20'
    const brands = await compliance.get<string>(`/api/reports/games.csv?${brandDay}&lang=en`)
    expect(
      brands.data
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',').slice(0, 6).join()),
    ).toEqual([`2027-06-20,${brand.id},BRL,game,double,Double`, '2027-06-20,mirante,BRL,game,double,Double'])
    const one = await cashier.get<{ total: HouseRow }>(`/api/reports/house?${brandDay}&brand=mirante`)
    expect(one.data.total.ggrCents).toBe(2_00)
    expect(overview.brands).toEqual([
      { id: brand.id, name: brand.name },
      { id: 'mirante', name: 'mirante' },
    ])
    const [exported] = await db.read(
      `select after from office.staff_audit where action = 'reports.exportHouse' order by id desc limit 1`,
    )
    expect(exported).toEqual({ after: { filter: { from: wednesday, to: thursday, by: 'day' } } })
  })
})
