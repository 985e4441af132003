import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import en_US from '#server/texts/en_US.json' with { type: 'json' }
import ja_JP from '#server/texts/ja_JP.json' with { type: 'json' }
import pt_BR from '#server/texts/pt_BR.json' with { type: 'json' }
import { httpClient, waitingForLocks, whileLocked } from './helpers/floodClient.ts'
import { createTestServer, type TestPlayer, type TestServer } from './helpers/testServer.ts'

const server = await createTestServer()
const { db } = server.deps
const url = await server.listen()
const call = httpClient(url)
const betOn =
  (send: typeof call) =>
  (player: TestPlayer, key = randomUUID(), lang = 'pt_BR') =>
    send('POST', '/api/app/game/limbo/bet', { player, key, lang, body: { amount: 1, target: 2 } })
const bet = betOn(call)
const bets = async (player: TestPlayer) =>
  (await db.read('select 1 from game_rounds where user_id = $1', [player.userId])).length
/** How many calls have reached the server since. */
function arrivals(): () => number {
  let count = 0
  server.app.server.on('request', () => count++)
  return () => count
}
const ofPlayer = (table: string, { userId }: TestPlayer) =>
  [`select 1 from ${table} where user_id = $1 for update`, [userId]] as const

describe('200 parallel bets of one player', () => {
  it('take at most two connections, and bets of other players continue while they wait', async () => {
    const [flooder, other] = [await server.player({ balance: 500 }), await server.player({ balance: 500 })]
    let flood: ReturnType<typeof bet>[] = []
    await whileLocked(db, ofPlayer('wallets', flooder), async () => {
      flood = Array.from({ length: 200 }, () => bet(flooder))
      await expect.poll(() => waitingForLocks(db)).toBeGreaterThan(0)
      for (let i = 0; i < 10; i++) expect((await bet(other)).httpStatus).toBe(200)
      expect(await waitingForLocks(db)).toBeLessThanOrEqual(2)
    })
    const answers = await Promise.all(flood)
    expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(200)
    expect([await bets(flooder), await bets(other)]).toEqual([200, 10])
    expect(await server.deps.ledger.violations()).toEqual([])
  })

  it('do not delay a bet that another player sends after them', async () => {
    const [flooder, other] = [await server.player({ balance: 500 }), await server.player({ balance: 500 })]
    await bet(other)
    let answered = 0
    const flood = Array.from({ length: 200 }, async () => {
      await bet(flooder)
      answered++
    })
    await expect.poll(() => answered, { interval: 1 }).toBeGreaterThan(0)
    await bet(other)
    expect(answered).toBeLessThan(100)
    await Promise.all(flood)
  })

  it('leave the reads of the same player free, which are never refused', async () => {
    const flooder = await server.player({ balance: 500 })
    let flood: ReturnType<typeof bet>[] = []
    await whileLocked(db, ofPlayer('wallets', flooder), async () => {
      flood = Array.from({ length: 200 }, () => bet(flooder))
      await expect.poll(() => waitingForLocks(db)).toBeGreaterThan(0)
      const body = { sport: 'football', when: 'upcoming', matches: ['none'], leagues: [] }
      const marked = await call('POST', '/api/app/sports/marked', { player: flooder, body })
      expect(marked.httpStatus).toBe(200)
      const reads = ['/api/app/user/userInfo', '/api/app/user/getBalance', '/api/app/game/list']
      const pages = await Promise.all(
        Array.from({ length: 12 }, (_, i) => call('GET', reads[i % 3] ?? '', { player: flooder })),
      )
      expect(pages.map(({ httpStatus }) => httpStatus)).toEqual(Array(12).fill(200))
    })
    await Promise.all(flood)
  })

  it('beyond two under way and 250 waiting are refused, have no effect, and may be repeated', async () => {
    const flooder = await server.player({ balance: 500 })
    const keys = Array.from({ length: 300 }, () => randomUUID())
    let flood: ReturnType<typeof bet>[] = []
    await whileLocked(db, ofPlayer('wallets', flooder), async () => {
      flood = keys.map((key) => bet(flooder, key, 'en_US'))
      let refused = 0
      for (const answer of flood)
        void answer.then(({ httpStatus }) => (refused += Number(httpStatus === 429)))
      await expect.poll(() => refused).toBe(48)
      // Refused before the body is parsed.
      const headers = { 'content-type': 'application/json', authorization: flooder.token }
      const broken = { method: 'POST', headers, body: '{' }
      expect((await fetch(`${url}/api/app/game/limbo/bet`, broken)).status).toBe(429)
    })
    const answers = await Promise.all(flood)
    expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(252)
    expect(await bets(flooder)).toBe(252)
    const refused = answers.findIndex(({ httpStatus }) => httpStatus === 429)
    expect(answers[refused]).toMatchObject({
      status: 429,
      retryAfter: '2',
      message: en_US.errors.tooManyCalls.replace('{seconds}', '2'),
    })
    expect((await bet(flooder, keys[refused])).httpStatus).toBe(200)
    expect(await bets(flooder)).toBe(253)
  })
})

it('a flood of calls with one token is one lookup of its session at a time', async () => {
  const owner = await server.player()
  const calls: Promise<unknown>[] = []
  const arrived = arrivals()
  await whileLocked(db, ['lock table sessions in access exclusive mode'], async () => {
    for (let i = 0; i < 200; i++) calls.push(call('GET', '/api/app/user/userInfo', { player: owner }))
    await expect.poll(arrived).toBe(200)
    await expect.poll(() => waitingForLocks(db)).toBe(1)
  })
  const answers = (await Promise.all(calls)) as { httpStatus: number }[]
  expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(200)
})

describe('250 captchas at once', () => {
  it('delay no login', async () => {
    const { username } = await server.player()
    const codeId = '77'
    await call('GET', `/api/auth/user/captcha/${codeId}`)
    const { data } = await call<{ answer: string }>('GET', `/sandbox/api/captcha/${codeId}`)
    let captchas: Promise<{ httpStatus: number }>[] = []
    // Blocks the inserts of these captchas, so that their queue cannot advance, however fast the machine is.
    const insertSameIds = `insert into captchas (code_id, kind, answer, created_at, expires_at)
      select 1000 + i, 'image', 'AAAAA', now(), now() from generate_series(0, 249) as i`
    await whileLocked(db, [insertSameIds], async () => {
      captchas = Array.from({ length: 250 }, (_, i) => call('GET', `/api/auth/user/captcha/${1000 + i}`))
      await expect.poll(() => waitingForLocks(db)).toBe(1)
      const login = await call('POST', '/api/auth/user/restLogin', {
        body: { username, pwd: 'Segura-123', codeId, captCode: data.answer },
      })
      expect(login.httpStatus).toBe(200)
    })
    // Later ones may have waited for too long.
    const statuses = (await Promise.all(captchas)).map(({ httpStatus }) => httpStatus)
    expect(statuses.slice(0, 40)).toEqual(Array(40).fill(200))
  })

  it('from one address take two places of the queue of all: another address gets its captcha meanwhile', async () => {
    const { app } = await createTestServer({ TRUST_PROXY: '1' })
    const captchaFor = (address: string, id: number) =>
      app.inject({ url: `/api/auth/user/captcha/${id}`, headers: { 'x-forwarded-for': address } })
    let made = 0
    const flood = Array.from({ length: 60 }, async (_, i) => {
      await captchaFor('10.0.0.1', 2_000 + i)
      made++
    })
    expect((await captchaFor('10.0.0.2', 78)).statusCode).toBe(200)
    expect(made).toBeLessThan(30)
    await Promise.all(flood)
  })

  it('from as many addresses are refused at once beyond the 30 that may wait', async () => {
    const { app, deps: own } = await createTestServer({ TRUST_PROXY: '1' })
    const insertSameIds = `insert into captchas (code_id, kind, answer, created_at, expires_at)
      select 3000 + i, 'image', 'AAAAA', now(), now() from generate_series(0, 249) as i`
    const statuses: number[] = []
    let asked: Promise<void>[] = []
    await whileLocked(own.db, [insertSameIds], async () => {
      asked = Array.from({ length: 250 }, async (_, i) => {
        const headers = { 'x-forwarded-for': `10.0.1.${i}` }
        const response = await app.inject({ url: `/api/auth/user/captcha/${3_000 + i}`, headers })
        if (response.statusCode === 429) expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
        statuses.push(response.statusCode)
      })
      await expect.poll(() => statuses.length).toBe(220)
    })
    await Promise.all(asked)
    expect(statuses.filter((status) => status === 429)).toHaveLength(220)
    expect(statuses.filter((status) => status === 200)).toHaveLength(30)
  })
})

describe('parallel resets of guests from one address', () => {
  it('take four connections', async () => {
    const { username } = await server.player()
    const resets: Promise<unknown>[] = []
    const lock = [
      'select pg_advisory_xact_lock(hashtextextended($1, 0))',
      [`resetFree:account:${username}`],
    ] as const
    const arrived = arrivals()
    await whileLocked(db, lock, async () => {
      for (let i = 0; i < 50; i++)
        resets.push(call('POST', '/api/app/main/RESETPWD/sendEmail', { body: { email: username } }))
      await expect.poll(arrived).toBe(50)
      await expect.poll(() => waitingForLocks(db)).toBe(4)
      const owner = await server.player({ balance: 10 })
      expect((await bet(owner)).httpStatus).toBe(200)
      expect(await waitingForLocks(db)).toBe(4)
    })
    await Promise.all(resets)
  })
})

describe('a bucket', () => {
  it('refuses a bet in the language of the player, without any effect; the same key works later', async () => {
    const limited = await createTestServer({ RATE_LIMITS: 'bets=1/3' })
    const limitedBet = betOn(httpClient(await limited.listen()))
    const [owner, other] = [await limited.player({ balance: 100 }), await limited.player({ balance: 100 })]
    const played = async () =>
      (await limited.deps.db.read('select 1 from game_rounds where user_id = $1', [owner.userId])).length
    const wallet = () => limited.deps.ledger.wallet(limited.deps.db, owner.userId)
    const first = await Promise.all(Array.from({ length: 3 }, () => limitedBet(owner)))
    expect(first.map(({ httpStatus }) => httpStatus)).toEqual([200, 200, 200])
    const before = await wallet()
    const key = randomUUID()
    const refuses = async ([lang, texts]: [string, typeof pt_BR]) =>
      expect(await limitedBet(owner, key, lang)).toEqual({
        httpStatus: 429,
        status: 429,
        retryAfter: '1',
        message: texts.errors.tooManyCalls.replace('{seconds}', '1'),
        data: null,
      })
    await Promise.all(Object.entries({ pt_BR, en_US, ja_JP }).map(refuses))
    expect([await played(), await wallet()]).toEqual([3, before])
    expect((await limitedBet(other)).httpStatus).toBe(200)
    await expect.poll(async () => (await limitedBet(owner, key)).httpStatus, { interval: 200 }).toBe(200)
    expect(await played()).toBe(4)
    // A further retry gets the stored answer and places no second bet.
    await expect.poll(async () => (await limitedBet(owner, key)).httpStatus, { interval: 200 }).toBe(200)
    expect(await played()).toBe(4)
  })

  it('that is empty refuses before the session is looked up', async () => {
    const limited = await createTestServer({ RATE_LIMITS: 'calls=1/3' })
    const owner = await limited.player()
    const read = async () =>
      (await limited.call('GET', '/api/app/user/userInfo', { player: owner })).httpStatus
    expect(await Promise.all([read(), read(), read()])).toEqual([200, 200, 200])
    await whileLocked(limited.deps.db, ['lock table sessions in access exclusive mode'], async () => {
      expect(await read()).toBe(429)
    })
  })

  it('that is empty cannot keep the server busy: a program that repeats at once is refused a few times a second', async () => {
    const limited = await createTestServer({ RATE_LIMITS: 'guests=0.01/1' })
    const read = async () => (await limited.call('GET', '/api/app/main/home')).httpStatus
    expect(await read()).toBe(200)
    const start = performance.now()
    let refused = 0
    while (performance.now() - start < 500) {
      expect(await read()).toBe(429)
      refused++
    }
    expect(refused).toBeLessThanOrEqual(3)
  })

  it('of guests belongs to the address that the proxy names', async () => {
    const limited = await createTestServer({ RATE_LIMITS: 'guests=1/3,captchas=1/2', TRUST_PROXY: '1' })
    const get = async (path: string, from: string) =>
      (await limited.app.inject({ url: path, headers: { 'x-forwarded-for': from } })).statusCode
    const many = (path: string, from: string) => Promise.all([1, 2, 3, 4, 5].map(() => get(path, from)))
    expect(await many('/api/app/main/home', '203.0.113.1')).toEqual([200, 200, 200, 429, 429])
    expect(await many('/api/auth/user/captcha/5', '203.0.113.1')).toEqual([200, 200, 429, 429, 429])
    expect(await many('/confirm/x', '203.0.113.3')).toEqual([410, 410, 410, 429, 429])
    expect(await many('/api/app/main/home', '203.0.113.2')).toEqual([200, 200, 200, 429, 429])
    const owner = await limited.player()
    const { httpStatus } = await limited.call('GET', '/api/app/user/userInfo', { player: owner })
    expect(httpStatus).toBe(200)
  })

  it('of combinations is small, because each price is computed', async () => {
    const limited = await createTestServer({ RATE_LIMITS: 'combinations=1/2' })
    const [match] = limited.deps.feed.matches('football', 'upcoming', limited.clock.now())
    const body = { matchId: match?.id ?? '', keys: ['winner:1:home:3', 'total:1:over:2.5'] }
    const price = async () => (await limited.call('POST', '/api/app/sports/combination', { body })).httpStatus
    expect([await price(), await price(), await price()]).toEqual([200, 200, 429])
  })

  it('of lists that are rendered for one caller is small; what many share does not count', async () => {
    const limited = await createTestServer({ RATE_LIMITS: 'rareLists=0.01/2' })
    const owner = await limited.player()
    const list = async (more: Record<string, string>, player?: TestPlayer) => {
      const query = new URLSearchParams({ sport: 'football', when: 'upcoming', ...more })
      const { httpStatus } = await limited.call('GET', `/api/app/sports/matches?${query}`, { player })
      return httpStatus
    }
    const body = { sport: 'football', when: 'upcoming', matches: ['none'], leagues: [] }
    const marked = async (player?: TestPlayer) =>
      (await limited.call('POST', '/api/app/sports/marked', { body, player })).httpStatus
    expect([await list({ search: 'a' }), await list({ search: 'b' })]).toEqual([200, 200])
    expect([await list({ search: 'c' }), await marked()]).toEqual([429, 429])
    expect([await list({}), await marked(owner), await list({ search: 'd' }, owner)]).toEqual([200, 200, 200])
    expect([await list({ search: 'e' }, owner), await marked(owner)]).toEqual([429, 429])
  })

  it('is shared by two processes, within the documented bound', async () => {
    const [perSecond, burst] = [2, 20]
    const serverA = await createTestServer({ RATE_LIMITS: `bets=${perSecond}/${burst}` })
    const serverB = await serverA.startAnother()
    const owner = await serverA.player({ balance: 1_000 })
    const [betOnA, betOnB] = [
      betOn(httpClient(await serverA.listen())),
      betOn(httpClient(await serverB.listen())),
    ]
    const reported = countReportedCalls(serverB)
    const startedAt = performance.now()
    const passed = async (send: typeof betOnA) => Number((await send(owner)).httpStatus === 200)

    let through = 0
    for (let i = 0; i < burst; i++) through += await passed(betOnA)
    expect(through).toBe(burst)
    await expect.poll(reported).toBe(burst)
    const others = await Promise.all(Array.from({ length: burst }, () => passed(betOnB)))
    const throughOther = others.reduce((sum, one) => sum + one, 0)
    const now = performance.now()
    // Only as many as were refilled since the start; an unshared bucket would let all 20 through.
    expect(throughOther).toBeLessThanOrEqual(Math.ceil((perSecond * (now - startedAt)) / 1_000))

    through += throughOther
    while (performance.now() - startedAt < 4_000) through += (await passed(betOnA)) + (await passed(betOnB))
    const seconds = (performance.now() - startedAt) / 1_000
    expect(through).toBeLessThanOrEqual(burst * 2 + perSecond * seconds * 1.2)
    expect(through).toBeGreaterThanOrEqual(burst)
  })
})

/** Returns a function that returns how many calls other processes have reported to this one. */
function countReportedCalls({ deps }: TestServer): () => number {
  let calls = 0
  deps.bus.subscribe((message) => {
    if (message.type !== 'broadcast' || message.name !== 'internal:taken') return
    const { taken } = message.payload as { taken: [string, string, number][] }
    for (const [, , tokens] of taken) calls += tokens
  })
  return () => calls
}
