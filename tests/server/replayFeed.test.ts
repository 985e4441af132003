import { expect, it } from 'vitest'
import { matchAfterChange, type MatchChange, type MatchWire, type TicketWire } from '#contract/http/sports.ts'
import { runJobs } from '#server/jobs/jobs.ts'
import { atEnd } from './helpers/atEnd.ts'
import { openSocket } from './helpers/openSocket.ts'
import { createTestServer } from './helpers/testServer.ts'

const server = await createTestServer({
  FEED_PROVIDER: 'replay',
  FEED_FOLDER: 'tests/server/recordings/cup',
})
const second = await server.startAnother()
const url = await server.listen()
const { deps, clock, call, player } = server
const minute = 60_000

/** Lets this process take in, as the job of one process does; returns a function that ends it. */
function takeIn({ deps: { feedSource } }: typeof server): () => Promise<unknown> {
  const ending = new AbortController()
  const taken = feedSource.takeIn?.(ending.signal)
  return async () => {
    ending.abort()
    await taken
  }
}

const read = async (id: string, on = server) =>
  (await on.call<MatchWire>('GET', `/api/app/sports/match/${id}`)).data
const optionOf = (match: MatchWire | undefined, key: string) =>
  match?.markets.flatMap(({ options }) => options).find((option) => option.key === key)
const priceOf = (match: MatchWire | undefined, key: string) => optionOf(match, key)?.odds
const [HOME, AWAY] = ['winner:1:home:3', 'winner:1:away:3'] as const

/** The recording is told by the clock: `at` are minutes from its begin. */
const startedAt = clock.now().getTime()
const goTo = (at: number) => clock.moveTo(new Date(startedAt + at * minute + 1_000))

it('plays a match from its fixture to a corrected result: on the socket, in every process, and in the tickets', async () => {
  let stop = takeIn(server)
  atEnd(() => stop())
  const bettor = await player({ balance: 100 })
  const early = await player({ balance: 100 })
  const bet = async (who: typeof bettor, matchId: string, key: string, odds: number) =>
    call<TicketWire>('POST', '/api/app/sports/bet', {
      player: who,
      body: { amount: 10, policy: 'ask', legs: [{ matchId, key, odds }] },
    })
  const ticket = async (who: typeof bettor, { data }: Awaited<ReturnType<typeof bet>>) =>
    (await call<TicketWire>('GET', `/api/app/sports/ticket/${data.ticketId}`, { player: who })).data
  const cash = async (who: typeof bettor) => (await deps.ledger.wallet(deps.db, who.userId)).cash

  // Before kick-off: two leagues of one name, in both processes.
  await expect.poll(async () => priceOf(await read('m1'), HOME)).toBe(2.05)
  await expect.poll(async () => priceOf(await read('m2', second), HOME)).toBe(1.5)
  expect([(await read('m1')).league, (await read('m2')).league]).toEqual([
    'Bundesliga',
    'Bundesliga (Áustria)',
  ])
  const cancelled = await bet(early, 'm2', HOME, 1.5)
  expect(cancelled.httpStatus).toBe(200)

  const seen: MatchWire[] = []
  const socket = await openSocket(url, bettor.token, (opened) =>
    opened.on('feed:matches', ({ matches }: { matches: MatchWire[] }) => seen.push(...matches)),
  )
  const pushed = () => seen.findLast(({ matchId }) => matchId === 'm1')
  socket.emit('feed:watch', { sport: null, matchId: 'm1' })
  await expect.poll(pushed).toBeDefined()
  // Another client is sent the match once, and then what changes of it.
  let followed: MatchWire | undefined
  const changes: MatchChange[] = []
  const follower = await openSocket(url, bettor.token, (opened) =>
    opened
      .on('feed:matches', ({ matches }: { matches: MatchWire[] }) => (followed = matches[0]))
      .on('feed:changes', (change: MatchChange) => {
        changes.push(change)
        followed &&= matchAfterChange(followed, change)
      }),
  )
  follower.emit('feed:watch', { sport: null, matchId: 'm1', changes: true })
  await expect.poll(() => followed).toEqual(pushed())
  const isFollowed = () => expect.poll(() => followed).toEqual(pushed())
  await goTo(5)
  await expect.poll(() => priceOf(pushed(), HOME)).toBe(2)
  await isFollowed()
  const drawn = await bet(bettor, 'm1', 'winner:1:draw:3', 3.4)
  const won = await bet(bettor, 'm1', HOME, 2)
  const uncounted = await bet(bettor, 'm1', 'corners:4:under:9.5', 1.9)
  expect([drawn, won, uncounted].map(({ httpStatus }) => httpStatus)).toEqual([200, 200, 200])

  // The process that takes in dies: the other one goes on from there.
  await stop()
  stop = takeIn(second)
  await goTo(10)
  await expect.poll(pushed).toMatchObject({ live: true, period: 1, suspended: false })

  // A goal suspends, in every process.
  await goTo(25)
  await expect.poll(pushed).toMatchObject({ homeScore: 1, suspended: true })
  await isFollowed()
  expect((await bet(bettor, 'm1', HOME, 2)).message).toBe('Esta seleção não está disponível para apostas.')
  await goTo(27)
  await expect.poll(() => priceOf(pushed(), HOME)).toBe(1.4)
  await isFollowed()
  // An option without a price takes no bets; the others of its market do.
  const quotes = await call<{ odds: number | null }[]>('POST', '/api/app/sports/quote', {
    player: bettor,
    body: { legs: [AWAY, HOME].map((key) => ({ matchId: 'm1', key })) },
  })
  expect(quotes.data.map(({ odds }) => odds)).toEqual([null, 1.4])
  expect(optionOf(pushed(), AWAY)).toMatchObject({ suspended: true })
  const live = await bet(bettor, 'm1', HOME, 1.4)
  expect(live.data.state).toBe(-10)
  await clock.advance(3_000)
  await runJobs(deps)
  expect((await ticket(bettor, live)).state).toBe(0)

  // The end: 1-1. Nobody has counted corners, so that 0 of them are no result.
  await goTo(120)
  await expect.poll(pushed).toMatchObject({ period: -1, homeScore: 1, awayScore: 1 })
  await isFollowed()
  const [priceChange] = changes
  expect(priceChange?.markets.map(({ market }) => market)).toEqual(['winner'])
  expect(priceChange).not.toHaveProperty('home')
  await runJobs(deps)
  expect((await ticket(bettor, drawn)).payout).toBe(34)
  expect((await ticket(bettor, won)).payout).toBe(0)
  expect((await ticket(bettor, live)).payout).toBe(0)
  expect(await ticket(bettor, uncounted)).toMatchObject({ state: -1, payout: 10 })
  expect((await ticket(early, cancelled)).payout).toBe(0)

  // Bets of one market that were taken until a moment are cancelled.
  await goTo(130)
  await expect.poll(() => deps.feed.match('m2', clock.now())?.betCancels?.length).toBe(1)
  await runJobs(deps)
  expect(await ticket(early, cancelled)).toMatchObject({ payout: 10 })

  // 2-1 after all, and the tickets follow; what a court decides later changes nothing.
  await goTo(140)
  await expect.poll(async () => (await read('m1')).homeScore).toBe(2)
  await runJobs(deps)
  expect((await ticket(bettor, drawn)).payout).toBe(0)
  expect((await ticket(bettor, won)).payout).toBe(20)
  expect((await ticket(bettor, live)).payout).toBe(14)
  const after = await cash(bettor)
  await goTo(160)
  await expect.poll(() => deps.feed.match('m2', clock.now())?.betCancels).toEqual([])
  await runJobs(deps)
  expect((await read('m1')).homeScore).toBe(2)
  expect(await cash(bettor)).toBe(after)
  // The cancel was taken back.
  expect((await ticket(early, cancelled)).payout).toBe(0)
})
