/** Several selections of one match in one ticket: one price for all of them, and one result. */
import { BetResult } from '../statusCodes.ts'
import { isHalfResult, type ResultCode } from './settlement.ts'
import type { Option } from './sports.ts'

/**
 * The result of a combination: lost with its first lost selection, refunded when one of the others is refunded, won when
 * all are won; open until then. A half result cannot be: such lines are not combined.
 */
export function combinedCode(codes: readonly ResultCode[]): ResultCode {
  if (codes.includes(BetResult.lose)) return BetResult.lose
  if (codes.includes(BetResult.accepted)) return BetResult.accepted
  if (codes.some(isHalfResult)) throw new RangeError('a combination has no half results')
  return codes.includes(BetResult.refund) ? BetResult.refund : BetResult.win
}

/** Whether these selections of one match can be one bet: one of each market and part, and none on a quarter line. */
export function canCombine(options: readonly Option[]): boolean {
  const markets = options.map(({ selection, gameTime }) => `${selection.market}:${gameTime}`)
  const isWhole = ({ selection }: Option) => !('line' in selection) || Number.isInteger(selection.line * 2)
  return new Set(markets).size === options.length && options.every(isWhole)
}

interface LegOfMatch {
  matchId: string
}

/** The legs by match, in the order of the first leg of each. */
export function byMatch<Leg extends LegOfMatch>(legs: readonly Leg[]): Leg[][] {
  const groups = new Map<string, Leg[]>()
  for (const leg of legs) groups.set(leg.matchId, [...(groups.get(leg.matchId) ?? []), leg])
  return [...groups.values()]
}

/**
 * What counts for each leg of a ticket: the result of its combination, or its own. The first leg of a combination has
 * the odds of all, the others have 1, so that the product of the odds is that of the ticket.
 */
export function countedCodes(legs: readonly (LegOfMatch & { result: ResultCode })[]): ResultCode[] {
  const codes = new Map(
    byMatch(legs).map((group) => [
      group[0]?.matchId,
      group.length > 1 ? combinedCode(group.map(({ result }) => result)) : undefined,
    ]),
  )
  return legs.map(({ matchId, result }) => codes.get(matchId) ?? result)
}

/** E[F] of a combination at these odds, when it wins and is refunded with these probabilities. */
export function combinedFactor({ win, refund }: { win: number; refund: number }, odds: number): number {
  return win * odds + refund
}
