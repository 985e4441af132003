import { fittedTo, withoutMargin, type Fitted } from './fit.ts'
import type { ClosingPrices, RealMatch } from './realMatches.ts'

const decimals = 2
const none = '–'
const number = (value: number, digits = decimals) => (Number.isFinite(value) ? value.toFixed(digits) : none)
const percent = (value: number) => number(100 * value, 1)

/** The lines of the table "simulated beside real", each with a cell for each column. */
export function tableOf(columns: ReadonlyMap<string, readonly RealMatch[]>): string[][] {
  const figures = [...columns.values()].map(figuresOf)
  const names = [...new Set(figures.flatMap((each) => [...each.keys()]))]
  return [
    ['', ...columns.keys()],
    ...names.map((name) => [name, ...figures.map((each) => each.get(name) ?? none)]),
  ]
}

/** The table as text, in columns. */
export function printed(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map((line) => (line[column] ?? '').length)),
  )
  return lines
    .map((line) =>
      line
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function figuresOf(matches: readonly RealMatch[]): Map<string, string> {
  const figures = new Map<string, string>()
  const share = (is: (match: RealMatch) => boolean) => matches.filter(is).length / matches.length
  const mean = (of: (match: RealMatch) => number) =>
    matches.reduce((sum, match) => sum + of(match), 0) / matches.length
  const [home, away] = [mean((match) => match.home), mean((match) => match.away)]
  figures.set('matches', String(matches.length))
  figures.set('goals', number(home + away))
  figures.set('goals of the home side', number(home))
  figures.set('goals of the away side', number(away))
  figures.set('home / away', number(home / away))
  figures.set('home wins %', percent(share((match) => match.home > match.away)))
  figures.set('draws %', percent(share((match) => match.home === match.away)))
  figures.set('away wins %', percent(share((match) => match.home < match.away)))
  for (const score of ['0-0', '1-0', '0-1', '1-1', '2-1', '1-2', '2-2'])
    figures.set(`${score} %`, percent(share((match) => `${match.home}-${match.away}` === score)))
  figures.set('more than 2.5 goals %', percent(share((match) => match.home + match.away > 2.5)))
  figures.set('both score %', percent(share((match) => match.home > 0 && match.away > 0)))
  figures.set('odd %', percent(share((match) => (match.home + match.away) % 2 === 1)))
  const priced = matches.flatMap(({ prices, ...score }) => (prices ? [{ ...score, prices }] : []))
  for (const [name, value] of priceFigures(priced)) figures.set(name, value)
  return figures
}

type Priced = RealMatch & { prices: ClosingPrices }

function priceFigures(matches: readonly Priced[]): [string, string][] {
  if (matches.length === 0) return []
  const quantile = (values: readonly number[], at: number) =>
    values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(at * values.length))] ?? NaN
  const margin = (odds: readonly number[]) => odds.reduce((sum, each) => sum + 1 / each, 0) - 1
  const meanOf = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length
  const homes = matches.map(({ prices }) => prices.winner[0])
  const aways = matches.map(({ prices }) => prices.winner[2])
  const totals = matches.flatMap(({ prices: { total } }) => (total ? [margin(total)] : []))
  const handicaps = matches.flatMap(({ prices: { handicap } }) => (handicap ? [margin(handicap.odds)] : []))
  const quantiles = (values: readonly number[]) =>
    [0.01, 0.5, 0.99].map((at) => number(quantile(values, at))).join(' ')
  return [
    ['home odds at 1, 50, 99 %', quantiles(homes)],
    ['away odds at 1, 50, 99 %', quantiles(aways)],
    ['shortest price', number(Math.min(...homes, ...aways))],
    ['margin of 1X2 %', percent(meanOf(matches.map(({ prices }) => margin(prices.winner))))],
    ['margin of the total %', percent(meanOf(totals))],
    ['margin of the handicap %', percent(meanOf(handicaps))],
    ...calibration(matches),
    ...returns(matches),
    ...modelFigures(matches),
  ]
}

/** How often results happen whose closing price gives them a chance of so much, without the margin. */
function calibration(matches: readonly Priced[]): [string, string][] {
  const bins = Array.from({ length: 10 }, () => ({ chance: 0, happened: 0, count: 0 }))
  for (const { home, away, prices } of matches) {
    const result = home > away ? 0 : home === away ? 1 : 2
    for (const [index, chance] of withoutMargin(prices.winner).entries()) {
      const bin = bins[Math.min(9, Math.floor(chance * 10))]
      if (!bin) continue
      bin.chance += chance
      bin.happened += index === result ? 1 : 0
      bin.count++
    }
  }
  return bins.flatMap(({ chance, happened, count }, index): [string, string][] =>
    count === 0
      ? []
      : [
          [
            `chance ${index * 10}-${index * 10 + 10} %: said, happened`,
            `${percent(chance / count)} ${percent(happened / count)}`,
          ],
        ],
  )
}

const priceSteps = [1, 1.4, 1.8, 2.4, 3.2, 4.5, 7, 12, Infinity]

/** What backing every result at a price of so much returns: less the longer the price, at any house. */
function returns(matches: readonly Priced[]): [string, string][] {
  return priceSteps.slice(0, -1).flatMap((from, index): [string, string][] => {
    const to = priceSteps[index + 1] ?? Infinity
    const bets = matches.flatMap(({ home, away, prices }) => {
      const result = home > away ? 0 : home === away ? 1 : 2
      const fair = withoutMargin(prices.winner)
      return prices.winner.flatMap((odds, side) =>
        odds >= from && odds < to
          ? [{ paid: side === result ? odds : 0, expected: odds * (fair[side] ?? 0) }]
          : [],
      )
    })
    if (bets.length === 0) return []
    const mean = (of: (bet: (typeof bets)[number]) => number) =>
      bets.reduce((sum, bet) => sum + of(bet), 0) / bets.length
    return [
      [
        `price ${from}-${to === Infinity ? 'more' : to}: returned, expected %`,
        `${percent(mean(({ paid }) => paid))} ${percent(mean(({ expected }) => expected))}`,
      ],
    ]
  })
}

/** The product's model, with rates fitted to the 1X2 and the total, beside the market's draw and handicap. */
function modelFigures(matches: readonly Priced[]): [string, string][] {
  const fitted = matches.flatMap(({ prices }) => fittedTo(prices) ?? [])
  if (fitted.length === 0) return []
  const draw = (of: keyof Fitted['draw']) =>
    fitted.reduce((sum, each) => sum + each.draw[of], 0) / fitted.length
  const handicaps = fitted.flatMap(({ handicap }) =>
    handicap ? [Math.abs(handicap.model - handicap.market)] : [],
  )
  const sorted = handicaps.toSorted((a, b) => a - b)
  return [
    ['draw: model, market %', `${percent(draw('model'))} ${percent(draw('market'))}`],
    ['draw: model less market, points', number(100 * (draw('model') - draw('market')))],
    [
      'handicap: mean difference, points',
      number((100 * handicaps.reduce((sum, each) => sum + each, 0)) / handicaps.length),
    ],
    ['handicap: 95 % below, points', number(100 * (sorted[Math.floor(0.95 * sorted.length)] ?? NaN))],
  ]
}
