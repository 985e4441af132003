import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MAX_WIN } from '#contract/games/gameCodes.ts'
import { buildGamesApp } from '#server/apps/gamesApp.ts'
import { parseConfig } from '#server/config/config.ts'
import { chooseProviders } from '#server/providers/chooseProviders.ts'
import { readStatementPart } from '#server/domain/payments/statements.ts'
import { rollUpReports } from '#server/domain/reports/rollUp.ts'
import { readToday } from '#server/time/days.ts'
import { refundAbandoned } from '#server/games/providerRounds.ts'
import { syncGameCatalogues } from '#server/jobs/gameCatalogues.ts'
import type { Hub88Call } from '#server/providers/games/hub88/wallet.ts'
import { atEnd } from './helpers/atEnd.ts'
import { hub88Game, Hub88Peer, type Hub88Answer } from './helpers/hub88Peer.ts'
import { createTestApp } from './helpers/testApp.ts'
import { createTestOffice } from './helpers/testOffice.ts'

const peer = new Hub88Peer()
await peer.listen()
atEnd(() => peer.close())
peer.games = [hub88Game('peer_wheel'), hub88Game('peer_cards', { product: 'Other Studio' })]
const { product: t, as } = await createTestOffice(peer.env)
await syncGameCatalogues(t.deps)
const risk = await as('risk')
for (const code of ['peer_wheel', 'peer_cards'])
  expect((await risk.post(`/api/games/${code}/open`, { reason: 'as agreed' })).status).toBe(200)

type Player = Awaited<ReturnType<typeof t.createUser>>

/** A call of Hub88; `key` and `body` forge one. */
async function call(
  name: Hub88Call,
  data: object,
  forged: { key?: typeof peer.theirKey; body?: string } = {},
) {
  const { path, body, headers } = peer.signed(name, data, forged.key)
  const { http, raw } = await t.call('POST', path, { body: forged.body ?? body, headers, keyless: true })
  return { http, ...raw.json<Hub88Answer>() }
}

const launch = async (player: Player, game = 'peer_wheel') => {
  const { http } = await t.post(`/api/app/game/session/${game}`, {}, { token: player.token })
  expect(http).toBe(200)
  const { user, token, game_code, currency } = peer.launches.at(-1) ?? expect.fail('no launch')
  return { user, token, game_code, currency }
}
type Game = Awaited<ReturnType<typeof launch>>

/** A player with R$ 100 in a game. */
const seated = async (game?: string) => {
  const player = await t.createUser({ balance: 100 })
  return { player, game: await launch(player, game) }
}
/** Hub88 counts in 100,000ths. */
const reais = (amount: number) => Math.round(amount * 100_000)
const betOf = (game: Game, round: string, amount: number, more: object = {}) => ({
  ...game,
  round,
  transaction_uuid: randomUUID(),
  amount: reais(amount),
  ...more,
})
type Bet = ReturnType<typeof betOf>
const after = ({ user, token, game_code, currency, round, transaction_uuid }: Bet) => ({
  user,
  token,
  game_code,
  currency,
  round,
  transaction_uuid: randomUUID(),
  reference_transaction_uuid: transaction_uuid,
})
const winOf = (bet: Bet, amount: number, more: object = {}) => ({
  ...after(bet),
  amount: reais(amount),
  ...more,
})
const rollbackOf = (bet: Bet, more: object = {}) => {
  const { currency: _, ...body } = after(bet)
  return { ...body, ...more }
}
const walletOf = ({ uId }: Player) => t.deps.ledger.wallet(t.deps.db, uId)
const cashOf = async (player: Player) => (await walletOf(player)).cash / 100
const roundsOf = ({ uId }: Player) =>
  t.deps.db.read<{ stake: number; payout: number; status: string }>(
    'select stake, payout, status from game_rounds where user_id = $1 order by id',
    [uId],
  )
const expectConsistentLedger = async () => expect(await t.deps.ledger.violations()).toEqual([])

describe('the catalogue', () => {
  it('has what Hub88 lists, off until the operator opens it, and keeps the operator’s choices', async () => {
    peer.games.push(
      hub88Game('peer_new', { rtp: null, url_thumb: `${peer.url}/new.png` }),
      hub88Game('peer_elsewhere', { url_thumb: 'https://elsewhere.example/x.png', rtp: 'high' }),
      hub88Game('peer_blocked', { blocked_countries: ['BR'] }),
      hub88Game('peer_off', { enabled: false }),
      // The code of a game of ours.
      hub88Game('mines'),
      { name: 'no code' },
    )
    await syncGameCatalogues(t.deps)
    const read = () =>
      t.deps.db.read(
        `select code, name ->> 'pt_BR' as name, studio, picture, rtp::float8 as rtp, enabled, listed from games
          where provider = 'hub88' order by code`,
      )
    const wheel = {
      code: 'peer_wheel',
      name: 'peer wheel',
      studio: 'Peer Studio',
      picture: null,
      rtp: 0.965,
      enabled: true,
    }
    expect(await read()).toEqual([
      { ...wheel, code: 'peer_cards', name: 'peer cards', studio: 'Other Studio', listed: true },
      { ...wheel, code: 'peer_elsewhere', name: 'peer elsewhere', rtp: null, enabled: false, listed: true },
      {
        ...wheel,
        code: 'peer_new',
        name: 'peer new',
        picture: `${peer.url}/new.png`,
        rtp: null,
        enabled: false,
        listed: true,
      },
      { ...wheel, listed: true },
    ])
    const codes = async () =>
      (await t.get<{ gameCode: string }[]>('/api/app/game/list')).data.map(({ gameCode }) => gameCode)
    expect(await codes()).toEqual(expect.arrayContaining(['mines', 'peer_cards', 'peer_wheel']))
    expect(await codes()).not.toContain('peer_new')

    // A game that is gone is not offered; when it comes back, it is as the operator left it.
    const games = peer.games
    peer.games = [hub88Game('peer_wheel')]
    await syncGameCatalogues(t.deps)
    expect(await codes()).not.toContain('peer_cards')
    const player = await t.createUser()
    expect((await t.post('/api/app/game/session/peer_cards', {}, { token: player.token })).http).toBe(404)
    peer.games = games
    await syncGameCatalogues(t.deps)
    expect(await codes()).toContain('peer_cards')
  })

  it('stays in the lobby when Hub88 lists nothing, or has lost most of many games', async () => {
    const games = peer.games
    const listed = async () =>
      (
        await t.deps.db.read<{ code: string }>(
          `select code from games where provider = 'hub88' and listed order by code`,
        )
      ).map(({ code }) => code)
    const before = await listed()
    expect(before.length).toBeGreaterThan(1)
    peer.games = []
    await syncGameCatalogues(t.deps)
    expect(await listed()).toEqual(before)
    const many = Array.from({ length: 10 }, (_, index) => hub88Game(`peer_many_${index}`))
    peer.games = [...games, ...many]
    await syncGameCatalogues(t.deps)
    const all = await listed()
    expect(all).toEqual(expect.arrayContaining(['peer_many_0', 'peer_many_9']))
    peer.games = games
    await syncGameCatalogues(t.deps)
    expect(await listed()).toEqual(all)
    // Fewer than half are gone: the operator's list follows.
    peer.games = [...games, ...many.slice(1)]
    await syncGameCatalogues(t.deps)
    expect(await listed()).toEqual(all.filter((code) => code !== 'peer_many_0'))
    peer.games = games
    await t.deps.db.write(`delete from games where code like 'peer_many%'`)
  })

  it('launches with the player’s language, device and way back, and refuses a page that is not framed', async () => {
    const player = await t.createUser({ balance: 5 })
    const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15; Pixel 9)' }
    const opened = await t.post<{ url: string; origin: string }>(
      '/api/app/game/session/peer_wheel',
      {},
      { token: player.token, lang: 'ja_JP', headers },
    )
    expect(opened.data).toMatchObject({ origin: peer.url })
    const last = peer.launches.at(-1)
    expect(last).toMatchObject({
      operator_id: 7,
      user: player.uId,
      game_code: 'peer_wheel',
      lang: 'ja',
      currency: 'BRL',
      platform: 'GPL_MOBILE',
      lobby_url: expect.stringMatching(/\/exit\/$/),
    })
    // The session's token opens nothing else.
    expect((await t.get('/api/app/user/userInfo', { token: last?.token ?? '' })).http).toBe(401)
    const elsewhere = await createTestApp(
      { ...peer.env, HUB88_GAME_ORIGINS: 'https://games.example' },
      { beside: t },
    )
    const refused = await elsewhere.post('/api/app/game/session/peer_wheel', {}, { token: player.token })
    expect([refused.http, refused.message]).toEqual([
      503,
      'O jogo não respondeu. Tente de novo em instantes.',
    ])
  })
})

describe('a server with these games', () => {
  it('says what is missing before it touches anything', () => {
    const chosen = (env: Record<string, string>) => () => chooseProviders(parseConfig(env).config)
    expect(chosen({ GAME_PROVIDERS: 'hub88' })).toThrow(
      'GAME_PROVIDERS hub88 needs HUB88_API_URL, HUB88_OPERATOR_ID, HUB88_PRIVATE_KEY_FILE, HUB88_PUBLIC_KEY_FILE, HUB88_GAME_ORIGINS',
    )
    expect(chosen({ ...peer.env, HUB88_PRIVATE_KEY_FILE: '/nowhere.pem' })).toThrow(
      '/nowhere.pem cannot be read',
    )
    expect(chosen({ ...peer.env, HUB88_PUBLIC_KEY_FILE: 'package.json' })).toThrow(
      'HUB88_PUBLIC_KEY_FILE is not a key',
    )
    expect(chosen({ ...peer.env, SANDBOX: '0', MAILER: 'log' })).toThrow('must be https')
    expect(chosen(peer.env)).not.toThrow()
  })

  it('lets only their pages be framed, their pictures be shown, and the way out be used', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hub88-web-'))
    writeFileSync(join(folder, 'index.html'), '<!doctype html>')
    const app = await createTestApp({ ...peer.env, WEB_ROOT: folder }, { beside: t })
    const { raw } = await app.get('/play?game=peer_wheel')
    const policy = String(raw.headers['content-security-policy'])
    expect(policy).toContain(`frame-src 'self' http://localhost:5251 ${peer.url};`)
    expect(policy).toContain(`img-src 'self' data: blob: ${peer.url};`)
    const games = await buildGamesApp(app.deps, app.app)
    const exit = await games.inject({ url: '/exit/' })
    expect(exit.body).toContain('data-home="http://localhost:5250/home"')
    expect(exit.headers['content-security-policy']).toContain('frame-ancestors')
    expect((await games.inject({ url: '/exit/exit.js' })).body).toContain('postMessage')
    await games.close()
  })
})

describe('rounds', () => {
  it('have several bets and wins, which move money and tell the balance', async () => {
    const { player, game } = await seated()
    const info = await call('user/info', { user: game.user })
    expect(info).toMatchObject({ status: 'RS_OK', user: player.uId, country: 'BR' })
    expect(await call('user/balance', game)).toMatchObject({
      status: 'RS_OK',
      currency: 'BRL',
      balance: reais(100),
    })
    const round = randomUUID()
    const [first, second, third] = [betOf(game, round, 10), betOf(game, round, 5.5), betOf(game, round, 2)]
    const request_uuid = randomUUID()
    expect(await call('transaction/bet', { ...first, request_uuid })).toEqual({
      http: 200,
      status: 'RS_OK',
      request_uuid,
      user: player.uId,
      currency: 'BRL',
      balance: reais(90),
    })
    for (const bet of [second, third]) await call('transaction/bet', bet)
    expect(await walletOf(player)).toMatchObject({ cash: 8_250, heldRounds: 1_750 })
    expect(await call('transaction/win', winOf(first, 25))).toMatchObject({ balance: reais(107.5) })
    // A second win of the same bet, of which a part of a cent is dropped.
    expect(await call('transaction/win', winOf(first, 1.009))).toMatchObject({ balance: reais(108.5) })
    expect(await call('transaction/win', winOf(second, 0, { round_closed: true }))).toMatchObject({
      status: 'RS_OK',
    })
    expect(await walletOf(player)).toMatchObject({ cash: 10_850, heldRounds: 0, betSum: 1_750 })
    expect(await roundsOf(player)).toEqual([
      { stake: 1_000, payout: 2_500, status: 'settled' },
      { stake: 550, payout: 0, status: 'settled' },
      { stake: 200, payout: 0, status: 'settled' },
      { stake: 0, payout: 100, status: 'settled' },
    ])
    const postings = await t.deps.db.read<{ actor: string }>(
      `select distinct actor_kind || ' ' || actor_id as actor from transfers where user_id = $1 and ref_type = 'round'`,
      [player.uId],
    )
    expect(postings).toEqual([{ actor: 'provider hub88' }])
    // The player's records and statement name the game and who brings it, and so do the operator's reports.
    const { data } = await t.get<{ list: { detail: object }[] }>('/api/app/order/records?tab=rounds', {
      token: player.token,
    })
    expect(data.list[0]?.detail).toMatchObject({ game: 'peer wheel', provider: 'hub88 · Peer Studio' })
    const statement = await readStatementPart(
      t.deps,
      { userId: player.uId, language: 'pt_BR', requestedAt: t.deps.clock.now() },
      { after: null, section: 0 },
    )
    expect(statement.text).toContain('peer wheel · hub88 · Peer Studio')
    await expectConsistentLedger()
  })

  it('move money once, however often and concurrently their calls arrive', async () => {
    const { player, game } = await seated()
    const bet = betOf(game, randomUUID(), 40)
    const many = (name: Hub88Call, data: object) =>
      Promise.all(Array.from({ length: 12 }, () => call(name, data)))
    for (const { status, balance } of await many('transaction/bet', bet))
      expect([status, balance]).toEqual(['RS_OK', reais(60)])
    const win = winOf(bet, 90, { round_closed: true })
    for (const { status, balance } of await many('transaction/win', win))
      expect([status, balance]).toEqual(['RS_OK', reais(150)])
    const other = betOf(game, randomUUID(), 50)
    await call('transaction/bet', other)
    for (const { status } of await many('transaction/rollback', rollbackOf(other)))
      expect(status).toBe('RS_OK')
    expect(await cashOf(player)).toBe(150)
    await expectConsistentLedger()
  })

  it('may be won after the session, the pause or the end of the game, but not bet on', async () => {
    const { player, game } = await seated()
    const bet = betOf(game, randomUUID(), 10)
    const loose = betOf(game, randomUUID(), 10)
    for (const each of [bet, loose]) await call('transaction/bet', each)
    await t.post('/api/app/limits/timeOut', { days: 1 }, { token: player.token })
    const later = betOf(game, randomUUID(), 10)
    expect(await call('transaction/bet', later)).toMatchObject({
      status: 'RS_ERROR_USER_DISABLED',
      balance: reais(80),
    })
    expect(await call('transaction/win', winOf(bet, 30))).toMatchObject({
      status: 'RS_OK',
      balance: reais(110),
    })
    expect(await call('transaction/rollback', rollbackOf(loose))).toMatchObject({
      status: 'RS_OK',
      balance: reais(120),
    })
    // Repeating what was done before is no new bet.
    expect(await call('transaction/bet', bet)).toMatchObject({ status: 'RS_OK' })

    const ended = await seated()
    const last = betOf(ended.game, randomUUID(), 10)
    await call('transaction/bet', last)
    await t.deps.db.write(
      'update game_sessions set expires_at = created_at where session_id in (select id from sessions where user_id = $1)',
      [ended.player.uId],
    )
    expect((await call('transaction/bet', betOf(ended.game, randomUUID(), 1))).status).toBe(
      'RS_ERROR_TOKEN_EXPIRED',
    )
    expect((await call('user/balance', ended.game)).status).toBe('RS_ERROR_TOKEN_EXPIRED')
    expect(await call('transaction/win', winOf(last, 20))).toMatchObject({
      status: 'RS_OK',
      balance: reais(110),
    })
  })

  it('obey the limits of player and house in their bets', async () => {
    const { player, game } = await seated()
    await t.post('/api/app/limits', { kind: 'loss', period: 'day', amount: 20 }, { token: player.token })
    const round = randomUUID()
    const bet = betOf(game, round, 15)
    expect((await call('transaction/bet', bet)).status).toBe('RS_OK')
    expect((await call('transaction/bet', betOf(game, round, 6))).status).toBe('RS_ERROR_USER_DISABLED')
    expect((await call('transaction/win', winOf(bet, 500))).balance).toBe(reais(585))
    expect((await call('transaction/bet', betOf(game, round, 1_000))).status).toBe('RS_ERROR_USER_DISABLED')
    // Stakes of all games have a minimum and a maximum.
    for (const amount of [0.05, 5_000.01])
      expect((await call('transaction/bet', betOf(game, round, amount))).status).toBe('RS_ERROR_UNKNOWN')
    const other = await seated()
    expect(await call('transaction/bet', betOf(other.game, round, 100.01))).toMatchObject({
      status: 'RS_ERROR_NOT_ENOUGH_MONEY',
      balance: reais(100),
    })
    await t.deps.db.write(`update games set enabled = false where code = 'peer_wheel'`)
    expect((await call('transaction/bet', betOf(other.game, round, 1))).status).toBe('RS_ERROR_INVALID_GAME')
    await t.deps.db.write(`update games set enabled = true where code = 'peer_wheel'`)
  })

  it('are rolled back before, while and after they are decided, and a late bet is refused', async () => {
    const { player, game } = await seated()
    const round = randomUUID()
    const late = betOf(game, round, 10)
    expect(await call('transaction/rollback', rollbackOf(late))).toMatchObject({
      status: 'RS_OK',
      balance: reais(100),
    })
    expect(await call('transaction/bet', late)).toMatchObject({
      status: 'RS_ERROR_UNKNOWN',
      balance: reais(100),
    })
    expect((await call('transaction/win', winOf(late, 10))).status).toBe(
      'RS_ERROR_TRANSACTION_DOES_NOT_EXIST',
    )
    expect((await call('transaction/rollback', rollbackOf(late))).status).toBe('RS_OK')

    const [held, lost, won] = [betOf(game, round, 10), betOf(game, round, 20), betOf(game, randomUUID(), 30)]
    for (const bet of [held, lost, won]) await call('transaction/bet', bet)
    expect((await call('transaction/rollback', rollbackOf(held))).balance).toBe(reais(50))
    expect((await call('transaction/win', winOf(held, 1))).status).toBe('RS_ERROR_TRANSACTION_DOES_NOT_EXIST')
    // Lost with the end of the round, then taken back: the stake returns, once.
    const end = betOf(game, round, 5, { round_closed: true })
    expect((await call('transaction/bet', end)).balance).toBe(reais(45))
    for (let i = 0; i < 2; i++)
      expect((await call('transaction/rollback', rollbackOf(lost))).balance).toBe(reais(65))
    await call('transaction/win', winOf(won, 40))
    expect(await call('transaction/rollback', rollbackOf(won))).toMatchObject({
      status: 'RS_ERROR_UNKNOWN',
      balance: reais(105),
    })
    expect(await cashOf(player)).toBe(105)
    await expectConsistentLedger()
  })

  it('are free where the bet says so: nothing is staked, and a win is paid', async () => {
    const { player, game } = await seated()
    const bet = betOf(game, randomUUID(), 3, { is_free: true, reward_uuid: randomUUID() })
    expect((await call('transaction/bet', bet)).balance).toBe(reais(100))
    expect((await call('transaction/win', winOf(bet, 7.5, { round_closed: true }))).balance).toBe(
      reais(107.5),
    )
    const cancelled = betOf(game, randomUUID(), 3, { is_free: true })
    await call('transaction/bet', cancelled)
    expect((await call('transaction/rollback', rollbackOf(cancelled))).balance).toBe(reais(107.5))
    expect((await call('transaction/win', winOf(cancelled, 9))).status).toBe(
      'RS_ERROR_TRANSACTION_DOES_NOT_EXIST',
    )
    // A spin within a feature costs nothing either.
    expect((await call('transaction/bet', betOf(game, randomUUID(), 0))).balance).toBe(reais(107.5))
    expect(await walletOf(player)).toMatchObject({ betSum: 0 })
    // Nobody sees a win without a stake among the wins of others.
    const { data } = await t.get<{ latest: { multiplier: number }[] }>('/api/app/main/bets?game=peer_wheel')
    expect(data.latest.length).toBeGreaterThan(0)
    for (const { multiplier } of data.latest) expect(multiplier).toBeGreaterThan(1)
    await expectConsistentLedger()
  })

  it('that nobody ends are refunded after a week, and cannot be won then', async () => {
    const { player, game } = await seated()
    const bet = betOf(game, randomUUID(), 10)
    await call('transaction/bet', bet)
    await t.deps.db.write(
      `update game_rounds set created_at = created_at - interval '8 days' where user_id = $1`,
      [player.uId],
    )
    await refundAbandoned(t.deps)
    expect(await cashOf(player)).toBe(100)
    expect((await call('transaction/win', winOf(bet, 50))).status).toBe('RS_ERROR_TRANSACTION_DOES_NOT_EXIST')
    expect((await call('transaction/rollback', rollbackOf(bet))).balance).toBe(reais(100))
  })
})

it('a win above the limit waits for staff in the reconciliation, and its round is not refunded', async () => {
  const { player, game } = await seated()
  const round = randomUUID()
  const [bet, other] = [betOf(game, round, 10), betOf(game, round, 5)]
  await call('transaction/bet', bet)
  await call('transaction/bet', other)
  const high = { ...winOf(bet, 1), amount: (MAX_WIN + 100) * 1_000 }
  expect((await call('transaction/win', high)).status).toBe('RS_ERROR_UNKNOWN')
  const { data } = await (
    await as('administrator')
  ).get<{ data: object[] }>(`/api/reconciliation?state=open&side=games&playerId=${player.uId}`)
  expect(data.data).toMatchObject([
    {
      kind: 'winRefused',
      reference: round,
      ours: null,
      theirs: { state: 'won', amountCents: MAX_WIN + 100 },
    },
  ])
  await t.deps.db.write(
    `update game_rounds set created_at = created_at - interval '8 days' where user_id = $1`,
    [player.uId],
  )
  await refundAbandoned(t.deps)
  expect(await cashOf(player)).toBe(85)
  // What provider and operator have agreed on is paid to the round that is still open.
  expect((await call('transaction/win', winOf(bet, 50))).balance).toBe(reais(135))
})

it('the operator finds games by their studio, and sees what each provider has paid', async () => {
  const { player, game } = await seated('peer_cards')
  const bet = betOf(game, randomUUID(), 20)
  await call('transaction/bet', bet)
  await call('transaction/win', winOf(bet, 18, { round_closed: true }))
  expect(await cashOf(player)).toBe(98)
  const { data: found } = await risk.get<{ data: object[] }>('/api/games?q=other%20stu')
  expect(found.data).toMatchObject([
    { id: 'peer_cards', provider: 'hub88 · Other Studio', isOn: true, isListed: true, exactReturn: 0.965 },
  ])
  await rollUpReports(t.deps)
  const admin = await as('administrator')
  const { day } = await readToday(t.deps.db, t.deps.clock.now())
  const { data } = await admin.get<{ rows: object[] }>(`/api/reports/games?from=${day}&to=${day}&by=range`)
  expect(data.rows).toContainEqual(
    expect.objectContaining({
      game: 'peer_cards',
      provider: 'hub88 · Other Studio',
      cashStakesCents: 2_000,
      cashPayoutsCents: 1_800,
    }),
  )
})

describe('a provider that cheats or errs', () => {
  it('is refused without effect', async () => {
    const { player, game } = await seated()
    const { player: victim, game: theirs } = await seated()
    const round = randomUUID()
    const bet = betOf(game, round, 10)
    const foreign = betOf(theirs, round, 10)
    for (const each of [bet, foreign]) await call('transaction/bet', each)
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const cards = await launch(player, 'peer_cards')
    const unknown = '00000000-0000-4000-8000-000000000000'
    const signedWin = peer.signed('transaction/win', winOf(bet, 20)).body
    const cheats: [Hub88Call, object, Hub88Answer['status'], Parameters<typeof call>[2]?][] = [
      // Without a bet, on another player's, in another round, or for another player.
      [
        'transaction/win',
        { ...winOf(bet, 20), reference_transaction_uuid: unknown },
        'RS_ERROR_TRANSACTION_DOES_NOT_EXIST',
      ],
      ['transaction/win', { ...winOf(foreign, 20), user: player.uId }, 'RS_ERROR_TRANSACTION_DOES_NOT_EXIST'],
      ['transaction/win', { ...winOf(bet, 20), user: victim.uId }, 'RS_ERROR_TRANSACTION_DOES_NOT_EXIST'],
      ['transaction/win', { ...winOf(bet, 20), user: 'nobody' }, 'RS_ERROR_TRANSACTION_DOES_NOT_EXIST'],
      ['transaction/win', { ...winOf(bet, 20), round: randomUUID() }, 'RS_ERROR_TRANSACTION_DOES_NOT_EXIST'],
      [
        'transaction/win',
        { ...winOf(bet, 20), game_code: 'peer_cards' },
        'RS_ERROR_TRANSACTION_DOES_NOT_EXIST',
      ],
      [
        'transaction/rollback',
        rollbackOf({ ...foreign, user: player.uId }),
        'RS_ERROR_TRANSACTION_DOES_NOT_EXIST',
      ],
      [
        'transaction/rollback',
        rollbackOf({ ...bet, round: randomUUID() }),
        'RS_ERROR_TRANSACTION_DOES_NOT_EXIST',
      ],
      ['transaction/rollback', rollbackOf({ ...bet, user: 'nobody' }), 'RS_ERROR_UNKNOWN'],
      // The id of something else.
      ['transaction/bet', { ...bet, amount: reais(1) }, 'RS_ERROR_DUPLICATE_TRANSACTION'],
      ['transaction/bet', { ...bet, round: randomUUID() }, 'RS_ERROR_DUPLICATE_TRANSACTION'],
      [
        'transaction/win',
        { ...winOf(bet, 20), transaction_uuid: bet.transaction_uuid },
        'RS_ERROR_DUPLICATE_TRANSACTION',
      ],
      [
        'transaction/bet',
        { ...bet, user: victim.uId, token: theirs.token },
        'RS_ERROR_DUPLICATE_TRANSACTION',
      ],
      // Signatures: another's, another body, none.
      ['transaction/win', winOf(bet, 20), 'RS_ERROR_INVALID_SIGNATURE', { key: privateKey }],
      ['transaction/win', winOf(bet, 20), 'RS_ERROR_INVALID_SIGNATURE', { body: signedWin }],
      ['user/info', { user: player.uId }, 'RS_ERROR_INVALID_SIGNATURE', { key: privateKey }],
      // A body that was signed for another call.
      ['transaction/bet', winOf(bet, 20), 'RS_ERROR_WRONG_SYNTAX'],
      ['transaction/rollback', { ...rollbackOf(bet), amount: reais(20) }, 'RS_ERROR_WRONG_SYNTAX'],
      // Tokens: unknown, another player's, another game's.
      ['transaction/bet', betOf({ ...game, token: 'x'.repeat(43) }, round, 1), 'RS_ERROR_INVALID_TOKEN'],
      ['transaction/bet', betOf({ ...game, token: theirs.token }, round, 1), 'RS_ERROR_INVALID_TOKEN'],
      ['transaction/bet', betOf({ ...game, token: player.token }, round, 1), 'RS_ERROR_INVALID_TOKEN'],
      ['transaction/bet', betOf({ ...game, token: cards.token }, round, 1), 'RS_ERROR_INVALID_GAME'],
      ['transaction/bet', betOf({ ...game, game_code: 'mines' }, round, 1), 'RS_ERROR_INVALID_GAME'],
      ['user/balance', { ...game, token: theirs.token }, 'RS_ERROR_INVALID_TOKEN'],
      // Amounts and currencies.
      ['transaction/bet', betOf({ ...game, currency: 'USD' }, round, 1), 'RS_ERROR_WRONG_CURRENCY'],
      ['transaction/win', winOf({ ...bet, currency: 'EUR' }, 20), 'RS_ERROR_WRONG_CURRENCY'],
      ['transaction/bet', betOf(game, round, -1), 'RS_ERROR_WRONG_SYNTAX'],
      ['transaction/win', winOf(bet, -20), 'RS_ERROR_WRONG_SYNTAX'],
      ['transaction/bet', { ...betOf(game, round, 1), amount: '100000' }, 'RS_ERROR_WRONG_TYPES'],
      ['transaction/bet', { ...betOf(game, round, 1), amount: reais(1) + 1 }, 'RS_ERROR_WRONG_SYNTAX'],
      ['transaction/bet', { ...betOf(game, round, 1), amount: 1e300 }, 'RS_ERROR_WRONG_SYNTAX'],
      ['transaction/win', { ...winOf(bet, 1), amount: (MAX_WIN + 1) * 1_000 }, 'RS_ERROR_UNKNOWN'],
      ['transaction/bet', { ...betOf(game, round, 1), transaction_uuid: 'one' }, 'RS_ERROR_WRONG_SYNTAX'],
      ['transaction/bet', { ...betOf(game, round, 1), round: undefined }, 'RS_ERROR_WRONG_SYNTAX'],
      ['user/info', { user: 'nobody' }, 'RS_ERROR_UNKNOWN'],
    ]
    for (const [i, [name, data, status, forged]] of cheats.entries())
      expect([i, name, (await call(name, data, forged)).status]).toEqual([i, name, status])
    expect((await call('transaction/bet', bet, { body: 'no JSON' })).status).toBe(
      'RS_ERROR_INVALID_SIGNATURE',
    )
    expect([await cashOf(player), await cashOf(victim)]).toEqual([90, 90])
    // Many wins of one bet are no way around the most that a round may win.
    const most = { ...winOf(bet, 0), amount: MAX_WIN * 1_000 }
    expect((await call('transaction/win', most)).status).toBe('RS_OK')
    expect((await call('transaction/win', winOf(bet, 0.01))).status).toBe('RS_ERROR_UNKNOWN')
    expect(await cashOf(player)).toBe(90 + MAX_WIN / 100)
    await expectConsistentLedger()
  })

  it('is heard from its own addresses only, where they are configured', async () => {
    const { game } = await seated()
    const near = await createTestApp({ ...peer.env, HUB88_ADDRESSES: '127.0.0.0/8' }, { beside: t })
    const far = await createTestApp(
      { ...peer.env, HUB88_ADDRESSES: '203.0.113.0/24, 198.51.100.7' },
      { beside: t },
    )
    const { path, body, headers } = peer.signed('user/balance', game)
    const statusAt = async (app: typeof t) =>
      (await app.call('POST', path, { body, headers, keyless: true })).raw.json<Hub88Answer>().status
    expect([await statusAt(near), await statusAt(far)]).toEqual(['RS_OK', 'RS_ERROR_INVALID_SIGNATURE'])
  })
})
