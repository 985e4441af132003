/** The register of blocked persons, asked by its adapter over TLS, and what follows from its answers by the clock. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { cents } from '#contract/money.ts'
import { askAboutIdentities } from '#server/domain/accounts/identityChecks.ts'
import { changePlayerStatus } from '#server/domain/protection/playerStatus.ts'
import { askRegisterAgain } from '#server/domain/register/askRegister.ts'
import { applyAnswer } from '#server/domain/register/registerBlocks.ts'
import { closeBlockedPlayers, payAgain } from '#server/domain/register/closeBlocked.ts'
import { deleteExpired } from '#server/jobs/expiredRows.ts'
import { runJobs } from '#server/jobs/jobs.ts'
import { AnswerUnknownError, ProviderRefusedError } from '#server/providers/errors.ts'
import { randomCpf } from '#server/sandbox/cpf.ts'
import { SigapPeer } from '../peers/SigapPeer.ts'
import { createTestApp } from './helpers/testApp.ts'

const peer = await SigapPeer.start()
const folder = mkdtempSync(join(tmpdir(), 'register-'))
const t = await createTestApp({ ...peer.environment(folder), SIGAP_PER_MINUTE: '20' })
const { deps } = t
afterAll(async () => {
  await peer.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  peer.isSilent = false
  peer.asked.length = 0
})

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const register = async (cpf: string) =>
  t.post<{ access_token: string }>(
    '/api/auth/user/restRegister',
    {
      ...(await t.captcha()),
      name: 'Ana Maria Souza',
      cardNo: cpf,
      username: `${cpf}@example.com`,
      country: '55',
      phone: '11987654321',
      pwd: 'Segura-123',
      pwd1: 'Segura-123',
      regcode: '',
      isapp: 0,
    },
    { lang: 'en_US' },
  )
/** A verified player, about whom the register was asked at sign-up. */
async function newPlayer() {
  const cpf = randomCpf()
  const { data } = await register(cpf)
  const [user] = await deps.db.read<{ id: string }>('select id from users where email = $1', [
    `${cpf}@example.com`,
  ])
  return { cpf, id: user?.id ?? '', token: data.access_token }
}
type Player = Awaited<ReturnType<typeof newPlayer>>
const logIn = async ({ cpf }: Player) =>
  t.post<{ access_token: string }>(
    '/api/auth/user/restLogin',
    { ...(await t.captcha()), username: `${cpf}@example.com`, pwd: 'Segura-123' },
    { lang: 'en_US' },
  )
const give = ({ id }: Player, amount: number) =>
  deps.db.tx((tx) =>
    deps.ledger.adjust(tx, {
      userId: id,
      actor: { kind: 'job', id: 'test' },
      adjustmentId: `gift ${id} ${amount}`,
      wallet: 'cash',
      amount: cents(amount),
    }),
  )
const bet = ({ token }: Player) =>
  t.post('/api/app/game/dice/bet', { amount: 1, direction: 'over', chance: 50 }, { token, lang: 'en_US' })
const infoOf = async ({ token }: Player) =>
  (
    await t.get<{ userInfo: { kyc: number }; protection: Record<string, unknown> }>(
      '/api/app/user/userInfo',
      { token },
    )
  ).data
const messagesOf = async ({ id }: Player) =>
  (
    await deps.db.read<{ kind: string; params: Record<string, unknown> }>(
      `select kind, params from messages where user_id = $1 and kind <> 'welcome' order by seq`,
      [id],
    )
  ).map(({ kind, params }) => ({ kind, ...params }))
const mailsTo = async ({ cpf }: Player) =>
  (await t.get<{ subject: string; text: string }[]>(`/sandbox/api/outbox?to=${cpf}@example.com`)).data
const answersAbout = async ({ cpf }: { cpf: string }) =>
  deps.db.read<Record<string, unknown>>(
    `select a.occasion, a.is_blocked, a.reasons, a.request_id, a.user_id from register_answers a
      where a.cpf_index = $1 order by a.id`,
    [deps.config.secrets.vault.index(cpf, 'users.cpf')],
  )
const payoutsOf = ({ id }: Player) =>
  deps.db.read<{ amount: number; status: string; type: string }>(
    'select amount, status, type from withdrawals where user_id = $1 order by created_at, id',
    [id],
  )
const statusOf = async ({ id }: Player) =>
  (
    await deps.db.read<{ closed: boolean; reason: string | null; paused: boolean }>(
      `select closed_at is not null as closed, status_reason as reason, coalesce(excluded_until > $2, false) as paused
        from users where id = $1`,
      [id, deps.clock.now()],
    )
  )[0]
const timesPaid = async ({ id }: Player) =>
  (
    await deps.db.read(
      'select p.id from sandbox_provider.payouts p join withdrawals w on w.id = p.id where w.user_id = $1',
      [id],
    )
  ).length

describe('at sign-up', () => {
  it('lets nobody in whom the register names, and keeps the proof', async () => {
    for (const cpf of ['28784142090', '51077358008', '10996230572']) {
      const refused = await register(cpf)
      expect(refused).toMatchObject({ http: 403, message: expect.stringMatching(/^This person may not bet/) })
      expect(await answersAbout({ cpf })).toEqual([
        {
          occasion: 'signUp',
          is_blocked: true,
          reasons: peer.blocked.get(cpf),
          request_id: peer.lastRequestId,
          user_id: null,
        },
      ])
    }
  })

  it('waits while the register does not answer, and loses nothing of the form', async () => {
    peer.isSilent = true
    const [free, blocked] = [await newPlayer(), await newPlayer()]
    peer.blocked.set(blocked.cpf, ['PROGRAMA_SOCIAL'])
    const again = () => deps.db.write('update identity_checks set next_ask_at = now()')
    await again()
    await expect(askAboutIdentities(deps)).rejects.toThrow()
    for (const player of [free, blocked])
      expect(await infoOf(player)).toMatchObject({ userInfo: { kyc: 0 }, protection: { kycReview: 1 } })
    expect(await answersAbout(free)).toMatchObject([{ is_blocked: null }, { is_blocked: null }])
    peer.isSilent = false
    await again()
    await askAboutIdentities(deps)
    expect((await infoOf(free)).userInfo.kyc).toBe(1)
    expect(await messagesOf(free)).toEqual([{ kind: 'identityConfirmed' }])
    const info = await infoOf(blocked)
    expect(info.userInfo.kyc).toBe(0)
    expect(info.protection).not.toHaveProperty('kycReview')
    // Nobody has confirmed that the CPF is theirs: the check is refused, and the account is as it was.
    expect(await messagesOf(blocked)).toEqual([{ kind: 'identityRefused' }])
    expect(await statusOf(blocked)).toEqual({ closed: false, reason: null, paused: false })
    expect(await deps.db.read('select from register_blocks where user_id = $1', [blocked.id])).toEqual([])
  })
})

describe('at the first login of a day', () => {
  it('asks once, and a day in Brasília later again', async () => {
    const player = await newPlayer()
    await logIn(player)
    expect(peer.asked).toEqual([player.cpf])
    await deps.clock.advance(dayMs)
    await logIn(player)
    await logIn(player)
    expect(peer.asked).toEqual([player.cpf, player.cpf])
    expect((await answersAbout(player)).map(({ occasion }) => occasion)).toEqual(['signUp', 'login'])
  })

  it('lets a player in while the register is silent, until the last answer is fifteen days old', async () => {
    const player = await newPlayer()
    await deps.clock.advance(dayMs)
    peer.isSilent = true
    const { data } = await logIn(player)
    player.token = data.access_token
    await give(player, 1_000)
    expect((await bet(player)).http).toBe(200)
    // As soon as it answers again, it is asked before its time.
    peer.isSilent = false
    peer.blocked.set(player.cpf, ['RENEGOCIACAO_FIES'])
    await askRegisterAgain(deps)
    expect(await statusOf(player)).toMatchObject({ paused: true })

    const other = await newPlayer()
    peer.isSilent = true
    await deps.clock.advance(15 * dayMs + 1)
    expect((await t.get('/api/app/messages', { token: other.token })).http).toBe(200)
    await expect(askRegisterAgain(deps)).rejects.toThrow()
    expect((await t.get('/api/app/messages', { token: other.token })).http).toBe(401)
    expect(await logIn(other)).toMatchObject({
      http: 503,
      message: 'We couldn’t complete a mandatory check. Try again in a few minutes.'.replace('’', "'"),
    })
  })
})

it('asks about everybody within fifteen days, in steps of its quota', async () => {
  const players: Player[] = []
  for (let count = 0; count < 12; count++) players.push(await newPlayer())
  await deps.db.write(`update users set register_asked_at = now() where not (email = any($1))`, [
    players.map(({ cpf }) => `${cpf}@example.com`),
  ])
  await deps.clock.advance(14 * dayMs + 1)
  await deps.db.write(`update users set register_asked_at = $2 where not (email = any($1))`, [
    players.map(({ cpf }) => `${cpf}@example.com`),
    deps.clock.now(),
  ])
  peer.asked.length = 0
  await askRegisterAgain(deps)
  expect(peer.asked).toHaveLength(10)
  await askRegisterAgain(deps)
  expect(peer.asked.toSorted()).toEqual(players.map(({ cpf }) => cpf).toSorted())
  await askRegisterAgain(deps)
  expect(peer.asked).toHaveLength(12)
})

it('asks about all others when it says nothing about some, and about those later', async () => {
  const players: Player[] = []
  for (let count = 0; count < 7; count++) players.push(await newPlayer())
  const emails = players.map(({ cpf }) => `${cpf}@example.com`)
  await deps.clock.advance(14 * dayMs + 1)
  const [first, second, ...others] = players
  await deps.db.write(
    `update users set register_silent_at = case when id = any($3) then $2::timestamptz end,
       register_asked_at = case when email = any($1) then register_asked_at else $2 end`,
    [emails, deps.clock.now(), [first?.id ?? '', second?.id ?? '']],
  )
  const refusedFrom = new Set([first?.cpf, second?.cpf])
  const ask = deps.blockedPersons.ask.bind(deps.blockedPersons)
  const asked: string[] = []
  deps.blockedPersons.ask = async (cpf) => {
    asked.push(cpf)
    if (cpf === second?.cpf) throw new AnswerUnknownError('status 500')
    if (refusedFrom.has(cpf)) throw new ProviderRefusedError('status 404')
    return ask(cpf)
  }
  await askRegisterAgain(deps)
  // Whom the register owes an answer is among the first five, who are asked about together.
  expect(asked.slice(0, 5)).toEqual(expect.arrayContaining([...refusedFrom]))
  expect(asked.toSorted()).toEqual([first, second, ...others].map((player) => player?.cpf).toSorted())
  await askRegisterAgain(deps)
  expect(asked).toHaveLength(7)
  refusedFrom.clear()
  await deps.clock.advance(601_000)
  // Alone, and silent: nobody is answered about.
  await expect(askRegisterAgain(deps)).rejects.toMatchObject({ key: 'registerSilent' })
  expect(asked.slice(7)).toEqual([second?.cpf])
  await deps.clock.advance(6 * hourMs)
  deps.blockedPersons.ask = ask
  peer.asked.length = 0
  await askRegisterAgain(deps)
  expect(new Set(peer.asked)).toEqual(new Set([first?.cpf, second?.cpf]))
})

it('asks about all others when the own records of some cannot be read, and about those later', async () => {
  const players: Player[] = []
  for (let count = 0; count < 6; count++) players.push(await newPlayer())
  await deps.clock.advance(14 * dayMs + 1)
  // Everybody else was asked just now; these first of all.
  await deps.db.write(
    `update users set register_silent_at = null, register_asked_at = case when id = any($1) then register_asked_at else $2 end`,
    [players.map(({ id }) => id), deps.clock.now()],
  )
  const [other, ...broken] = players.toReversed()
  const ids = broken.map(({ id }) => id)
  await deps.db.write(
    `update users set cpf_encrypted = substr(cpf_encrypted, 1, 8), register_asked_at = register_asked_at - interval '1 day'
      where id = any($1)`,
    [ids],
  )
  peer.asked.length = 0
  await expect(askRegisterAgain(deps)).rejects.toThrow()
  expect(peer.asked).toEqual([other?.cpf])
  await askRegisterAgain(deps)
  await deps.clock.advance(6 * hourMs)
  await expect(askRegisterAgain(deps)).rejects.toThrow()
  await deps.db.write('update users set register_asked_at = $2 where id = any($1)', [ids, deps.clock.now()])
})

describe('a player whom the register names', () => {
  async function blocked(amount = 10_000) {
    const player = await newPlayer()
    if (amount > 0) await give(player, amount)
    peer.blocked.set(player.cpf, ['PROGRAMA_SOCIAL'])
    await deps.clock.advance(dayMs)
    const { data } = await logIn(player)
    return { ...player, token: data.access_token }
  }

  it('neither bets nor deposits, is told why at once and once, and keeps the open bet', async () => {
    const player = await blocked()
    expect(await messagesOf(player)).toEqual([{ kind: 'personBlocked', blocks: ['socialProgramme'] }])
    const mails = (await mailsTo(player)).filter(
      ({ subject }) => subject === 'Your account can no longer bet',
    )
    expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('social programme')])
    expect((await bet(player)).http).toBe(403)
    const deposit = await t.post(
      '/api/app/order/prePay/fcbrl-20',
      { gift: '0' },
      { token: player.token, form: true },
    )
    expect(deposit.http).toBe(403)
    await deps.clock.advance(dayMs)
    await logIn(player)
    expect(await messagesOf(player)).toHaveLength(1)
  })

  it('has two days to withdraw; then the account is closed and the rest is paid to the verified CPF, once', async () => {
    const player = await blocked()
    await deps.clock.advance(2 * dayMs - hourMs)
    await closeBlockedPlayers(deps)
    expect(await payoutsOf(player)).toEqual([])
    expect(await statusOf(player)).toMatchObject({ closed: false })
    const own = { payCardBank: 'CPF', payCardNo: player.cpf, ifsc: '', name: 'Ana', whatsapp: '', amount: 40 }
    expect((await t.post('/api/app/order/withdraw', own, { token: player.token })).http).toBe(200)

    await deps.clock.advance(hourMs)
    await Promise.all([closeBlockedPlayers(deps), closeBlockedPlayers(deps)])
    expect(await statusOf(player)).toMatchObject({ closed: true, reason: 'register' })
    expect((await payoutsOf(player)).map(({ amount }) => amount)).toEqual([4_000, 6_000])
    await runJobs(deps)
    await deps.clock.advance(hourMs)
    await runJobs(deps)
    await closeBlockedPlayers(deps)
    await closeBlockedPlayers(deps)
    expect(await payoutsOf(player)).toEqual([
      { amount: 4_000, status: 'paid', type: 'CPF' },
      { amount: 6_000, status: 'paid', type: 'CPF' },
    ])
    expect(await timesPaid(player)).toBe(2)
    expect(await deps.ledger.wallet(deps.db, player.id)).toMatchObject({ cash: 0, heldWithdrawals: 0 })
    const [block] = await deps.db.read<{ told: number; closed: number; emptied: number }>(
      `select extract(epoch from closed_at - blocked_at)::int / 3600 as closed,
         extract(epoch from emptied_at - blocked_at)::int / 3600 as emptied from register_blocks where user_id = $1`,
      [player.id],
    )
    expect(block).toEqual({ closed: 48, emptied: 49 })
    expect(await logIn(player)).toMatchObject({ http: 403 })
    expect(await deps.ledger.violations()).toEqual([])
  })

  it('is paid what an open bet pays later, and what a bank has sent back', async () => {
    const player = await blocked(1_000)
    const actor = { kind: 'job', id: 'test' } as const
    const roundId = `open ${player.id}`
    await deps.db.tx((tx) =>
      deps.ledger.holdStake(tx, { userId: player.id, actor, amount: cents(1_000), wallet: 'cash', roundId }),
    )
    await deps.clock.advance(2 * dayMs)
    await closeBlockedPlayers(deps)
    expect(await payoutsOf(player)).toEqual([])
    await deps.db.tx((tx) =>
      deps.ledger.settleRound(tx, { userId: player.id, actor, roundId, payout: cents(2_500) }),
    )
    await deps.clock.advance(hourMs)
    await closeBlockedPlayers(deps)
    expect(await payoutsOf(player)).toMatchObject([{ amount: 2_500, status: 'approved' }])
    // The bank knows nothing of it: the money comes back, and is paid again.
    const [first] = await deps.db.read<{ id: string }>('select id from withdrawals where user_id = $1', [
      player.id,
    ])
    const send = deps.payout.send.bind(deps.payout)
    deps.payout.send = async ({ id }) => ({ state: 'failed', reference: id })
    await runJobs(deps)
    deps.payout.send = send
    expect(await payoutsOf(player)).toMatchObject([{ status: 'failed' }])
    await deps.clock.advance(hourMs)
    await closeBlockedPlayers(deps)
    await runJobs(deps)
    expect((await payoutsOf(player)).map(({ amount, status }) => [amount, status])).toEqual([
      [2_500, 'failed'],
      [2_500, 'paid'],
    ])
    expect(first).toBeDefined()
    expect(await timesPaid(player)).toBe(1)
  })

  it('whose account cannot be closed does not keep the others', async () => {
    const [poisoned, other] = [await blocked(), await blocked()]
    await deps.db.write(
      `update register_blocks set next_step_at = next_step_at - interval '1 day' where user_id = $1`,
      [poisoned.id],
    )
    await deps.clock.advance(2 * dayMs)
    const hold = deps.ledger.holdWithdrawal.bind(deps.ledger)
    deps.ledger.holdWithdrawal = async (tx, input) => {
      if (input.userId === poisoned.id) throw new Error('poisoned')
      return hold(tx, input)
    }
    await expect(closeBlockedPlayers(deps)).rejects.toThrow(/1 accounts/)
    deps.ledger.holdWithdrawal = hold
    expect(await payoutsOf(other)).toMatchObject([{ amount: 10_000 }])
    // Not in every run, but not never.
    await closeBlockedPlayers(deps)
    expect(await payoutsOf(poisoned)).toEqual([])
    await deps.clock.advance(hourMs)
    await closeBlockedPlayers(deps)
    expect(await payoutsOf(poisoned)).toMatchObject([{ amount: 10_000 }])
  })

  it('whose CPF is no key is paid less and less often, and left to a person in the end', async () => {
    const player = await blocked()
    await deps.clock.advance(2 * dayMs)
    const send = deps.payout.send.bind(deps.payout)
    deps.payout.send = async ({ id }) => ({ state: 'failed', reference: id })
    const tries: number[] = []
    for (let halfHours = 0; halfHours < 40; halfHours++) {
      await closeBlockedPlayers(deps)
      await runJobs(deps)
      tries.push((await payoutsOf(player)).length)
      await deps.clock.advance(hourMs / 2)
    }
    deps.payout.send = send
    expect([0, 1, 2, 3, 4, 6, 7, 14, 15, 39].map((index) => tries[index])).toEqual([
      1, 2, 2, 3, 3, 3, 4, 4, 5, 5,
    ])
    const [block] = await deps.db.read(
      'select next_step_at, emptied_at, ended_at from register_blocks where user_id = $1',
      [player.id],
    )
    expect(block).toEqual({ next_step_at: null, emptied_at: null, ended_at: null })
    expect(await deps.ledger.wallet(deps.db, player.id)).toMatchObject({ cash: 10_000 })

    // A person starts it again, and it is tried as often as before.
    const [row] = await deps.db.read<{ id: string }>('select id from register_blocks where user_id = $1', [
      player.id,
    ])
    await deps.db.tx((tx) => payAgain(deps, tx, row?.id ?? ''))
    await expect(deps.db.tx((tx) => payAgain(deps, tx, row?.id ?? ''))).rejects.toMatchObject({
      key: 'conflict',
    })
    await closeBlockedPlayers(deps)
    await runJobs(deps)
    expect((await payoutsOf(player)).map(({ status }) => status)).toEqual([
      ...Array.from({ length: 5 }, () => 'failed'),
      'paid',
    ])
    expect(await deps.ledger.wallet(deps.db, player.id)).toMatchObject({ cash: 0 })
  })

  it('plays on when the register does not name them any more, before the account is closed and after', async () => {
    const [early, late] = [await blocked(), await blocked(0)]
    peer.blocked.delete(early.cpf)
    await deps.clock.advance(dayMs)
    await logIn(early)
    expect(await statusOf(early)).toEqual({ closed: false, reason: null, paused: false })
    expect((await messagesOf(early)).map(({ kind }) => kind)).toEqual(['personBlocked', 'accountRestored'])

    await deps.clock.advance(2 * dayMs)
    await closeBlockedPlayers(deps)
    expect(await statusOf(late)).toMatchObject({ closed: true })
    expect(await statusOf(early)).toMatchObject({ closed: false })
    peer.asked.length = 0
    await deps.clock.advance(20 * dayMs)
    await askRegisterAgain(deps)
    expect(peer.asked).not.toContain(late.cpf)
    peer.blocked.delete(late.cpf)
    expect((await logIn(late)).http).toBe(200)
    expect(await statusOf(late)).toEqual({ closed: false, reason: null, paused: false })
  })

  it('is suspended by the house again where that had not ended', async () => {
    const player = await blocked(0)
    await deps.db.tx((tx) =>
      changePlayerStatus(deps, tx, {
        userId: player.id,
        status: 'suspended',
        until: null,
        reason: 'security',
        note: '',
        staffId: 'staff-1',
      }),
    )
    await deps.clock.advance(2 * dayMs)
    await closeBlockedPlayers(deps)
    expect(await statusOf(player)).toMatchObject({ closed: true, reason: 'register' })
    peer.blocked.delete(player.cpf)
    expect((await logIn(player)).http).toBe(200)
    expect(await statusOf(player)).toEqual({ closed: false, reason: 'security', paused: false })
  })

  it('keeps a pause of their own that lasts longer', async () => {
    const player = await newPlayer()
    expect((await t.post('/api/app/limits/selfExclude', { months: 6 }, { token: player.token })).http).toBe(
      200,
    )
    peer.blocked.set(player.cpf, ['AUTOEXCLUSAO_CENTRALIZADA'])
    await deps.clock.advance(dayMs)
    await logIn(player)
    peer.blocked.delete(player.cpf)
    await deps.clock.advance(dayMs)
    await logIn(player)
    expect(await statusOf(player)).toMatchObject({ closed: false, paused: true })
  })

  it.each([
    ['a shorter time-out', 'timeOut', { days: 30 }, 10, 30],
    ['a self-exclusion that the register has caught up with', 'selfExclude', { months: 6 }, 170, 180],
    ['a self-exclusion without end', 'selfExclude', { months: null }, 400, 10_000],
  ] as const)('gets back %s that began since', async (_name, call, body, freeAfter, lasts) => {
    const player = await blocked(0)
    expect((await t.post(`/api/app/limits/${call}`, body, { token: player.token })).http).toBe(200)
    const began = deps.clock.now().getTime()
    const apply = (isBlocked: boolean) =>
      deps.db.tx((tx) =>
        applyAnswer(deps, tx, player.id, {
          isBlocked,
          reasons: [],
          requestId: 'again',
          selfExcludedAt: null,
        }),
      )
    await deps.clock.advance(freeAfter * dayMs)
    await apply(true)
    await apply(false)
    const [user] = await deps.db.read<{ days: number }>(
      'select extract(epoch from excluded_until - $2)::float8 / 86400 as days from users where id = $1',
      [player.id, new Date(began)],
    )
    const days = user?.days ?? 0
    expect(days).toBeGreaterThan(lasts - 0.1)
    if (lasts < 1_000) expect(days).toBeLessThan(lasts + 5)
  })
})

it('keeps every answer for five years', async () => {
  const player = await newPlayer()
  await deps.clock.advance(5 * 365 * dayMs)
  await deleteExpired(deps)
  expect(await answersAbout(player)).toHaveLength(1)
  await deps.clock.advance(10 * dayMs)
  await deleteExpired(deps)
  expect(await answersAbout(player)).toEqual([])
})

it('keeps a block until five years after its end', async () => {
  const player = await newPlayer()
  const apply = (isBlocked: boolean) =>
    deps.db.tx((tx) =>
      applyAnswer(deps, tx, player.id, { isBlocked, reasons: [], requestId: 'long', selfExcludedAt: null }),
    )
  const blocks = () => deps.db.read('select id from register_blocks where user_id = $1', [player.id])
  await apply(true)
  await deps.db.write('update register_blocks set emptied_at = $2 where user_id = $1', [
    player.id,
    deps.clock.now(),
  ])
  await deps.clock.advance(6 * 366 * dayMs)
  await deleteExpired(deps)
  expect(await blocks()).toHaveLength(1)
  await apply(false)
  await deleteExpired(deps)
  expect(await blocks()).toHaveLength(1)
  await deps.clock.advance(6 * 366 * dayMs)
  await deleteExpired(deps)
  expect(await blocks()).toEqual([])
})
