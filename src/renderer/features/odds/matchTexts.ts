import type { TFunction } from 'i18next'
import { formatInHouse, houseDay } from '#contract/houseTime.ts'
import type { Match, MatchMarket, MatchOption } from '#contract/http/sports.ts'
import type { Language } from '#contract/languages.ts'
import type { GameTimeCode } from '#contract/rules/markets.ts'
import { scoreUnitOf, type Sport } from '#contract/rules/sports.ts'
import { GameTime, MatchPeriod } from '#contract/statusCodes.ts'
import { gameTimeName, lineText, optionText, periodName } from './optionText.ts'
import { formatDate } from '../../i18n/dates.ts'

const dayMs = 24 * 60 * 60 * 1000
const firstQuarter = GameTime.quarter1

/** The name of a match: 'Flamengo × Palmeiras'. */
export function sidesOf({ home, away }: Pick<Match, 'home' | 'away'>): string {
  return `${home} × ${away}`
}

/**
 * The length of the longest word, in letters: words do not break, so it decides how narrow a column may be.
 */
export function longestWord(...texts: string[]): number {
  return Math.max(
    ...texts
      .join(' ')
      .split(/\s/)
      .map((word) => word.length),
  )
}

function setKeyOf(sport: Sport) {
  return scoreUnitOf(sport) === 'TennisSets' ? 'sports.match.tennisSet' : 'sports.match.set'
}

/**
 * The period in words. Sports with quarters or sets show the current one with its points; those without any (snooker) only
 * show that the match is live.
 */
export function periodText(
  t: TFunction,
  {
    sport,
    period,
    parts,
    sets,
    live,
    minute,
  }: Pick<Match, 'sport' | 'period' | 'parts' | 'sets' | 'live' | 'minute'>,
): string {
  const isPlaying = live && (period === MatchPeriod.firstHalf || period === MatchPeriod.secondHalf)
  const points = sets?.at(-1)
  if (isPlaying && sets && points)
    return `${t(setKeyOf(sport), { number: sets.length })} · ${points.home}–${points.away}`
  const hasOnlyFullMatch = minute === null && parts.every(({ gameTime }) => gameTime === GameTime.fullMatch)
  if (isPlaying && hasOnlyFullMatch) return t('sports.board.live')
  const quarter = isPlaying && parts.find(({ gameTime, final }) => gameTime >= firstQuarter && !final)
  return quarter
    ? `${gameTimeName(t, quarter.gameTime as GameTimeCode)} · ${quarter.home}–${quarter.away}`
    : periodName(t, period)
}

/** 'Hoje, 16:00', 'Amanhã, 09:30', '05/03/2030 16:00', by the house's clock; the page says which that is. */
export function kickOffText(t: TFunction, startsAt: string, now: number, language: Language): string {
  const date = new Date(startsAt)
  const time = formatInHouse(date, language, { hour: '2-digit', minute: '2-digit' })
  const days = (Date.parse(houseDay(date)) - Date.parse(houseDay(new Date(now)))) / dayMs
  if (days === 0) return t('sports.board.today', { time })
  if (days === 1) return t('sports.board.tomorrow', { time })
  return `${formatDate(startsAt, language)} ${time}`
}

/** A column of the scoreboard. */
export interface ScorePart {
  name: string
  short: string
  home: number
  away: number
  isOver: boolean
}

/** The parts of a score: the sets, or the quarters or the first half and then the corners. */
export function partsOf(t: TFunction, { sport, parts, sets = [], live }: Match): ScorePart[] {
  if (sets.length > 0)
    return sets.map(({ home, away }, index) => ({
      name: t(setKeyOf(sport), { number: index + 1 }),
      short: String(index + 1),
      home,
      away,
      isOver: !live || index < sets.length - 1,
    }))
  const hasQuarters = parts.some(({ gameTime }) => gameTime >= firstQuarter)
  const order = (gameTime: number) => (gameTime === GameTime.cornerKick ? Infinity : gameTime)
  return parts
    .filter(({ gameTime }) => gameTime !== GameTime.fullMatch)
    .filter(({ gameTime }) => !hasQuarters || gameTime !== GameTime.firstHalf)
    .sort((a, b) => order(a.gameTime) - order(b.gameTime))
    .map(({ gameTime, home, away, final }) => ({
      name: gameTimeName(t, gameTime as GameTimeCode),
      short: gameTimeName(t, gameTime as GameTimeCode, 'short'),
      home,
      away,
      isOver: final,
    }))
}

/**
 * The market that a row shows: the winner or, while that is suspended, the handicap or total with the most
 * even prices.
 */
export function mainMarket({ markets }: Match): MatchMarket | undefined {
  const full = markets.filter(({ gameTime }) => gameTime === GameTime.fullMatch)
  const winner = full.find(({ market }) => market === 'winner')
  if (winner && !winner.suspended) return winner
  const lines = full
    .filter(({ market }) => market === 'handicap' || market === 'total')
    .sort((a, b) => unevenness(a) - unevenness(b))
  return lines.find(({ suspended }) => !suspended) ?? winner ?? lines[0]
}

/** The markets of a row of the board: each has a column in the table, and a chip on a narrow screen. */
export const listedMarkets = ['winner', 'handicap', 'total'] as const
export type ListedMarket = (typeof listedMarkets)[number]

/** The full match's market of this kind, at its main line: lists bring no other lines. */
export function marketOf({ markets }: Pick<Match, 'markets'>, kind: ListedMarket): MatchMarket | undefined {
  return markets.find(({ market, gameTime }) => market === kind && gameTime === GameTime.fullMatch)
}

const withDraw = '1X2'
const withoutDraw = '1-2'

/** What the column of a market is called: '1X2', 'Handicap', 'Total'. */
export function marketHead(t: TFunction, market: ListedMarket, sport: Sport): string {
  if (market === 'winner') return scoreUnitOf(sport) === 'Goals' ? withDraw : withoutDraw
  return t(`sports.board.${market}`)
}

/** What stands in a cell of the table, under the head of its column: '1', '-0,5', '2,5': only a handicap has a sign. */
export function cellLabel({ side, line }: Pick<MatchOption, 'side' | 'line'>, language: Language): string {
  if (line === null) return sideSigns[side] ?? ''
  return lineText(line, language, side === 'over' || side === 'under' ? undefined : 'signed')
}

function unevenness({ options }: MatchMarket): number {
  const prices = options.map(({ odds }) => odds)
  return Math.max(...prices) - Math.min(...prices)
}

const sideSigns: Partial<Record<string, string>> = { home: '1', draw: 'X', away: '2' }

/** The label of a price in a row: '1', 'X', '2', '1 (-3,5)', 'Mais 2,5'. */
export function shortLabel(
  t: TFunction,
  match: Match,
  market: MatchMarket,
  option: MatchOption,
  language: Language,
): string {
  const sign = sideSigns[option.side]
  const { side, line } = option
  if (market.market === 'total' && line !== null && (side === 'over' || side === 'under'))
    return `${t(`sports.board.${side}`)} ${lineText(line, language)}`
  if (!sign) return optionText(t, option.key, match, language)
  return market.market === 'handicap' && option.line !== null
    ? `${sign} (${lineText(option.line, language, 'signed')})`
    : sign
}
