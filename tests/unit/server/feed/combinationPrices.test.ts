import { describe, expect, it } from 'vitest'
import { canCombine } from '#contract/rules/combination.ts'
import { legResult } from '#contract/rules/markets.ts'
import { sports, type Option, type Sport } from '#contract/rules/sports.ts'
import { rulesOf } from '#contract/rules/sportRules.ts'
import { BetResult } from '#contract/statusCodes.ts'
import { fixturesBetween } from '#server/feed/calendar.ts'
import { jointChances } from '#server/feed/combination.ts'
import { Desk } from '#server/feed/desk/Desk.ts'
import { DeskFeed } from '#server/feed/desk/DeskFeed.ts'
import { SimulatedFeed } from '#server/feed/SimulatedFeed.ts'
import { ratesOf, type Rates } from '#server/feed/rates.ts'
import type { Snapshot } from '#server/feed/snapshot.ts'
import { randomOf } from '#server/feed/random.ts'
import { sized } from '../../../scope.ts'

const noDatabase = {} as ConstructorParameters<typeof Desk>[0]

const seed = 'redundantes'
const start = Date.UTC(2026, 4, 2)
const minute = 60_000
const source = new SimulatedFeed(seed)
const feed = new DeskFeed(source, new Desk(noDatabase))

interface Single extends Option {
  key: string
  odds: number
  win: number
  refund: number
  /** What one unit returns on average. */
  factor: number
}

interface Moment {
  id: string
  now: Date
  snapshot: Snapshot
  rates: Rates
  singles: Single[]
}

/** Matches before kick-off and in play, with the single bets that are open. */
function momentsOf(sport: Sport): Moment[] {
  return fixturesBetween(sport, start, start + 86_400_000)
    .slice(0, sized(1, 2))
    .flatMap(({ id, startsAt }) =>
      [-10, 37, 80].flatMap((at): Moment[] => {
        const now = new Date(startsAt + at * minute)
        const [match, snapshot] = [feed.match(id, now), source.snapshot(id, now)]
        if (!match || !snapshot || match.isSuspended) return []
        const rates = ratesOf(seed, snapshot.fixture)
        const singles = feed
          .markets(match, now)
          .filter(({ isSuspended }) => !isSuspended)
          .flatMap(({ gameTime, options }) => options.map((option) => ({ ...option, gameTime })))
          .flatMap(({ key, selection, gameTime, odds: shown, boostedFrom, isClosed }): Single[] => {
            const odds = boostedFrom ?? shown
            const option = { selection, gameTime }
            const isOpen =
              legResult(selection, gameTime, match.state, rulesOf(sport)).code === BetResult.accepted
            if (isClosed || !isOpen || !canCombine([option])) return []
            const joint = jointChances(snapshot, rates, [option])
            const factor = feed.expectedFactor({ matchId: id, ...option, odds }, now)
            return joint && factor !== undefined ? [{ key, ...option, odds, ...joint, factor }] : []
          })
        return singles.length > 1 ? [{ id, now, snapshot, rates, singles }] : []
      }),
    )
}

/** Pairs and threes that can be one bet. */
function* combinationsOf(singles: readonly Single[], random: () => number, count: number) {
  const pick = () => singles[Math.floor(random() * singles.length)] as Single
  for (let left = count; left > 0; left--) {
    const chosen = [pick(), pick(), ...(left % 3 === 0 ? [pick()] : [])]
    if (canCombine(chosen)) yield chosen
  }
}

const isSame = (a: number, b: number) => Math.abs(a - b) < 2e-5

describe.each(sports)('a combination in %s', (sport) => {
  const moments = momentsOf(sport).map((moment, index) => ({ ...moment, index: index + 1 }))

  it.each(moments)(
    'returns no more than any of its selections alone, and pays no more than a single bet that is the same, moment $index',
    ({ id, now, snapshot, rates, singles, index }) => {
      const random = randomOf(seed, `${sport} ${index}`)
      for (const chosen of combinationsOf(singles, random, sized(10, 24))) {
        const { odds, win, refund } = feed.combination(id, chosen, now) ?? { odds: null, win: 0, refund: 0 }
        if (odds === null) continue
        const about = chosen.map(({ key }) => key).join(' + ')
        const least = Math.min(...chosen.map(({ factor }) => factor))
        expect(win * odds + refund, about).toBeLessThan(least + 1e-4 * odds)
        for (const single of singles) {
          if (!isSame(single.win, win) || !isSame(single.refund, refund)) continue
          const both = jointChances(snapshot, rates, [...chosen, single])
          if (both && isSame(both.win, win) && isSame(both.refund, refund))
            expect(odds, `${about} is ${single.key}`).toBeLessThanOrEqual(single.odds)
        }
      }
    },
  )
})

describe('football, before kick-off', () => {
  const [{ id, now, singles } = { id: '', now: new Date(), singles: [] }] = momentsOf('football')
  const priceOf = (keys: readonly string[]) =>
    feed.combination(
      id,
      keys.map((key) => singles.find((single) => single.key === key) as Single),
      now,
    )?.odds
  const single = (key: string) => singles.find((each) => each.key === key)?.odds

  it.each([
    {
      what: 'home wins, and home or draw',
      keys: ['winner:1:home:3', 'doubleChance:1:homeDraw'],
      same: 'winner:1:home:3',
    },
    {
      what: 'away wins, and away or draw',
      keys: ['winner:1:away:3', 'doubleChance:1:drawAway'],
      same: 'winner:1:away:3',
    },
    {
      what: 'a draw in which one side does not score',
      keys: ['winner:1:draw:3', 'bothScore:1:no'],
      same: 'correctScore:1:0-0',
    },
    {
      what: 'two ways to say 2-1',
      keys: ['correctScore:1:2-1', 'winner:1:home:3'],
      same: 'correctScore:1:2-1',
    },
  ])('$what pay no more than the single bet', ({ keys, same }) => {
    const price = priceOf(keys)
    expect(price).toBeLessThanOrEqual(single(same) as number)
    expect(price).toBeGreaterThan(0.9 * (single(same) as number))
  })
})
