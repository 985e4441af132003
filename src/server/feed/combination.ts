import { codeOfScore, type GameTimeCode, type Score, type Selection } from '#contract/rules/markets.ts'
import { isHalfResult } from '#contract/rules/settlement.ts'
import { BetResult, GameTime } from '#contract/statusCodes.ts'
import { compoundPoisson, type Distribution } from './distribution.ts'
import { setsFinals } from './forecast.ts'
import { profiles, type TimedProfile } from './profiles.ts'
import type { Rates } from './rates.ts'
import { partialsOf, type Snapshot } from './snapshot.ts'

/** A selection in a part of the match. */
export interface CombinedOption {
  selection: Selection
  gameTime: GameTimeCode
}

/** The probabilities of a combination: won, refunded, and otherwise lost. */
export interface JointChances {
  win: number
  refund: number
}

/** More score lines than this are not enumerated: the prices must be there at once. */
const mostScores = 60_000
/** Scores less likely than this at the end of a distribution are left out. */
const negligible = 1e-6

/** Scores that are independent of those of all other cells: one stretch of play, or the corners. */
interface Cell {
  /** The selections for which they count, by index. */
  counts: readonly number[]
  home: Distribution
  away: Distribution
}

/**
 * The chances that selections on one match are won together, from the model that prices each of them: all final scores
 * are enumerated with their probabilities, and each is settled by the rules. Undefined when a selection's part is not
 * played in this sport, or when there are too many scores (a quarter together with a match of a hundred points).
 */
export function jointChances(
  snapshot: Snapshot,
  rates: Rates,
  options: readonly CombinedOption[],
): JointChances | undefined {
  const profile = profiles[snapshot.fixture.sport]
  if (profile.kind === 'sets') {
    if (options.some(({ gameTime }) => gameTime !== GameTime.fullMatch)) return undefined
    const finals = setsFinals(profile, snapshot, rates)
    const sums: JointChances = { win: 0, refund: 0 }
    for (const [score, p] of finals)
      add(
        sums,
        options,
        options.map(() => score),
        p,
      )
    return sums
  }
  let both: JointChances = { win: 1, refund: 0 }
  for (const related of relatedOptions(profile, options)) {
    const cells = cellsOf(profile, snapshot, rates, related)
    const size = cells?.reduce((product, { home, away }) => product * home.p.length * away.p.length, 1)
    if (!cells || size === undefined || size > mostScores) return undefined
    const sums: JointChances = { win: 0, refund: 0 }
    const current = related.map(({ gameTime }) => scoreOf(snapshot, gameTime))
    enumerate(cells, current, 1, (scores, p) => add(sums, related, scores, p))
    const win = both.win * sums.win
    both = { win, refund: (both.win + both.refund) * (sums.win + sums.refund) - win }
  }
  return both
}

/** Groups of options that share a stretch of play; between groups the model is independent. */
function relatedOptions(profile: TimedProfile, options: readonly CombinedOption[]): CombinedOption[][] {
  let groups: { plays: readonly number[]; options: CombinedOption[] }[] = []
  for (const option of options) {
    // Corners are independent of the scores.
    const plays = option.gameTime === GameTime.cornerKick ? [-1] : (playsOf(profile, option.gameTime) ?? [])
    const isRelated = (group: { plays: readonly number[] }) =>
      group.plays.some((play) => plays.includes(play))
    const related = groups.filter(isRelated)
    groups = [
      ...groups.filter((group) => !isRelated(group)),
      {
        plays: [...plays, ...related.flatMap((group) => group.plays)],
        options: [...related.flatMap((group) => group.options), option],
      },
    ]
  }
  return groups.map((group) => group.options)
}

function playsOf(profile: TimedProfile, gameTime: GameTimeCode): readonly number[] | undefined {
  return gameTime === GameTime.fullMatch
    ? profile.plays.map((_, play) => play)
    : partialsOf(profile).find((part) => part.gameTime === gameTime)?.plays
}

function add(
  sums: JointChances,
  options: readonly CombinedOption[],
  scores: readonly Score[],
  p: number,
): void {
  let isRefund = false
  // As combinedCode does, but at the first lost selection the rest does not matter: this runs for every score.
  for (let i = 0; i < options.length; i++) {
    const code = codeOfScore((options[i] as CombinedOption).selection, scores[i] as Score)
    if (code === BetResult.lose) return
    if (isHalfResult(code)) throw new RangeError('a combination has no half results')
    isRefund ||= code === BetResult.refund
  }
  if (isRefund) sums.refund += p
  else sums.win += p
}

function scoreOf({ state }: Snapshot, gameTime: GameTimeCode): Score {
  const { home = 0, away = 0 } = state.parts[gameTime] ?? {}
  return { home, away }
}

/** The stretches of play that count for the same selections, each with the points that are still to come. */
function cellsOf(
  profile: TimedProfile,
  { remaining, state }: Snapshot,
  rates: Rates,
  options: readonly CombinedOption[],
): Cell[] | undefined {
  const indexes = options.map((_, i) => i)
  const onCorners = indexes.filter((i) => options[i]?.gameTime === GameTime.cornerKick)
  if (onCorners.length > 0 && !profile.corners) return undefined
  const onScores = indexes.filter((i) => !onCorners.includes(i))
  if (onScores.some((i) => !playsOf(profile, (options[i] as CombinedOption).gameTime))) return undefined
  const isOpen = (i: number) => state.parts[(options[i] as CombinedOption).gameTime]?.final !== true
  const shares = new Map<string, { counts: number[]; share: number }>()
  profile.plays.forEach(({ share }, play) => {
    const counts = onScores.filter(
      (i) => isOpen(i) && playsOf(profile, (options[i] as CombinedOption).gameTime)?.includes(play),
    )
    const left = share * (remaining[play] ?? 0)
    if (counts.length === 0 || left === 0) return
    const known = shares.get(counts.join())
    shares.set(counts.join(), { counts, share: (known?.share ?? 0) + left })
  })
  const cells = [...shares.values()].map(({ counts, share }) => ({
    counts,
    home: shortened(compoundPoisson(rates.scores.home * share, profile.values)),
    away: shortened(compoundPoisson(rates.scores.away * share, profile.values)),
  }))
  const cornerShare = profile.plays.reduce((sum, { share }, play) => sum + share * (remaining[play] ?? 0), 0)
  const openCorners = onCorners.filter(isOpen)
  if (openCorners.length > 0 && cornerShare > 0)
    cells.push({
      counts: openCorners,
      home: shortened(compoundPoisson(rates.corners.home * cornerShare, [[1, 1]])),
      away: shortened(compoundPoisson(rates.corners.away * cornerShare, [[1, 1]])),
    })
  return cells
}

/** Without the unlikely ends, scaled to 1 again. */
function shortened({ from, p }: Distribution): Distribution {
  const first = p.findIndex((value) => value > negligible)
  const end = p.findLastIndex((value) => value > negligible) + 1
  const kept = p.slice(first, end)
  const sum = kept.reduce((total, value) => total + value, 0)
  return { from: from + first, p: kept.map((value) => value / sum) }
}

/** Calls `visit` with every combination of the cells' scores, added to the current ones, and its probability. */
function enumerate(
  [cell, ...others]: readonly Cell[],
  scores: readonly Score[],
  probability: number,
  visit: (scores: readonly Score[], probability: number) => void,
): void {
  if (!cell) return visit(scores, probability)
  const { counts, home, away } = cell
  for (let h = 0; h < home.p.length; h++) {
    for (let a = 0; a < away.p.length; a++) {
      const next = [...scores]
      for (const i of counts) {
        const { home: homeScore, away: awayScore } = scores[i] as Score
        next[i] = { home: homeScore + home.from + h, away: awayScore + away.from + a }
      }
      enumerate(others, next, probability * (home.p[h] as number) * (away.p[a] as number), visit)
    }
  }
}
