/** The three notations of odds. */
export const oddsFormats = ['decimal', 'fractional', 'american'] as const
export type OddsFormat = (typeof oddsFormats)[number]

/** The fractions that bookmakers write, shortest odds first, as [profit, stake]. */
const ladder: readonly (readonly [number, number])[] = [
  ...[10, 9, 8, 7, 6, 5, 4, 3].map((stake) => [1, stake] as const),
  ...fractions('2/7 3/10 4/11 2/5 4/9 1/2 8/15 4/7 8/13 4/6 8/11 4/5 5/6 10/11 20/21 1/1'),
  ...fractions('21/20 11/10 6/5 5/4 13/10 11/8 7/5 6/4 8/5 13/8 7/4 9/5 15/8 2/1 11/5 9/4 12/5 5/2 13/5'),
  ...fractions('11/4 14/5 3/1 10/3 7/2 4/1 9/2 5/1 11/2 6/1 13/2 7/1 15/2 8/1 17/2 9/1 19/2'),
].sort(([a, b], [c, d]) => a / b - c / d)

/**
 * Above this profit on a stake of 100, whole numbers to one are precise enough; below `shortest`, one to a whole
 * number.
 */
const longest = 1000
const shortest = 10

/**
 * Writes decimal odds (above 1) in a format, with the locale's decimal sign: '1,85'; the highest step of the
 * fraction ladder that is not above the price, '5/6'; '-118'. Payouts always use the decimal odds: no notation promises more
 * than they pay.
 */
export function formatOdds(odds: number, format: OddsFormat, locale: string): string {
  switch (format) {
    case 'decimal':
      return decimals(locale).format(odds)
    case 'fractional':
      return fractionBelow(profitOf(odds)).join('/')
    case 'american':
      return american(odds)
  }
}

function fractions(text: string): (readonly [number, number])[] {
  return text.split(' ').map((each) => {
    const [profit = 0, stake = 1] = each.split('/').map(Number)
    return [profit, stake] as const
  })
}

/** The profit on a stake of 100, rounded down; at least 1. */
function profitOf(odds: number): number {
  return Math.max(1, Math.floor(odds * 100 + 1e-6) - 100)
}

/** The highest step of the ladder that is not above a profit on a stake of 100. */
function fractionBelow(profit: number): readonly [number, number] {
  if (profit >= longest) return [Math.floor(profit / 100), 1]
  if (profit < shortest) return [1, Math.ceil(100 / profit)]
  return ladder.reduce((best, step) => (step[0] * 100 <= step[1] * profit ? step : best))
}

/** The profit on a stake of 100, with a plus; below even odds, the stake that wins 100, with a minus. */
function american(odds: number): string {
  const profit = profitOf(odds)
  return profit >= 100 ? `+${profit}` : `-${Math.ceil(10_000 / profit)}`
}

const formatters = new Map<string, Intl.NumberFormat>()

function decimals(locale: string): Intl.NumberFormat {
  const formatter =
    formatters.get(locale) ??
    new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  formatters.set(locale, formatter)
  return formatter
}
