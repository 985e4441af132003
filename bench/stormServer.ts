/**
 * The product's server with a feed of which 500 prices change 10,000 times a second. SIGUSR2 ends the storm.
 */
import type { FeedMarket, FeedMatch } from '../src/server/feed/Feed.ts'
import { SimulatedFeed } from '../src/server/feed/SimulatedFeed.ts'
import { startServer } from '../src/server/startServer.ts'

const prices = 500
/** As many as a list has. */
const stormMatches = 60
const changesPerSecond = 10_000
const stepMs = 10

/** By match: how often its prices changed, and its prices by option. */
const storm = new Map<string, { changes: number; odds: Map<string, number> }>()
const { matches, match, markets } = SimulatedFeed.prototype

const isStormed = ({ sport, isLive, id }: FeedMatch) =>
  sport === 'football' && isLive && id.startsWith('script-')
const countPrices = () => [...storm.values()].reduce((sum, { odds }) => sum + odds.size, 0)

/** The match in its newest version. */
function stormed(original: FeedMatch): FeedMatch {
  const changes = storm.get(original.id)?.changes ?? 0
  return { ...original, version: original.version + changes }
}

SimulatedFeed.prototype.matches = function (sport, when, now) {
  const found = matches.call(this, sport, when, now)
  for (const each of found.filter(isStormed)) {
    if (storm.has(each.id) || countPrices() >= prices) continue
    // Those that the list shows come first.
    const options = markets
      .call(this, each, now)
      .toSorted((a, b) => Number(b.isMain) - Number(a.isMain))
      .flatMap((market) => market.options)
      .slice(0, Math.min(Math.ceil(prices / stormMatches), prices - countPrices()))
    const odds = new Map(options.map(({ key, odds: first }) => [key, first]))
    storm.set(each.id, { changes: 0, odds })
  }
  return found.map(stormed)
}
SimulatedFeed.prototype.match = function (id, now) {
  const found = match.call(this, id, now)
  return found && stormed(found)
}
SimulatedFeed.prototype.markets = function (each, now) {
  const changed = storm.get(each.id)
  const found = markets.call(this, each, now)
  if (!changed) return found
  return found.map((market): FeedMarket => {
    const options = market.options.map((option) => ({
      ...option,
      odds: changed.odds.get(option.key) ?? option.odds,
    }))
    return { ...market, options }
  })
}

let made = 0
let began: number | undefined
const timer = setInterval(() => {
  const stormedMatches = [...storm.values()]
  if (stormedMatches.length === 0) return
  began ??= performance.now()
  const due = ((performance.now() - began) * changesPerSecond) / 1000
  for (; made < due; made++) {
    const changed = stormedMatches[made % stormedMatches.length]
    if (!changed) continue
    const keys = [...changed.odds.keys()]
    const key = keys[Math.floor(made / stormedMatches.length) % keys.length]
    if (key === undefined) continue
    changed.odds.set(key, Number((1.2 + (made % 773) / 100).toFixed(2)))
    changed.changes++
  }
}, stepMs)
process.on('SIGUSR2', () => clearInterval(timer))

const server = await startServer(process.env)
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)))
process.send?.({ ready: server.url })
