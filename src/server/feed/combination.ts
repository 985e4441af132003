import { codeOfScore, type GameTimeCode, type Score, type Selection } from '#contract/rules/markets.ts'
import { isHalfResult } from '#contract/rules/settlement.ts'
import { BetResult, GameTime } from '#contract/statusCodes.ts'
import { pointsToCome } from './attacks.ts'
import { compoundPoisson, type Distribution, type PointValues } from './distribution.ts'
import { coursesOf, type Course } from './courses.ts'
import { cornersToCome } from './corners.ts'
import { chancesOf, forecastOf, scoreWithout, setsFinals, sumIn, type Forecast } from './forecast.ts'
import { overtimeScores } from './incidents.ts'
import { profiles, type TimedProfile } from './profiles.ts'
import type { Rates } from './rates.ts'
import { partialsOf, type LastScore, type Snapshot } from './snapshot.ts'

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

/**
 * Scores that are independent of those of all other cells, given how the match is decided: one stretch of play, or the
 * corners.
 */
interface Cell {
  /** The selections for which they count, by index. */
  counts: readonly number[]
  home: Range
  away: Range
  /** For each way of deciding the match the probability of each score: `p[way][h * away.size + a]`. */
  p: readonly Float64Array[]
}

interface Range {
  from: number
  size: number
}

/** Courses that differ only in the moment of the last score, which falls into one stretch of play. */
interface Way {
  probability: number
  courses: readonly Course[]
  takenBack?: LastScore
  /** Each score is recorded for the other side. */
  isSwapped: boolean
  /** The scores in each stretch of play, where the way fixes them. */
  exact?: readonly Score[]
}

/**
 * The chances that selections on one match are won together, corrections of its result included, from the model that prices
 * each of them: all final scores are enumerated with their probabilities, and each is settled by the rules. Undefined when a selection's part is not
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
        [sums],
        options,
        options.map(() => score),
        [p],
      )
    return withStop(sums, options, forecastOf(snapshot, rates, GameTime.fullMatch))
  }
  const ways = waysOf(coursesOf(profile, snapshot, rates))
  const results = ways.map((): JointChances => ({ win: 1, refund: 0 }))
  for (const related of relatedOptions(profile, options)) {
    const sums = groupChances(profile, snapshot, rates, { options: related, ways })
    if (!sums) return undefined
    results.forEach((result, way) => {
      const { win, refund } = sums[way] as JointChances
      const both = result.win * win
      result.refund = (result.win + result.refund) * (win + refund) - both
      result.win = both
    })
  }
  const mean = (each: keyof JointChances) =>
    ways.reduce((sum, { probability }, way) => sum + probability * (results[way] as JointChances)[each], 0)
  return { win: mean('win'), refund: mean('refund') }
}

/** A match that is stopped refunds all of its bets but the one on the winner, and with it a combination that this one does not lose. */
function withStop(
  { win, refund }: JointChances,
  options: readonly CombinedOption[],
  forecast: Forecast | undefined,
): JointChances {
  if (!forecast?.stop) return { win, refund }
  const { chance } = forecast.stop
  const winner = options.find(({ selection }) => selection.market === 'winner')
  const stopped = { ...forecast, stop: { ...forecast.stop, chance: 1 } }
  const stands = chance * (winner ? chancesOf(winner.selection, stopped)[BetResult.win] : 1)
  const isAlone = winner !== undefined && options.length === 1
  return {
    win: (1 - chance) * win + (isAlone ? stands : 0),
    refund: (1 - chance) * refund + (isAlone ? 0 : stands),
  }
}

/** For each way of deciding the match the chances of options that share a stretch of play. */
function groupChances(
  profile: TimedProfile,
  snapshot: Snapshot,
  rates: Rates,
  { options, ways }: { options: readonly CombinedOption[]; ways: readonly Way[] },
): JointChances[] | undefined {
  const areCorners = options[0]?.gameTime === GameTime.cornerKick
  // Corners are the same in all ways; those that fix the scores need no enumeration.
  const enumerated = areCorners ? ways.slice(0, 1) : ways.filter(({ exact }) => !exact)
  const cells = cellsOf(profile, snapshot, rates, options, enumerated)
  const size = cells?.reduce((product, { home, away }) => product * home.size * away.size, 1)
  if (!cells || size === undefined || size > mostScores) return undefined
  const current = options.map(({ gameTime }) => scoreOf(snapshot, gameTime))
  const sums = enumerated.map((): JointChances => ({ win: 0, refund: 0 }))
  const all = enumerated.map(() => 1)
  const overtime = overtimeScores(snapshot.fixture.sport, rates)
  const full = options.findIndex(({ gameTime }) => gameTime === GameTime.fullMatch)
  const isPlayed = enumerated.map(({ courses }) => !courses.some(({ isCorrected }) => isCorrected))
  const swapped = enumerated.map(({ isSwapped }) => isSwapped)
  const settle = (scores: readonly Score[], p: readonly number[]) => {
    if (!swapped.includes(true)) return add(sums, options, scores, p)
    const some = (are: boolean) => p.map((each, way) => (swapped[way] === are ? each : 0))
    add(sums, options, scores, some(false))
    add(
      sums,
      options,
      scores.map(({ home, away }) => ({ home: away, away: home })),
      some(true),
    )
  }
  enumerate(cells, current, all, (scores, p) => {
    const end = scores[full]
    if (!end || end.home !== end.away || overtime.length === 0) return settle(scores, p)
    settle(
      scores,
      p.map((each, way) => (isPlayed[way] ? 0 : each)),
    )
    for (const { side, points, probability } of overtime) {
      const decided = { ...end, [side]: end[side] + points }
      settle(
        scores.map((score, i) => (options[i]?.gameTime === GameTime.fullMatch ? decided : score)),
        p.map((each, way) => (isPlayed[way] ? each * probability : 0)),
      )
    }
  })
  if (areCorners) return ways.map(() => sums[0] as JointChances)
  const left = sums.values()
  return ways.map(({ takenBack, exact }) => {
    const sum = exact ? undefined : left.next().value
    if (!takenBack && !exact) return sum ?? { win: 0, refund: 0 }
    // What is scored is known: nothing but what the way fixes, less what is taken back.
    const scores = options.map(({ gameTime }, i) => {
      const plays = playsOf(profile, gameTime) ?? []
      const { home, away } = exact ? sumIn(exact, plays) : { home: 0, away: 0 }
      const now = current[i] as Score
      const end = { home: now.home + home, away: now.away + away }
      return scoreWithout(end, takenBack && plays.includes(takenBack.play) ? takenBack : undefined)
    })
    const fixed: JointChances = { win: 0, refund: 0 }
    add([fixed], options, scores, [1])
    return fixed
  })
}

/** Courses whose last score falls into the same stretch are one way. */
function waysOf(courses: readonly Course[]): Way[] {
  const ways = new Map<string, Way>()
  for (const course of courses) {
    const { lastIn, takenBack, exact, probability, isSwapped = false } = course
    const key = lastIn === null ? `${ways.size}` : `in ${lastIn}`
    const known = ways.get(key)
    ways.set(key, {
      probability: probability + (known?.probability ?? 0),
      courses: [...(known?.courses ?? []), course],
      isSwapped,
      ...(takenBack && { takenBack }),
      ...(exact && { exact }),
    })
  }
  return [...ways.values()]
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
  sums: readonly JointChances[],
  options: readonly CombinedOption[],
  scores: readonly Score[],
  p: ArrayLike<number>,
): void {
  let isRefund = false
  // As combinedCode does, but at the first lost selection the rest does not matter: this runs for every score.
  for (let i = 0; i < options.length; i++) {
    const code = codeOfScore((options[i] as CombinedOption).selection, scores[i] as Score)
    if (code === BetResult.lose) return
    if (isHalfResult(code)) throw new RangeError('a combination has no half results')
    isRefund ||= code === BetResult.refund
  }
  const result = isRefund ? 'refund' : 'win'
  for (let way = 0; way < sums.length; way++) (sums[way] as JointChances)[result] += p[way] as number
}

function scoreOf({ state }: Pick<Snapshot, 'state'>, gameTime: GameTimeCode): Score {
  const { home = 0, away = 0 } = state.parts[gameTime] ?? {}
  return { home, away }
}

/** The stretches of play that count for the same selections, each with the points that still count. */
function cellsOf(
  profile: TimedProfile,
  snapshot: Snapshot,
  rates: Rates,
  options: readonly CombinedOption[],
  ways: readonly Way[],
): Cell[] | undefined {
  const { remaining, state } = snapshot
  const indexes = options.map((_, i) => i)
  const onCorners = indexes.filter((i) => options[i]?.gameTime === GameTime.cornerKick)
  if (onCorners.length > 0 && !profile.corners) return undefined
  const onScores = indexes.filter((i) => !onCorners.includes(i))
  if (onScores.some((i) => !playsOf(profile, (options[i] as CombinedOption).gameTime))) return undefined
  const isOpen = (i: number) => state.parts[(options[i] as CombinedOption).gameTime]?.final !== true
  const plays = new Map<string, { counts: number[]; plays: number[] }>()
  profile.plays.forEach((_, play) => {
    const counts = onScores.filter(
      (i) => isOpen(i) && playsOf(profile, (options[i] as CombinedOption).gameTime)?.includes(play),
    )
    if (counts.length === 0 || !remaining[play]) return
    const key = counts.join()
    plays.set(key, { counts, plays: [...(plays.get(key)?.plays ?? []), play] })
  })
  const shareOf = (of: readonly number[], left: readonly number[]) =>
    of.reduce((sum, play) => sum + (profile.plays[play]?.share ?? 0) * (left[play] ?? 0), 0)
  const cells = [...plays.values()].map(({ counts, plays: ofCell }) => {
    // What is left of the play is the same in all ways: a correction takes none of it back.
    const left = (side: keyof Score) =>
      shortened(pointsToCome(profile, snapshot, { side, scores: rates.scores[side] }, ofCell))
    return cellOf(counts, {
      pointsIn:
        profile.attacks === undefined
          ? pointsOf(rates.scores, profile.values)
          : always({ home: left('home'), away: left('away') }),
      ways: ways.map(({ courses }) =>
        courses.map((course) => ({
          probability: course.probability,
          share: shareOf(ofCell, course.remaining),
        })),
      ),
    })
  })
  const openCorners = onCorners.filter(isOpen)
  const share = shareOf(
    profile.plays.map((_, play) => play),
    remaining,
  )
  if (openCorners.length > 0 && share > 0) {
    const total = shortened(
      cornersToCome(profile, remaining, rates, scoreOf({ state }, GameTime.cornerKick)).total,
    )
    // Bets are on their total only: all of them may be the home side's.
    cells.push({
      counts: openCorners,
      home: rangeOf([total]),
      away: { from: 0, size: 1 },
      p: ways.map(() => total.p),
    })
  }
  return cells
}

/** For each way the shares of the match's scoring that may count in the cell, with weights. */
type Shares = readonly (readonly { probability: number; share: number }[])[]

type Points = Record<keyof Score, Distribution>

function always(points: Points): (share: number) => Points {
  return () => points
}

/** The points of sides that may score any number of times, by the share of the match that counts. */
function pointsOf(rates: Rates['scores'], values: PointValues): (share: number) => Points {
  const found = new Map<number, Points>()
  return (share) => {
    const points = found.get(share) ?? {
      home: shortened(compoundPoisson(rates.home * share, values)),
      away: shortened(compoundPoisson(rates.away * share, values)),
    }
    found.set(share, points)
    return points
  }
}

function cellOf(
  counts: readonly number[],
  { pointsIn, ways }: { pointsIn: (share: number) => Points; ways: Shares },
): Cell {
  const all = ways.flatMap((shares) => shares.map(({ share }) => pointsIn(share)))
  const home = rangeOf(all.map((points) => points.home))
  const away = rangeOf(all.map((points) => points.away))
  const p = ways.map((shares) => {
    const weights = new Map<number, number>()
    for (const { share, probability } of shares) weights.set(share, probability + (weights.get(share) ?? 0))
    const sum = shares.reduce((total, { probability }) => total + probability, 0)
    const table = new Float64Array(home.size * away.size)
    for (const [share, weight] of weights) {
      const points = pointsIn(share)
      points.home.p.forEach((forHome, h) => {
        const row = (points.home.from - home.from + h) * away.size + points.away.from - away.from
        points.away.p.forEach((forAway, a) => (table[row + a]! += (weight / sum) * forHome * forAway))
      })
    }
    return table
  })
  return { counts, home, away, p }
}

function rangeOf(all: readonly Distribution[]): Range {
  const from = Math.min(...all.map((each) => each.from))
  return { from, size: Math.max(...all.map((each) => each.from + each.p.length)) - from }
}

/** Without the unlikely ends, scaled to 1 again. */
function shortened({ from, p }: Distribution): Distribution {
  const first = p.findIndex((value) => value > negligible)
  const end = p.findLastIndex((value) => value > negligible) + 1
  const kept = p.slice(first, end)
  const sum = kept.reduce((total, value) => total + value, 0)
  return { from: from + first, p: kept.map((value) => value / sum) }
}

/** Calls `visit` with every combination of the cells' scores, added to the current ones, and its probability in each way. */
function enumerate(
  [cell, ...others]: readonly Cell[],
  scores: readonly Score[],
  probabilities: readonly number[],
  visit: (scores: readonly Score[], probabilities: readonly number[]) => void,
): void {
  if (!cell) return visit(scores, probabilities)
  const { counts, home, away, p } = cell
  for (let h = 0; h < home.size; h++) {
    for (let a = 0; a < away.size; a++) {
      const next = [...scores]
      for (const i of counts) {
        const { home: homeScore, away: awayScore } = scores[i] as Score
        next[i] = { home: homeScore + home.from + h, away: awayScore + away.from + a }
      }
      const at = h * away.size + a
      const chances = probabilities.map((each, way) => each * ((p[way] as Float64Array)[at] as number))
      enumerate(others, next, chances, visit)
    }
  }
}
