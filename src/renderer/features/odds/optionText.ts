import type { TFunction } from 'i18next'
import type { Language } from '#contract/languages.ts'
import { scoreOfSide, type GameTimeCode } from '#contract/rules/markets.ts'
import { optionOfKey, scoreUnitOf, type Market, type Sport } from '#contract/rules/sports.ts'
import { GameTime, MatchPeriod } from '#contract/statusCodes.ts'
import { formatNumber } from '../../i18n/format.ts'

/** What the name of an option depends on: the two sides, and the sport, which counts goals, sets or points. */
export interface OptionOwner {
  sport: Sport
  home: string
  away: string
}

const quarters: readonly number[] = [
  GameTime.quarter1,
  GameTime.quarter2,
  GameTime.quarter3,
  GameTime.quarter4,
]

/** 'Total de gols', 'Total de sets', 'Total de frames', ...; 'Resultado final' where a match can be drawn. */
export function marketName(t: TFunction, market: Market, sport: Sport): string {
  const unit = scoreUnitOf(sport)
  if (market === 'total') return t(`sports.markets.total${unit}`)
  if (market === 'oddEven') return t(`sports.markets.oddEven${unit}`)
  if (market === 'winner') return t(`sports.markets.${unit === 'Goals' ? 'matchResult' : 'winner'}`)
  return t(`sports.markets.${market}`)
}

/** 'Jogo todo', '1º tempo', 'Escanteios', '3º quarto'. The short form heads the columns of a scoreboard. */
export function gameTimeName(t: TFunction, gameTime: GameTimeCode, size: 'long' | 'short' = 'long'): string {
  const isShort = size === 'short'
  switch (gameTime) {
    case GameTime.fullMatch:
      return t(isShort ? 'sports.gameTimes.fullShort' : 'sports.gameTimes.full')
    case GameTime.firstHalf:
      return t(isShort ? 'sports.gameTimes.firstHalfShort' : 'sports.gameTimes.firstHalf')
    case GameTime.cornerKick:
      return t(isShort ? 'sports.gameTimes.cornersShort' : 'sports.gameTimes.corners')
    default: {
      const number = quarters.indexOf(gameTime) + 1
      return t(isShort ? 'sports.gameTimes.quarterShort' : 'sports.gameTimes.quarter', { number })
    }
  }
}

/** The market of an option, with its period unless it is the whole match: 'Resultado final (1º tempo)'. */
export function marketText(t: TFunction, key: string, sport: Sport): string {
  const option = optionOfKey(key)
  if (!option) return ''
  const { selection, gameTime } = option
  const name = marketName(t, selection.market, sport)
  const isPlain = gameTime === GameTime.fullMatch || selection.market === 'corners'
  return isPlain ? name : `${name} (${gameTimeName(t, gameTime)})`
}

/** The selection: 'Flamengo', 'Empate', 'Flamengo -0,5', 'Mais de 2,5', 'Ímpar'. '' for an unknown key. */
export function optionText(t: TFunction, key: string, owner: OptionOwner, language: Language): string {
  const selection = optionOfKey(key)?.selection
  if (!selection) return ''
  switch (selection.market) {
    case 'winner':
      return selection.side === 'draw' ? t('sports.options.draw') : owner[selection.side]
    case 'handicap':
      return `${owner[selection.side]} ${lineText(selection.line, language, 'signed')}`
    case 'oddEven':
    case 'bothScore':
      return t(`sports.options.${selection.side}`)
    case 'doubleChance':
      return t(`sports.options.${selection.side}`, { home: owner.home, away: owner.away })
    case 'correctScore': {
      const score = scoreOfSide(selection.side)
      return score ? `${score.home}–${score.away}` : t('sports.options.otherScore')
    }
    default:
      return t(`sports.options.${selection.side}`, { line: lineText(selection.line, language) })
  }
}

/**
 * A line (a multiple of a quarter) in the given language: '2,5', '2,25', '3'; signed for a handicap: '+1',
 * '-0,5'.
 */
export function lineText(line: number, language: Language, sign?: 'signed'): string {
  const decimals = Number.isInteger(line) ? 0 : Number.isInteger(line * 2) ? 1 : 2
  const text = formatNumber(line, language, decimals)
  return sign && line > 0 ? `+${text}` : text
}

const periods = {
  [MatchPeriod.notOpen]: 'notOpen',
  [MatchPeriod.firstHalf]: 'firstHalf',
  [MatchPeriod.midfield]: 'midfield',
  [MatchPeriod.secondHalf]: 'secondHalf',
  [MatchPeriod.overtime]: 'overtime',
  [MatchPeriod.penalties]: 'penalties',
  [MatchPeriod.finished]: 'finished',
  [MatchPeriod.cancelled]: 'cancelled',
  [MatchPeriod.toBeDetermined]: 'toBeDetermined',
  [MatchPeriod.cutInHalf]: 'cutInHalf',
  [MatchPeriod.interrupted]: 'interrupted',
  [MatchPeriod.postponed]: 'postponed',
} as const

/** A match period in words: '1º tempo', 'Intervalo', 'Encerrada'. */
export function periodName(t: TFunction, period: keyof typeof periods): string {
  return t(`sports.periods.${periods[period]}`)
}
