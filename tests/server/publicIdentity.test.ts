import { expect, it } from 'vitest'
import { DOUBLE_ROUND_MS } from '#contract/games/double.ts'
import type { IdentityWire } from '#contract/http/account.ts'
import type { DoubleRoundWire } from '#contract/http/double.ts'
import { announceDouble } from '#server/games/double/announce.ts'
import { runDouble } from '#server/games/double/double.ts'
import { eraseAccount } from '#server/domain/accounts/personalData.ts'
import { generatedName, takeNicknameAway } from '#server/domain/accounts/publicIdentity.ts'
import { openSocket } from './helpers/openSocket.ts'
import { stopTime } from './helpers/stopTime.ts'
import { createTestServer, type TestPlayer } from './helpers/testServer.ts'

stopTime()
const server = await createTestServer()
const { deps, clock } = server
const day = 86_400_000

const identity = async (player: TestPlayer) =>
  (await server.call<IdentityWire>('GET', '/api/app/user/identity', { player })).data
const rename = (player: TestPlayer, nickname: string) =>
  server.call<IdentityWire>('POST', '/api/app/user/nickname', { player, body: { nickname } })
const show = (player: TestPlayer, bets: string) =>
  server.call('POST', '/api/app/user/betsShown', { player, body: { bets } })

it('a player has a name that tells nothing, and chooses one that nobody has or imitates', async () => {
  const player = await server.player({ username: 'margarida.souza@example.com' })
  const other = await server.player()
  const made = generatedName(player.userId)
  expect(made).toMatch(/^[A-Z][a-z]+\d{5}$/)
  expect(await identity(player)).toEqual({
    nickname: null,
    shownName: made,
    changeFrom: null,
    bets: 'noAmounts',
  })
  // Generated, staff, the house, a phone, an address, two scripts, too short.
  for (const name of [made, 'Suporte_BR', 'palpite_1', 'ana11987654321', 'ana_gmail', 'ana@x', 'Аnna', 'an'])
    expect((await rename(player, name)).httpStatus, name).toBe(400)
  expect((await rename(player, ' Lua_Cheia ')).data).toMatchObject({
    nickname: 'Lua_Cheia',
    shownName: 'Lua_Cheia',
  })
  for (const name of ['lua_cheia', 'LUACHEIA', 'Lúa_Cheia', '1uacheia'])
    expect((await rename(other, name)).message, name).toBe(
      'Este nome já está em uso, ou se parece com um que está.',
    )
  expect((await rename(player, 'Outro_Nome')).httpStatus).toBe(400)
  // The same name again is no change.
  expect((await rename(player, 'Lua_Cheia')).httpStatus).toBe(200)
  await clock.advance(30 * day)
  // Sessions are over by then.
  expect((await rename(await server.login(player), 'Outro_Nome')).data.nickname).toBe('Outro_Nome')
  // A name that was given up is free.
  expect((await rename(await server.login(other), 'lua_cheia')).data.nickname).toBe('lua_cheia')
})

it('of two players who choose a name at the same time one gets it', async () => {
  const players = await Promise.all(Array.from({ length: 6 }, () => server.player()))
  const results = await Promise.all(
    players.map((player, at) => rename(player, at % 2 ? 'Onda_Boa' : 'onda_b0a')),
  )
  expect(results.map(({ httpStatus }) => httpStatus).sort()).toEqual([200, 400, 400, 400, 400, 400])
})

it('a name that staff took away is nobody’s, and the player waits for another', async () => {
  const [player, other] = [await server.player(), await server.player()]
  await rename(player, 'Nome_Feio')
  expect(await deps.db.tx((tx) => takeNicknameAway(deps, tx, player.userId))).toBe('Nome_Feio')
  expect(await deps.db.tx((tx) => takeNicknameAway(deps, tx, player.userId))).toBeNull()
  expect(await identity(player)).toMatchObject({ nickname: null, shownName: generatedName(player.userId) })
  expect((await rename(other, 'n0me_feio')).httpStatus).toBe(400)
  expect((await rename(player, 'Nome_Novo')).httpStatus).toBe(400)
  await clock.advance(30 * day)
  expect((await rename(await server.login(player), 'Nome_Novo')).httpStatus).toBe(200)
})

it('nothing that a player hides of bets leaves the server, by call or by socket', async () => {
  const url = await server.listen()
  const player = await server.player({ balance: 100_000, username: 'clarice.lispector@example.com' })
  await rename(player, 'Estrela_Azul')
  // Nobody shows amounts without having chosen to.
  await show(player, 'all')
  const watcher = await server.player()
  const pushed: string[] = []
  await openSocket(url, watcher.token, (socket) =>
    socket.onAny((name: string, ...args: unknown[]) => pushed.push(JSON.stringify([name, ...args]))),
  )
  const win = await server.call<{ roundId: string; payout: number }>('POST', '/api/app/game/limbo/bet', {
    player,
    body: { amount: 1_234.56, wallet: 'balance', target: 1.01 },
  })
  expect(win.data.payout).toBe(1_246.9)
  const next = (Math.floor(clock.now().getTime() / DOUBLE_ROUND_MS) + 1) * DOUBLE_ROUND_MS
  await clock.moveTo(new Date(next))
  await runDouble(deps)
  const { data: bet } = await server.call<{ roundId: string }>('POST', '/api/app/game/double/bet', {
    player,
    body: { amount: 765.43, colour: 'red' },
  })

  /** All that another player can get to see of these two bets, as text. */
  const seen = async () => {
    pushed.length = 0
    await announceDouble(deps)
    await expect.poll(() => pushed.length).toBeGreaterThan(0)
    const paths = [
      '/api/app/main/bets',
      '/api/app/main/bets?game=limbo',
      '/api/app/main/home',
      '/api/app/game/double/state',
      `/api/app/game/publicRound/${win.data.roundId}`,
    ]
    const answers = await Promise.all(
      paths.map((path) => server.call('GET', path, { player: watcher, lang: 'pt_BR' })),
    )
    expect(answers.map(({ httpStatus }) => httpStatus)).toEqual(paths.map(() => 200))
    return [...pushed, ...answers.map(({ data }) => JSON.stringify(data))].join('\n')
  }
  const state = async () =>
    (await server.call<DoubleRoundWire>('GET', '/api/app/game/double/state', { player: watcher })).data

  const open = await seen()
  for (const told of ['Estrela_Azul', '1234.56', '1246.9', '765.43', win.data.roundId])
    expect(open).toContain(told)
  expect(open).not.toMatch(/clarice|lispector/i)

  await show(player, 'noAmounts')
  // A push from before the choice may still be on its way.
  await expect.poll(seen).not.toContain('765.43')
  const withoutAmounts = await seen()
  expect(withoutAmounts).toContain('Estrela_Azul')
  for (const hidden of ['1234.56', '1246.9', '765.43']) expect(withoutAmounts).not.toContain(hidden)
  expect(await state()).toMatchObject({
    totals: { red: { amount: 0, count: 1 } },
    bets: [{ betId: bet.roundId, player: 'Estrela_Azul', amount: null }],
  })

  // Nor does their order tell which return was larger.
  const { data: sorted } = await server.call<{ largest: { player: string }[] }>('GET', '/api/app/main/bets')
  expect(sorted.largest).toEqual([])

  await show(player, 'anonymous')
  const anonymous = await seen()
  expect(anonymous).not.toContain('Estrela_Azul')
  expect(anonymous).toContain('Anônimo')
  // The seeds of a round would tell which others are the same player's.
  const { data: lists } = await server.call<{ latest: { roundId: string | null; stake: number }[] }>(
    'GET',
    '/api/app/main/bets',
  )
  expect(lists.latest[0]).toMatchObject({ roundId: null, avatar: null, stake: 1_234.56 })
  expect(await state()).toMatchObject({ bets: [{ player: null, avatar: null, amount: 765.43 }] })
  // Who kept the id of a round from before learns no return by it.
  const proof = await server.call<{ payout: number | null }>(
    'GET',
    `/api/app/game/publicRound/${win.data.roundId}`,
    {
      player: watcher,
    },
  )
  expect(proof.data.payout).toBeNull()
  expect((await show(player, 'everybody')).httpStatus).toBe(400)
})

it('an account that is erased is in no list, and shows no amount that it hid', async () => {
  for (const bets of ['all', 'noAmounts', 'anonymous']) {
    const player = await server.player({ balance: 2_000 })
    await show(player, bets)
    const { data } = await server.call<{ roundId: string }>('POST', '/api/app/game/limbo/bet', {
      player,
      body: { amount: 1_357.91, wallet: 'balance', target: 1.01 },
    })
    // As if all were withdrawn: an account with money is not erased.
    await deps.db.write('update wallets set cash = 0 where user_id = $1', [player.userId])
    await deps.db.tx((tx) => eraseAccount(deps, tx, player.userId, player.username))
    const paths = ['/api/app/main/bets', '/api/app/main/bets?game=limbo', '/api/app/main/home']
    paths.push(`/api/app/game/publicRound/${data.roundId}`)
    const answers = await Promise.all(paths.map((path) => server.call('GET', path)))
    expect(answers.map(({ httpStatus }) => httpStatus)).toEqual([200, 200, 200, 200])
    const text = answers.map((answer) => JSON.stringify(answer.data)).join()
    for (const hidden of ['1357.91', '1371.48']) expect(text, bets).not.toContain(hidden)
    const lists = JSON.stringify(answers.slice(0, 3).map((answer) => answer.data))
    expect(lists).not.toContain(data.roundId)
    expect(lists).not.toContain(generatedName(player.userId))
  }
})

it('lists the bets of one game', async () => {
  const player = await server.player({ balance: 1_000 })
  await server.call('POST', '/api/app/game/dice/bet', {
    player,
    body: { amount: 10, direction: 'over', chance: 98 },
  })
  await server.call('POST', '/api/app/game/limbo/bet', {
    player,
    body: { amount: 10, wallet: 'balance', target: 1.01 },
  })
  const { data } = await server.call<Record<'latest' | 'largest', { gameCode: string }[]>>(
    'GET',
    '/api/app/main/bets?game=dice',
  )
  expect(data.latest.length + data.largest.length).toBeGreaterThan(0)
  for (const { gameCode } of [...data.latest, ...data.largest]) expect(gameCode).toBe('dice')
})
