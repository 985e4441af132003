import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { usualThresholds } from '#contract/rules/risk.ts'
import { addMark, storeMark } from '#server/domain/accounts/marks.ts'
import { eraseAccount } from '#server/domain/accounts/personalData.ts'
import { payoutKeyIndex } from '#server/domain/payments/payoutKeys.ts'
import { linkedAccounts } from '#server/domain/risk/linkedAccounts.ts'
import { acknowledgeHit, findRiskHits } from '#server/domain/risk/riskHits.ts'
import { writeSetting } from '#server/domain/installation/settings.ts'
import { createSlips } from './helpers/slips.ts'

const { server, match, leg, player, bet, feed, now, settle } = await createSlips()
const { deps } = server

const hits = (rule: string) =>
  deps.db.read<{ user_id: string; measured: number; ref_id: string | null }>(
    'select user_id, measured, ref_id from risk_hits where rule = $1 order by at, user_id',
    [rule],
  )
const session = (
  userId: string,
  { browser = null, device = '' }: { browser?: string | null; device?: string },
) =>
  deps.db.write(
    `insert into sessions (id, token_hash, user_id, device_id, browser_id, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $6)`,
    [randomUUID(), Buffer.from(randomUUID()), userId, device, browser, now()],
  )
const withdrawal = async (userId: string, key: string = randomUUID()) => {
  const id = randomUUID()
  await deps.db.write(
    `insert into withdrawals (id, user_id, type, key_encrypted, key_masked, key_index, amount, created_at)
     values ($1, $2, 'CPF', 'x', 'x', $3, 100, $4)`,
    [id, userId, Buffer.from(key), now()],
  )
  return id
}

it('finds each thing once, from the threshold on, and somebody acknowledges it with a note', async () => {
  const owner = await player(20_000)
  const id = match(6)
  const big = await bet(owner, [leg(id, 6)], { amount: 2_000 })
  await bet(owner, [leg(id, 6)], { amount: 1_999.99 })
  await findRiskHits(deps)
  await findRiskHits(deps)
  expect(await hits('bigStake')).toEqual([
    { user_id: owner.uId, measured: 2_000_00, ref_id: big.data.ticketId },
  ])
  expect(await hits('bigWin')).toEqual([])
  await deps.clock.advance(3_600_000)
  feed.finish(id, 1, 0, now())
  await settle()
  await findRiskHits(deps)
  expect(await hits('bigWin')).toEqual([
    { user_id: owner.uId, measured: 10_000_00, ref_id: big.data.ticketId },
  ])

  const often = await player()
  for (let i = 0; i < 4; i++) await withdrawal(often.uId)
  await findRiskHits(deps)
  expect(await hits('manyWithdrawals')).toEqual([])
  await withdrawal(often.uId)
  await withdrawal(often.uId)
  await findRiskHits(deps)
  expect(await hits('manyWithdrawals')).toEqual([{ user_id: often.uId, measured: 6, ref_id: null }])

  const [one, two, three] = [await player(), await player(), await player()]
  for (const { uId } of [one, two]) await session(uId, { browser: 'casa' })
  await findRiskHits(deps)
  expect(await hits('sharedDevice')).toEqual([])
  await session(three.uId, { browser: 'casa' })
  await findRiskHits(deps)
  expect(await hits('sharedDevice')).toMatchObject([{ measured: 3 }])

  const [hit] = await deps.db.read<{ id: string }>(`select id from risk_hits where rule = 'bigWin'`)
  const acknowledge = () =>
    deps.db.tx((tx) => acknowledgeHit(deps, tx, { id: hit?.id ?? '', staffId: 'ana', note: 'fair' }))
  expect(await acknowledge()).toMatchObject({ acknowledged_by: 'ana', note: 'fair', user_id: owner.uId })
  expect(await acknowledge()).toBeUndefined()
})

it('tells of many or large deposits within 24 hours, of each once, and of no older ones', async () => {
  const deposit = ({ uId }: { uId: string }, reais: number) =>
    deps.db.write(
      `insert into orders (id, user_id, package_id, provider, principal, status, created_at, expires_at, paid_at)
       values ($1, $2, (select id from deposit_packages limit 1), 'sandbox', $3, 'paid', $4, $4, $4)`,
      [randomUUID(), uId, reais * 100, now()],
    )
  const [often, slow, rich] = [await player(), await player(), await player()]
  await deposit(slow, 9_000)
  for (let i = 0; i < 9; i++) await deposit(often, 20)
  await findRiskHits(deps)
  expect([await hits('manyDeposits'), await hits('depositSum')]).toEqual([[], []])
  await deps.clock.advance(3_600_000)
  await deposit(often, 20)
  await deposit(rich, 10_000)
  await findRiskHits(deps)
  await findRiskHits(deps)
  expect(await hits('manyDeposits')).toEqual([{ user_id: often.uId, measured: 10, ref_id: null }])
  expect(await hits('depositSum')).toEqual([{ user_id: rich.uId, measured: 10_000_00, ref_id: null }])
  // The first deposit is a day old now.
  await deps.clock.advance(23 * 3_600_000 + 60_000)
  await deposit(slow, 9_000)
  await findRiskHits(deps)
  expect((await hits('depositSum')).map(({ user_id }) => user_id)).not.toContain(slow.uId)
})

it('tells of a withdrawal of what was hardly played with, not of one after play', async () => {
  const [idle, active] = [await player(1_000), await player(1_000)]
  for (const { uId } of [idle, active]) {
    await deps.db.write(
      `insert into orders (id, user_id, package_id, provider, principal, status, created_at, expires_at, paid_at)
       values ($1, $2, (select id from deposit_packages limit 1), 'sandbox', 20000, 'paid', $3, $3, $3)`,
      [randomUUID(), uId, now()],
    )
  }
  const id = match(2)
  await bet(active, [leg(id)], { amount: 100 })
  await bet(idle, [leg(id)], { amount: 99.99 })
  await deps.clock.advance(3_600_000)
  feed.finish(id, 0, 1, now())
  await settle()
  await withdrawal(active.uId)
  const idleId = await withdrawal(idle.uId)
  await findRiskHits(deps)
  expect(await hits('depositWithoutPlay')).toEqual([{ user_id: idle.uId, measured: 49, ref_id: idleId }])
})

it('shows a new account that has phone, browser or device in common with one in a pause, and refuses nothing', async () => {
  const paused = await player(0)
  await addMark(deps, deps.db, paused.uId, 'phone', '+5511987650009')
  await addMark(deps, deps.db, paused.uId, 'browser', 'em pausa')
  await addMark(deps, deps.db, paused.uId, 'device', 'modelo')
  const months = { months: 6 }
  expect((await server.post('/api/app/limits/selfExclude', months, { token: paused.token })).http).toBe(200)
  await deps.db.tx((tx) => eraseAccount(deps, tx, paused.uId, paused.username))
  await deps.clock.advance(1_000)
  const [same, other] = [await player(0), await player(0)]
  await addMark(deps, deps.db, same.uId, 'phone', '+5511987650009')
  await addMark(deps, deps.db, same.uId, 'browser', 'em pausa')
  await findRiskHits(deps)
  await findRiskHits(deps)
  expect(await hits('excludedPerson')).toEqual([{ user_id: same.uId, measured: 2, ref_id: null }])
  // A device is a hint only while few accounts have it.
  for (const { uId } of [other, ...(await Promise.all(Array.from({ length: 5 }, () => player(0))))])
    await addMark(deps, deps.db, uId, 'device', 'modelo')
  await findRiskHits(deps)
  expect(await hits('excludedPerson')).toHaveLength(1)
})

it('follows the thresholds of the settings, and a rule that is off finds nothing', async () => {
  const owner = await player(1_000)
  await writeSetting(deps.db, 'riskRules', {
    ...usualThresholds,
    bigStake: { isOn: true, threshold: 500_00 },
    manyWithdrawals: { isOn: false, threshold: 2 },
  })
  await bet(owner, [leg(match(2))], { amount: 500 })
  await withdrawal(owner.uId)
  await withdrawal(owner.uId)
  await findRiskHits(deps)
  const found = await deps.db.read('select rule, measured from risk_hits where user_id = $1', [owner.uId])
  expect(found).toEqual([{ rule: 'bigStake', measured: 500_00 }])
})

it('links accounts by what they share, the erased ones too, of which nothing else is known', async () => {
  const players = await Promise.all(Array.from({ length: 8 }, () => player(0)))
  const [me, byBrowser, byDevice, byAddress, byKey, byDocument, byEmail, nobody] = players.map(
    ({ uId }) => uId,
  )
  if (!me || !byBrowser || !byDevice || !byAddress || !byKey || !byDocument || !byEmail || !nobody)
    throw new Error('eight players')
  const mark = (userId: string, kind: Parameters<typeof addMark>[3], value: string) =>
    addMark(deps, deps.db, userId, kind, value)
  for (const [userId, kind, value] of [
    [me, 'browser', 'meu'],
    [byBrowser, 'browser', 'meu'],
    [me, 'device', 'aparelho'],
    [byDevice, 'device', 'aparelho'],
    [nobody, 'browser', 'aparelho'],
    [me, 'address', '192.0.2.1'],
    [byAddress, 'address', '192.0.2.1'],
    [byKey, 'address', '192.0.2.1'],
    [me, 'document', '52998224725'],
    [me, 'email', 'ana.lima@gmail.com'],
    [byEmail, 'email', 'analima+2@googlemail.com'],
  ] as const)
    await mark(userId, kind, value)
  for (const id of [me, byKey]) await storeMark(deps, deps.db, id, 'payoutKey', Buffer.from('chave'))
  const cpf = payoutKeyIndex(deps, 'CPF', '52998224725')
  await storeMark(deps, deps.db, byDocument, 'payoutKey', cpf)
  await deps.db.tx((tx) => eraseAccount(deps, tx, byEmail, ''))
  const linked = await linkedAccounts(deps.db, me)
  expect(Object.fromEntries(linked.map(({ userId, kinds }) => [userId, kinds]))).toEqual({
    [byBrowser]: ['browser'],
    [byDevice]: ['device'],
    [byAddress]: ['address'],
    [byKey]: ['address', 'payoutKey'],
    [byDocument]: ['document'],
    [byEmail]: ['email'],
  })
  expect(linked[0]?.userId).toBe(byKey)
  expect(linked.filter(({ isErased }) => isErased).map(({ userId }) => userId)).toEqual([byEmail])
  expect((await linkedAccounts(deps.db, byDocument)).map(({ userId }) => userId)).toEqual([me])
})
