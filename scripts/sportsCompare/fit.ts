import type { Selection } from '#contract/rules/markets.ts'
import { GameTime } from '#contract/statusCodes.ts'
import type { Fixture } from '#server/feed/calendar.ts'
import { chancesOf, fairOdds, forecastOf, type Forecast } from '#server/feed/forecast.ts'
import { ratesOf } from '#server/feed/rates.ts'
import { announcedSnapshot } from '#server/feed/snapshot.ts'
import type { ClosingPrices } from './realMatches.ts'

/** Any match of football before its kick-off: its rates are replaced. */
const fixture: Fixture = { id: 'fit', sport: 'football', league: '', home: '', away: '', startsAt: 0 }
const announced = announcedSnapshot(fixture, -1)
const anyRates = ratesOf('', fixture)

/** Chances of a market's options without the margin: all raised to the power at which they add up to 1. */
export function withoutMargin(odds: readonly number[]): number[] {
  let [low, high] = [1, 4]
  for (let step = 0; step < 50; step++) {
    const power = (low + high) / 2
    if (odds.reduce((sum, each) => sum + (1 / each) ** power, 0) > 1) low = power
    else high = power
  }
  const raised = odds.map((each) => (1 / each) ** low)
  const sum = raised.reduce((total, each) => total + each, 0)
  return raised.map((each) => each / sum)
}

/** The same in proportion: so the 1X2 of bookmakers agrees best with their own handicaps. */
function inProportion(odds: readonly number[]): number[] {
  const sum = odds.reduce((total, each) => total + 1 / each, 0)
  return odds.map((each) => 1 / each / sum)
}

const chanceOf = (forecast: Forecast, selection: Selection) => 1 / fairOdds(chancesOf(selection, forecast))
const winner = (side: 'home' | 'draw' | 'away'): Selection => ({ market: 'winner', side, ways: 3 })

/** What the product's model says about a match whose two rates are fitted to its closing prices. */
export interface Fitted {
  draw: { model: number; market: number }
  handicap?: { model: number; market: number }
}

/**
 * Fits the rates of both sides to two numbers: how much likelier a home win is than an away win, and more than 2.5 goals.
 * The draw and the handicap are then what the model adds of its own. Undefined without a price of the total.
 */
export function fittedTo({ winner: ofWinner, total, handicap }: ClosingPrices): Fitted | undefined {
  if (!total) return undefined
  const [home = 0, draw = 0, away = 0] = inProportion(ofWinner)
  const [over = 0] = inProportion(total)
  const told = (sum: number, ratio: number) => {
    const forecast = forecastAt(sum, ratio)
    return {
      forecast,
      lead: chanceOf(forecast, winner('home')) - chanceOf(forecast, winner('away')),
      over: chanceOf(forecast, { market: 'total', side: 'over', line: 2.5 }),
    }
  }
  // Each number depends almost on one of the two alone, so that fitting one after the other converges at once.
  let [sum, ratio] = [2.6, 1]
  for (let round = 0; round < 3; round++) {
    sum = rootOf((each) => told(each, ratio).over - over, 0.3, 9)
    ratio = Math.exp(rootOf((each) => told(sum, Math.exp(each)).lead - (home - away), -4, 4))
  }
  const { forecast } = told(sum, ratio)
  return {
    draw: { model: chanceOf(forecast, winner('draw')), market: draw },
    ...(handicap && {
      handicap: {
        model: chanceOf(forecast, { market: 'handicap', side: 'home', line: handicap.line }),
        market: inProportion(handicap.odds)[0] as number,
      },
    }),
  }
}

function forecastAt(sum: number, ratio: number): Forecast {
  // As the match is played: closing prices know nothing of corrections.
  const { correction: _, ...snapshot } = announced
  const away = sum / (1 + ratio)
  const forecast = forecastOf(
    snapshot,
    { ...anyRates, scores: { home: sum - away, away } },
    GameTime.fullMatch,
  )
  if (!forecast) throw new Error('football has no forecast')
  return forecast
}

const mostSteps = 60
/** In probability. */
const exact = 1e-6

/** Where a growing function is 0: by interpolation, and every third time by halving. */
function rootOf(at: (x: number) => number, from: number, to: number): number {
  let [low, high] = [from, to]
  let [atLow, atHigh] = [at(low), at(high)]
  for (let step = 0; step < mostSteps; step++) {
    const x = step % 3 === 2 ? (low + high) / 2 : low - (atLow * (high - low)) / (atHigh - atLow)
    const value = at(x)
    if (Math.abs(value) < exact) return x
    if (value < 0) [low, atLow] = [x, value]
    else [high, atHigh] = [x, value]
  }
  return (low + high) / 2
}
