import type { Page } from '@playwright/test'
import type { MatchWire } from '#contract/http/sports.ts'
import type { DoubleRound, MatchScript, Sandbox, SandboxUser } from '../../scripts/Sandbox.ts'
import { prices, winner } from '../e2e/matches.ts'
import { betDice, callAs, deposit100 } from '../e2e/playerApi.ts'

/** A Wednesday, 16:00:05 in São Paulo: the clocks of the server and of the page stand still there. */
export const stageTime = new Date('2027-03-10T19:00:05Z')

const secondMs = 1_000
const dayMs = 24 * 3_600 * secondMs
const roundMs = 15 * secondMs
/** What double has drawn lately, the oldest first: more results than the page shows. */
const doubleResults = [3, 9, 0, 12, 5, 14, 1, 8, 2, 11, 6, 13, 4, 10, 7, 0, 3, 9, 12, 5, 8, 1]

/** Seconds that `stageTime` is away from: things happen one after the other, although the clock stands still. */
const before = (ms: number) => new Date(stageTime.getTime() - ms)

/** An empty server whose matches, day and time are the same in every run; the page's clock stands still with it. */
export async function setStage(sandbox: Sandbox, page: Page): Promise<void> {
  await sandbox.reset('pictures')
  await sandbox.stopClock(stageTime)
  await page.clock.setFixedTime(stageTime)
  await page.addInitScript(fixPage)
  // Whether the connection of the last page still counts is a matter of milliseconds.
  await page.route('**/api/app/main/home', async (route) => {
    const { pathname } = new URL(route.request().url())
    const response = await route.fetch({ url: sandbox.serverUrl + pathname })
    const { data, ...envelope } = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { ...envelope, data: { ...data, online: 17 } } })
  })
}

/**
 * Runs in the page. What the page draws by lot (a suggested seed, the last digits of the number of players) is the same
 * each time; keys of 16 bytes, which no one sees, stay random.
 */
function fixPage(): void {
  // The product counts the server's time by it: in the minute that pictures take, a thousandth of it passes.
  const measure = performance.now.bind(performance)
  const began = measure()
  performance.now = () => began + (measure() - began) / 1_000
  const draw = crypto.getRandomValues.bind(crypto)
  crypto.getRandomValues = (values) =>
    values.byteLength === 16 ? draw(values) : new Uint8Array(values.buffer).fill(42) && values
  /**
   * How many timers end within 600 ms, such as that of React, which shows what has been loaded up to 300 ms later. Not those
   * of what repeats.
   */
  const due = new Set<number>()
  Reflect.set(window, 'countDueTimers', () => due.size)
  const [set, clear] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)]
  let isInTimer = false
  const setAndCount = (run: () => void, ms = 0, ...args: unknown[]): number => {
    const id = set(() => {
      due.delete(id)
      isInTimer = true
      try {
        Reflect.apply(run, window, args)
      } finally {
        isInTimer = false
      }
    }, ms)
    if (ms <= 600 && !isInTimer) due.add(id)
    return id
  }
  window.setTimeout = setAndCount as typeof window.setTimeout
  window.clearTimeout = (id) => {
    due.delete(Number(id))
    clear(id)
  }
}

/** Plays rounds of double with known results up to `stageTime`; the current round takes bets. */
export async function playDouble(sandbox: Sandbox): Promise<DoubleRound> {
  await sandbox.stopClock(before(doubleResults.length * roundMs))
  await sandbox.setDoubleResults(doubleResults.slice(0, 20))
  for (let left = doubleResults.length - 1; left >= 0; left--) {
    await sandbox.stopClock(before(left * roundMs))
    await sandbox.doubleRounds()
    if (left === 2) await sandbox.setDoubleResults(doubleResults.slice(20))
  }
  const [round] = await sandbox.doubleRounds()
  if (!round) throw new Error('double has no round')
  return round
}

/** Lets time pass before each step, so that lists have an order, and ends at `stageTime`. */
async function inOrder(sandbox: Sandbox, steps: (() => Promise<unknown>)[], stepMs: number): Promise<void> {
  for (const [index, step] of steps.entries()) {
    await sandbox.stopClock(before((steps.length - index) * stepMs))
    await step()
  }
  await sandbox.stopClock(stageTime)
}

/** A player with a week behind them: friends who bet, a deposit, a withdrawal, rounds, check-ins, messages. */
export async function makeRegular(
  sandbox: Sandbox,
  signIn: (fields: Partial<SandboxUser>) => Promise<SandboxUser & { token: string }>,
  username: string,
): Promise<SandboxUser & { token: string }> {
  await sandbox.stopClock(before(7 * dayMs))
  const regular = await signIn({ username, inviteCode: 'ANA2027', level: 3, lx: '20' })
  const friends: { token: string }[] = []
  for (const [index, name] of ['bruno', 'carla', 'diego', 'elisa'].entries()) {
    // Of the same moment they are listed in any order.
    await sandbox.stopClock(before(7 * dayMs - (index + 1) * secondMs))
    const friend = await sandbox.createUser({ username: `${name}@example.com`, inviteCode: 'ANA2027' })
    // The name that the server makes is another in every run.
    await callAs(sandbox, friend.token, '/api/app/user/nickname', { nickname: `${name}_da_vila` })
    friends.push(friend)
  }
  const stakes = [40, 15, 90, 0, 80, 60]
  const days = stakes.map((stake, day) => async () => {
    if (day === 0) for (const friend of friends.slice(0, 3)) await deposit100(sandbox, friend.token)
    const friend = friends[day % 3]
    if (friend && stake > 0) await betDice(sandbox, friend.token, stake)
  })
  await inOrder(sandbox, days, dayMs)
  await inOrder(
    sandbox,
    [
      () => deposit100(sandbox, regular.token),
      () => betDice(sandbox, regular.token, 25),
      () => betDice(sandbox, regular.token, 5),
      () => sandbox.patchUser(username, { balance: 1344.5, turnover: 0 }),
      () => withdraw60(sandbox, regular.token),
    ],
    60 * secondMs,
  )
  return regular
}

/** Returns the id of a withdrawal of R$ 60. */
export async function withdraw60(sandbox: Sandbox, token: string): Promise<string> {
  const { orderId } = await callAs<{ orderId: string }>(sandbox, token, '/api/app/order/withdraw', {
    payCardBank: 'CPF',
    payCardNo: '52998224725',
    ifsc: '52998224725',
    name: 'Ana Souza',
    amount: 60,
  })
  return orderId
}

const league = 'Copa dos Rios'
/** Home and away. */
const fixtures = {
  first: ['Encosta Alta', 'Rio Pardal'],
  second: ['Capim Dourado', 'Sabiá FC'],
  third: ['Barra do Sol', 'Monte Jatobá'],
} as const

/** A match with known prices; it begins in an hour. */
export function makeMatch(
  sandbox: Sandbox,
  name: keyof typeof fixtures,
  script: MatchScript = {},
): Promise<MatchWire> {
  const [home, away] = fixtures[name]
  return sandbox.scriptMatch({ league, home, away, odds: prices, ...script })
}

/** Bets R$ 20 on the home side. */
export async function betOnHome(sandbox: Sandbox, token: string, { matchId }: MatchWire): Promise<string> {
  const { ticketId } = await callAs<{ ticketId: string }>(sandbox, token, '/api/app/sports/bet', {
    amount: 20,
    policy: 'ask',
    legs: [{ matchId, key: winner.home, odds: prices[winner.home] }],
  })
  return ticketId
}

/** The home side wins. */
export async function finish(sandbox: Sandbox, { matchId }: MatchWire): Promise<void> {
  await sandbox.scriptMatch({ matchId, period: 3, homeScore: 2, awayScore: 0 })
  await sandbox.scriptMatch({ matchId, finish: true })
}
