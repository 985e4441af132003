/** Prizes of a year: the player's statement and the operator's list, equal to the ledger. */
import { expect, inject, it } from 'vitest'
import { cents } from '#contract/money.ts'
import { createDb } from '#server/db/client.ts'
import { countPrizes, readPrizes } from '#server/domain/reports/prizes.ts'
import { createTestApp } from './helpers/testApp.ts'
import { databaseUrl } from './helpers/testPostgres.ts'

const t = await createTestApp({ JURISDICTION: 'br' })
const { deps } = t
const dayMs = 86_400_000
const actor = { kind: 'job', id: 'test' } as const

interface Prizes {
  year: number
  years: number[]
  sports: number
  games: number
  tax: { exempt: number; percent: number; net: number; taxable: number; amount: number } | null
}

let rounds = 0
/** A bet that is decided at once. Amounts in cents. */
async function play(
  userId: string,
  { stake, payout, wallet = 'cash' }: { stake: number; payout: number; wallet?: 'cash' | 'bonus' },
): Promise<void> {
  const roundId = `prize ${++rounds}`
  await deps.db.tx(async (tx) => {
    await deps.ledger.holdStake(tx, { userId, actor, amount: cents(stake), wallet, roundId })
    await deps.ledger.settleRound(tx, { userId, actor, roundId, payout: cents(payout) })
  })
}
const prizesOf = async (token: string) =>
  (await t.get<Prizes>('/api/app/limits/prizes?year=2026', { token })).data
const counted = () =>
  deps.db.read<{ user_id: string; year: number; games: number; net: number }>(
    'select user_id, year, games, net from prize_years where games <> 0 order by user_id, year',
  )

it('a statement has gains and losses of cash by year, what is free and the tax on the rest', async () => {
  await deps.clock.moveTo(new Date('2026-12-30T15:00:00Z'))
  const { token, uId } = await t.createUser({ balance: 100_000, freeBalance: 500, turnover: 5_000 })
  await play(uId, { stake: 10_000, payout: 3_000_000 })
  await play(uId, { stake: 20_000, payout: 0 })
  await play(uId, { stake: 1_000, payout: 900_000, wallet: 'bonus' })
  expect(await prizesOf(token)).toEqual({
    year: 2026,
    years: [2026],
    sports: 0,
    games: 29_700,
    tax: { exempt: 28_467.2, percent: 15, net: 29_700, taxable: 1_232.8, amount: 184.92 },
  })
  await deps.clock.advance(3 * dayMs)
  await play(uId, { stake: 50_000, payout: 0 })
  expect(await readPrizes(deps, uId, undefined)).toMatchObject({
    year: 2027,
    years: [2027, 2026],
    games: -50_000,
    net: 0,
    taxable: 0,
    tax: 0,
  })
  expect(await readPrizes(deps, uId, 2026)).toMatchObject({ games: 2_970_000, tax: 18_492 })
})

it('a day of so many players that it takes longer than a call may is counted', async () => {
  const { uId } = await t.createUser({ balance: 10_000 })
  await play(uId, { stake: 100, payout: 150 })
  await deps.clock.advance(2 * dayMs)
  await deps.db.write(
    `create function slow_prizes() returns trigger language plpgsql as 'begin perform pg_sleep(0.5); return new; end'`,
  )
  await deps.db.write(
    `create trigger slow_prizes before insert on prize_years for each row execute function slow_prizes()`,
  )
  const [{ name } = { name: '' }] = await deps.db.read<{ name: string }>('select current_database() as name')
  const db = createDb(databaseUrl(inject('postgresUrl'), name), { limits: { statementMs: 300, lockMs: 300 } })
  try {
    await countPrizes({ ...deps, db })
  } finally {
    await db.close()
    await deps.db.write('drop function slow_prizes cascade')
  }
  expect((await counted()).filter(({ user_id }) => user_id === uId)).toMatchObject([{ games: 50 }])
})

it('the operator’s list counts each finished day once, and equals the ledger', async () => {
  const { uId } = await t.createUser({ balance: 10_000 })
  const placedAt = deps.clock.now()
  await play(uId, { stake: 100, payout: 350 })
  await countPrizes(deps)
  expect((await counted()).filter(({ user_id }) => user_id === uId)).toEqual([])
  await deps.clock.moveTo(new Date(placedAt.getTime() + dayMs))
  await Promise.all([countPrizes(deps), countPrizes(deps)])
  await play(uId, { stake: 1_000, payout: 0 })
  await countPrizes(deps)
  expect((await counted()).filter(({ user_id }) => user_id === uId)).toEqual([
    { user_id: uId, year: 2027, games: 250, net: 250 },
  ])
  await deps.clock.advance(dayMs)
  await countPrizes(deps)
  const ledger = await deps.db.read(
    `select user_id, extract(year from ledger_day(at))::int as year, sum((args ->> 'payout')::bigint - (args ->> 'stake')::bigint)::bigint as games,
       greatest(sum((args ->> 'payout')::bigint - (args ->> 'stake')::bigint), 0)::bigint as net
      from transfers where kind in ('settle', 'play', 'correct') and ref_type = 'round' and args ->> 'wallet' = 'cash'
      group by 1, 2 order by 1, 2`,
  )
  expect(await counted()).toEqual(ledger)
  expect(await deps.ledger.violations()).toEqual([])
})
