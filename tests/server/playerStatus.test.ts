import { describe, expect, it } from 'vitest'
import { changePlayerStatus, listStatusChanges, readStatus } from '#server/domain/protection/playerStatus.ts'
import { readIdentity } from '#server/domain/accounts/kyc.ts'
import { setHouseLimit } from '#server/domain/protection/houseLimits.ts'
import { queuedMails } from '#server/domain/accounts/outbox.ts'
import { stopTime } from './helpers/stopTime.ts'
import { createTestApp } from './helpers/testApp.ts'

stopTime()
const world = await createTestApp()
const { deps, get, post } = world

type Player = Awaited<ReturnType<typeof world.createUser>>
type Decision = Parameters<typeof changePlayerStatus>[2]

const newPlayer = (fields: Record<string, unknown> = {}) =>
  world.createUser({ balance: 100, kyc: 1, ...fields })
const decide = (player: Player, decision: Partial<Decision>) =>
  deps.db.tx((tx) =>
    changePlayerStatus(deps, tx, {
      userId: player.uId,
      status: 'suspended',
      until: null,
      reason: 'documents',
      note: 'seen by a test',
      staffId: 'staff-1',
      ...decision,
    }),
  )
const bet = ({ token }: Player, amount = 1) =>
  post('/api/app/game/dice/bet', { amount, direction: 'over', chance: 50 }, { token })
const logIn = async ({ username, password }: Player) =>
  post('/api/auth/user/restLogin', { ...(await world.captcha()), username, pwd: password })
const tomorrow = () => new Date(deps.clock.now().getTime() + 86_400_000)
const isStopped = { http: 403, message: expect.stringContaining('precisamos conferir seus dados') }

describe('a suspended player', () => {
  it('neither plays, deposits, redeems nor gets rewards, and reads why and until when', async () => {
    const player = await newPlayer({ gift: true })
    const until = new Date('2031-05-04T15:00:00Z')
    await decide(player, { until })
    expect(await bet(player)).toMatchObject({
      http: 403,
      message:
        'Sua conta está suspensa até 4 de maio de 2031: precisamos conferir seus dados. Depósitos e apostas estão parados, mas o saldo é seu e você pode retirá-lo. Em caso de dúvida, fale com o atendimento.',
    })
    const { token } = player
    const calls: [path: string, body: object][] = [
      ['/api/app/game/mines/bet', { amount: 1, mineCount: 3 }],
      ['/api/app/rewards/signIn/claim', {}],
      ['/api/app/game/session/carnaval', {}],
      ['/api/app/order/prePay/brl-500', { gift: 1, pkgId: 'brl-500', isapp: 0 }],
      ['/api/app/main/claimGift', {}],
    ]
    for (const [path, body] of calls) expect(await post(path, body, { token }), path).toMatchObject(isStopped)
    const messages = await get<{ list: { kind: string; params: object }[] }>('/api/app/messages', { token })
    expect(messages.data.list[0]).toMatchObject({ kind: 'accountSuspended', params: { status: 'documents' } })
    const [mail] = await queuedMails(deps, player.username, 1)
    expect(mail).toMatchObject({ subject: 'Sua conta está suspensa' })
    expect(mail?.text).toContain('4 de maio de 2031')
  })

  it('still logs in and withdraws what is theirs', async () => {
    const player = await newPlayer()
    await decide(player, {})
    expect((await logIn(player)).http).toBe(200)
    const identity = await readIdentity(deps, deps.db, player.uId)
    const body = {
      amount: 60,
      payCardBank: 'CPF',
      payCardNo: identity?.cpf,
      ifsc: identity?.cpf,
      name: identity?.name,
      whatsapp: '+5511987654321',
    }
    expect(await post('/api/app/order/withdraw', body, { token: player.token })).toMatchObject({ http: 200 })
  })

  it('plays again when the suspension ends, or is lifted', async () => {
    const [one, other] = [await newPlayer(), await newPlayer()]
    await decide(one, { until: tomorrow() })
    await decide(other, {})
    expect(await bet(one)).toMatchObject(isStopped)
    await deps.clock.advance(86_400_000)
    expect((await bet(one)).http).toBe(200)
    expect(await readStatus(deps, deps.db, one.uId)).toEqual({ status: 'active', until: null, reason: null })
    expect(await bet(other)).toMatchObject({
      http: 403,
      message: expect.stringContaining('sem data para terminar'),
    })
    const before = await decide(other, { status: 'active', reason: null })
    expect(before).toEqual({ status: 'suspended', until: null, reason: 'documents' })
    expect((await bet(other)).http).toBe(200)
    const changes = await listStatusChanges(deps.db, other.uId)
    expect(changes.map(({ status, madeBy, note }) => [status, madeBy, note])).toEqual([
      ['active', 'staff-1', 'seen by a test'],
      ['suspended', 'staff-1', 'seen by a test'],
    ])
  })

  it('loses nothing that was begun: an open round can be finished', async () => {
    const player = await newPlayer()
    const { token } = player
    const round = await post<{ roundId: string }>(
      '/api/app/game/mines/bet',
      { amount: 1, mineCount: 3 },
      { token },
    )
    expect(round.http).toBe(200)
    await decide(player, {})
    const { roundId } = round.data
    const opened = await post('/api/app/game/mines/open', { roundId, tile: 3 }, { token })
    expect(opened.http).toBe(200)
  })
})

describe('a closed account', () => {
  it('is logged out and cannot log in, and says why', async () => {
    const player = await newPlayer({ balance: 0 })
    await decide(player, { status: 'closed', reason: 'terms' })
    expect((await get('/api/app/user/userInfo', { token: player.token })).http).toBe(401)
    expect(await logIn(player)).toMatchObject({
      http: 403,
      message:
        'Sua conta foi encerrada: houve uso contrário aos termos de serviço. Em caso de dúvida, fale com o atendimento.',
    })
    expect(await readStatus(deps, deps.db, player.uId)).toMatchObject({ status: 'closed', reason: 'terms' })
    await decide(player, { status: 'active', reason: null })
    expect((await logIn(player)).http).toBe(200)
  })

  it('with money can be entered to withdraw it, and for nothing else', async () => {
    const player = await newPlayer()
    await decide(player, { status: 'closed', reason: 'terms' })
    expect((await get('/api/app/user/userInfo', { token: player.token })).http).toBe(200)
    expect((await logIn(player)).http).toBe(200)
    expect((await bet(player, 1)).http).toBe(403)
  })
})

it('a decision needs a reason and an end to come', async () => {
  const player = await newPlayer()
  await expect(decide(player, { reason: null })).rejects.toMatchObject({ key: 'badRequest' })
  await expect(decide(player, { until: deps.clock.now() })).rejects.toMatchObject({ key: 'badRequest' })
  await expect(decide({ ...player, uId: 'nobody' }, {})).rejects.toMatchObject({ key: 'notFound' })
})

it('a house limit stops the bet that exceeds it, for this player only', async () => {
  const [player, other] = [await newPlayer(), await newPlayer()]
  const limit = (kind: 'stake' | 'loss', period: 'bet' | 'day', amount: number | null) =>
    deps.db.tx((tx) =>
      setHouseLimit(deps, tx, { userId: player.uId, kind, period, amount, staffId: 'staff-1' }),
    )
  await limit('stake', 'bet', 500)
  expect((await bet(player, 5.01)).message).toBe('A aposta máxima é de R$ 5,00.')
  expect((await bet(player, 5)).http).toBe(200)
  expect((await bet(other, 5.01)).http).toBe(200)
  await limit('loss', 'day', 0)
  expect(await bet(player, 1)).toMatchObject({
    http: 400,
    message: 'Isto passa de um limite que a casa definiu para a sua conta. O atendimento explica qual.',
  })
  await limit('loss', 'day', null)
  expect((await bet(player, 1)).http).toBe(200)
  await expect(limit('loss', 'bet', 1)).rejects.toMatchObject({ key: 'badRequest' })
})
