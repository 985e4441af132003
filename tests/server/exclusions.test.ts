import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { decideIdentity, storePending } from '#server/domain/accounts/identityChecks.ts'
import { readHouseLimits, setHouseLimit } from '#server/domain/protection/houseLimits.ts'
import { staffActor } from '#server/ledger/ledger.ts'
import { readPlayerLimits } from '#server/sports/deskLimits.ts'
import { randomCpf } from '#server/sandbox/cpf.ts'
import { deleteExpired } from '#server/jobs/expiredRows.ts'
import { stopTime } from './helpers/stopTime.ts'
import { createTestApp } from './helpers/testApp.ts'

stopTime()
const world = await createTestApp()
const { deps, get, post } = world

const day = 86_400_000
const password = 'Segura-123'

// 15:00 on a Wednesday in São Paulo.
beforeEach(() => deps.clock.moveTo(new Date('2027-03-10T18:00:00Z')))

interface Overview {
  limits: {
    kind: string
    period: string
    amount: number | null
    used: number
    next: { amount: number | null } | null
  }[]
  excludedUntil: string | null
}

interface Form {
  username: string
  cardNo?: string
  lang?: string
}

const newEmail = () => `p${randomUUID()}@gmail.com`

/** Registers like the client; with `cardNo` the identity is checked immediately. */
async function register({ username, cardNo = '', lang = 'pt_BR' }: Form) {
  const body = {
    ...(await world.captcha()),
    name: cardNo === '' ? '' : 'Rita Lima',
    cardNo,
    username,
    country: '+55',
    phone: '11987654321',
    pwd: password,
    pwd1: password,
    regcode: '',
    isapp: 0,
  }
  const response = await post<{ access_token: string }>('/api/auth/user/restRegister', body, { lang })
  return { ...response, token: response.data?.access_token ?? '' }
}

const updateKyc = (token: string, cardNo: string, lang = 'pt_BR') =>
  post('/api/app/user/updateKyc', { name: 'Rita Lima', cardNo }, { token, lang })
const erase = (token: string) => post('/api/app/user/personalData/erase', { pwd: password }, { token })
const protection = async (token: string) => (await get<Overview>('/api/app/limits', { token })).data
const exclude = (token: string, months: number) => post('/api/app/limits/selfExclude', { months }, { token })
const setLimit = (token: string, kind: string, period: string, amount: number | null) =>
  post('/api/app/limits', { kind, period, amount }, { token })
const limitOf = ({ limits }: Overview, kind: string, period: string) =>
  limits.find((limit) => limit.kind === kind && limit.period === period)

/** Opens the link of the welcome. */
async function confirmAddress(username: string): Promise<void> {
  const { data } = await get<{ link: string }[]>(`/sandbox/api/outbox?to=${encodeURIComponent(username)}`)
  const page = await world.app.inject({ method: 'POST', url: new URL(data[0]?.link ?? '').pathname })
  expect(page.statusCode).toBe(200)
}

/** Registers a verified player with a confirmed address, lets them protect themselves, and erases the account. */
async function eraseAfter(protect: (token: string) => Promise<unknown>) {
  const [username, cpf] = [newEmail(), randomCpf()]
  const { token } = await register({ username, cardNo: cpf })
  await confirmAddress(username)
  await protect(token)
  expect((await erase(token)).http).toBe(200)
  return { username, cpf }
}

describe('a self-exclusion outlives the erased account', () => {
  it('registration is refused until its end, as for an address that has an account and a CPF that cannot be confirmed', async () => {
    const { username, cpf } = await eraseAfter((token) => exclude(token, 6))
    const known = { username: newEmail(), cardNo: randomCpf() }
    await register(known)
    const answerOf = ({ http, message }: { http: number; message: string }) => ({ http, message })
    const [takenAddress, takenCpf] = [
      answerOf(await register({ username: known.username })),
      answerOf(await register({ username: newEmail(), cardNo: known.cardNo })),
    ]
    expect([takenAddress.http, takenCpf.http]).toEqual([409, 403])
    for (const form of [{ username, cardNo: cpf }, { username: username.toUpperCase() }])
      expect(answerOf(await register(form))).toEqual(takenAddress)
    expect(answerOf(await register({ username: newEmail(), cardNo: cpf }))).toEqual(takenCpf)
    expect(await deps.db.read('select 1 as one from users where lower(email) = $1', [username])).toEqual([])

    await deps.clock.moveTo(new Date('2027-09-10T18:00:01Z'))
    expect((await register({ username, cardNo: cpf })).http).toBe(200)
  })

  it('holds for every spelling of the address', async () => {
    const name = `joao.silva${randomUUID().slice(0, 8)}`
    const { token } = await register({ username: `${name}@gmail.com` })
    await confirmAddress(`${name}@gmail.com`)
    await exclude(token, 6)
    expect((await erase(token)).http).toBe(200)
    const plain = name.replace('.', '')
    for (const other of [
      `${plain}@gmail.com`,
      `${plain}+x@gmail.com`,
      `${name.toUpperCase()}@GoogleMail.com`,
    ])
      expect((await register({ username: other })).http, other).toBe(409)
  })

  it('few CPFs can be tried at the registration', async () => {
    const taken = randomCpf()
    await register({ username: newEmail(), cardNo: taken })
    const username = newEmail()
    const answers = []
    for (let tried = 0; tried < 6; tried++) answers.push(await register({ username, cardNo: taken }))
    expect(answers.map(({ http }) => http)).toEqual([403, 403, 403, 403, 403, 429])
  })

  it('is not kept under an address that was never confirmed: it may be another person’s', async () => {
    const [username, cpf] = [newEmail(), randomCpf()]
    const { token } = await register({ username, cardNo: cpf })
    await exclude(token, 6)
    expect((await erase(token)).http).toBe(200)
    expect((await register({ username, cardNo: cpf })).http).toBe(403)
    const owner = await register({ username })
    expect(owner.http).toBe(200)
    expect((await protection(owner.token)).excludedUntil).toBeNull()
  })

  it('no account gets a verified identity with it, so that nobody deposits, and nobody learns of it', async () => {
    const { cpf } = await eraseAfter((token) => exclude(token, 12))
    const { token } = await register({ username: newEmail() })
    const [checked, taken] = [await updateKyc(token, cpf), randomCpf()]
    await register({ username: newEmail(), cardNo: taken })
    const other = await updateKyc(token, taken)
    expect([checked.http, checked.message]).toEqual([403, other.message])
    expect((await protection(token)).excludedUntil).toBeNull()
    const deposit = await post(
      '/api/app/order/prePay/brl-20',
      { gift: '0' },
      { token, form: true, headers: { 'idempotency-key': randomUUID() } },
    )
    expect(deposit.http).toBe(403)
  })

  it('an identity that the staff confirms after a proof pauses the account', async () => {
    const { cpf } = await eraseAfter((token) => exclude(token, 12))
    const { token } = await register({ username: newEmail() })
    const { data } = await get<{ userInfo: { uId: string } }>('/api/app/user/userInfo', { token })
    const userId = data.userInfo.uId
    await deps.db.tx(async (tx) => {
      await storePending(deps, tx, userId, { name: 'Rita Lima', cpf }, 'pending')
      const [check] = await tx.query<{ id: string }>('select id from identity_checks where user_id = $1', [
        userId,
      ])
      await decideIdentity(deps, tx, {
        userId,
        id: check?.id ?? '',
        result: 'confirmed',
        actor: staffActor('staff-1'),
      })
    })
    expect((await protection(token)).excludedUntil).toBe('2028-03-10T18:00:00.000Z')
    const bet = await post(
      '/api/app/game/dice/bet',
      { amount: 1, direction: 'over', chance: 50 },
      { token, headers: { 'idempotency-key': randomUUID() } },
    )
    expect(bet).toMatchObject({
      http: 403,
      message: 'Sua conta está em pausa. Você ainda pode retirar seu saldo.',
    })
    // The exclusion outlives the second erasure too.
    expect((await erase(token)).http).toBe(200)
    expect((await register({ username: newEmail(), cardNo: cpf })).http).toBe(403)
  })

  it('a time-out outlives it too; an account without a pause leaves no record', async () => {
    const paused = await eraseAfter((token) => post('/api/app/limits/timeOut', { days: 7 }, { token }))
    expect((await register({ username: paused.username })).http).toBe(409)
    await deps.clock.advance(7 * day)
    expect((await register({ username: paused.username })).http).toBe(200)

    const [before] = await deps.db.read<{ rows: number }>('select count(*)::int as rows from exclusions')
    const free = await eraseAfter(() => Promise.resolve())
    expect((await register({ username: free.username, cardNo: free.cpf })).http).toBe(200)
    expect(await deps.db.read('select count(*)::int as rows from exclusions')).toEqual([before])
  })

  it('the record contains neither e-mail nor CPF in plain text, and is deleted after its end', async () => {
    const { username, cpf } = await eraseAfter((token) => exclude(token, 6))
    const rows = await deps.db.read<{ all: string }>('select exclusions::text as all from exclusions')
    for (const { all } of rows) {
      expect(all).not.toContain(username)
      expect(all).not.toContain(cpf)
    }
    await deleteExpired(deps)
    expect((await register({ username })).http).toBe(409)
    await deps.clock.moveTo(new Date('2037-03-10T18:00:00Z'))
    await deleteExpired(deps)
    expect(await deps.db.read('select id from exclusions')).toEqual([])
  })
})

describe('limits outlive the erased account', () => {
  it('apply to the next account, by e-mail and by CPF, and a raise takes 24 hours', async () => {
    const { username, cpf } = await eraseAfter(async (token) => {
      await setLimit(token, 'deposit', 'day', 100)
      await setLimit(token, 'time', 'week', 90)
    })
    const same = await register({ username })
    expect(limitOf(await protection(same.token), 'deposit', 'day')).toMatchObject({ amount: 100, next: null })
    expect(limitOf(await protection(same.token), 'time', 'week')).toMatchObject({ amount: 90 })
    await setLimit(same.token, 'deposit', 'day', 500)
    expect(limitOf(await protection(same.token), 'deposit', 'day')).toMatchObject({
      amount: 100,
      next: { amount: 500 },
    })

    const other = await register({ username: newEmail() })
    await setLimit(other.token, 'deposit', 'day', 50)
    await setLimit(other.token, 'time', 'week', 300)
    await updateKyc(other.token, cpf)
    const merged = await protection(other.token)
    expect(limitOf(merged, 'deposit', 'day')).toMatchObject({ amount: 50 })
    expect(limitOf(merged, 'time', 'week')).toMatchObject({ amount: 90 })
  })

  it('usage of a limit carries over within the period, not into the next', async () => {
    const { username } = await eraseAfter(async (token) => {
      await setLimit(token, 'loss', 'day', 20)
      const { data } = await get<{ userInfo: { username: string } }>('/api/app/user/userInfo', { token })
      const name = data.userInfo.username
      await world.call('PATCH', `/sandbox/api/users/${name}`, { body: { balance: 15 } })
      await post(`/sandbox/api/seeds/${name}`, {
        serverSeed: 'f2ac89b608eeb01312d115bce6741b32',
        clientSeed: '86ff027f15c48241af7f54a726690ee7',
        nonce: 0,
      })
      const lost = await post(
        '/api/app/game/dice/bet',
        { amount: 15, direction: 'over', chance: 2 },
        { token },
      )
      expect(lost.http).toBe(200)
    })
    const { token } = await register({ username })
    expect(limitOf(await protection(token), 'loss', 'day')).toMatchObject({ amount: 20, used: 15 })
    await world.call('PATCH', `/sandbox/api/users/${username}`, { body: { balance: 100 } })
    const bet = (amount: number) =>
      post('/api/app/game/dice/bet', { amount, direction: 'over', chance: 2 }, { token })
    expect(await bet(6)).toMatchObject({
      http: 400,
      message: 'Este valor passa do limite que você definiu em Jogo responsável.',
    })
    expect((await bet(5)).http).toBe(200)
    await deps.clock.advance(day)
    expect(limitOf(await protection(token), 'loss', 'day')).toMatchObject({ amount: 20, used: 0 })
  })

  it('are stored for a year', async () => {
    const { username } = await eraseAfter((token) => setLimit(token, 'deposit', 'month', 1_000))
    await deps.clock.advance(364 * day)
    const early = await register({ username })
    expect(limitOf(await protection(early.token), 'deposit', 'month')).toMatchObject({ amount: 1_000 })
    await erase(early.token)
    await deps.clock.advance(366 * day)
    await deleteExpired(deps)
    const late = await register({ username })
    expect(limitOf(await protection(late.token), 'deposit', 'month')).toMatchObject({ amount: null })
  })
})

it('the limits of the house and of the desk hold for the person’s next account, for a year', async () => {
  const { username, cpf } = await eraseAfter(async (token) => {
    const { data } = await get<{ userInfo: { uId: string } }>('/api/app/user/userInfo', { token })
    const userId = data.userInfo.uId
    await deps.db.tx((tx) =>
      setHouseLimit(deps, tx, { userId, kind: 'stake', period: 'bet', amount: 500, staffId: 'staff-1' }),
    )
    await deps.db.write(
      `insert into desk_player_limits (user_id, max_stake, changed_by, changed_at) values ($1, 2000, 'staff-1', $2)`,
      [userId, deps.clock.now()],
    )
  })
  const limitsOf = async (address: string) => {
    const [user] = await deps.db.read<{ id: string }>('select id from users where email = $1', [address])
    const userId = user?.id ?? ''
    return { house: await readHouseLimits(deps.db, userId), desk: await readPlayerLimits(deps.db, userId) }
  }
  const none = { house: [], desk: { maxStake: null, maxWin: null } }
  const other = newEmail()
  const { token } = await register({ username: other })
  expect(await limitsOf(other)).toEqual(none)
  const kept = {
    house: [{ kind: 'stake', period: 'bet', amount: 500 }],
    desk: { maxStake: 2000, maxWin: null },
  }
  const again = await register({ username })
  expect(await limitsOf(username)).toEqual(kept)
  // An address proves nothing: the person still has them.
  await erase(again.token)
  expect((await updateKyc(token, cpf)).http).toBe(200)
  expect(await limitsOf(other)).toEqual(kept)
  // Now that account has them, and what staff change in it stays so.
  const left = 'select from exclusions where house is not null and cpf_index is not null'
  expect(await deps.db.read(left)).toEqual([])

  await deps.clock.moveTo(new Date('2028-03-11T18:00:00Z'))
  await deleteExpired(deps)
  expect(await deps.db.read('select from exclusions where house is not null')).toEqual([])
})
