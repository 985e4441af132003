import type { TicketLegView } from '#contract/http/sports.ts'
import type { Language } from '#contract/languages.ts'
import { scoreOfSide } from '#contract/rules/markets.ts'
import { optionOfKey, scoreUnitOf } from '#contract/rules/sports.ts'
import { BetResult, GameTime } from '#contract/statusCodes.ts'
import type { Block } from './PaperDocument.ts'
import { fill, type PaperTexts } from './texts.ts'

/** One leg of a bet slip: selection and odds, market, match, kick-off or result. */
export function legBlocks(
  leg: TicketLegView,
  startsAt: string,
  odds: Intl.NumberFormat,
  texts: PaperTexts,
  language: Language,
): Block[] {
  const result = resultText(leg, texts)
  return [
    { kind: 'rule' },
    {
      kind: 'row',
      label: selectionText(leg, texts, language),
      value: leg.odds > 1 ? odds.format(leg.odds) : '+',
      isStrong: true,
    },
    { kind: 'text', text: marketText(leg, texts) },
    { kind: 'text', text: `${leg.home} × ${leg.away}` },
    result === null
      ? { kind: 'text', text: startsAt }
      : {
          kind: 'row',
          label: leg.score ? `${leg.score.home}-${leg.score.away}` : startsAt,
          value: result,
        },
  ]
}

function selectionText(leg: TicketLegView, texts: PaperTexts, language: Language): string {
  const selection = optionOfKey(leg.key)?.selection
  if (!selection) return leg.key
  switch (selection.market) {
    case 'winner':
      return selection.side === 'draw' ? texts.options.draw : leg[selection.side]
    case 'handicap':
      return `${leg[selection.side]} ${selection.line > 0 ? '+' : ''}${lineText(selection.line, language)}`
    case 'oddEven':
    case 'bothScore':
      return texts.options[selection.side]
    case 'doubleChance':
      return fill(texts.options[selection.side], { home: leg.home, away: leg.away })
    case 'correctScore': {
      const score = scoreOfSide(selection.side)
      return score ? `${score.home}-${score.away}` : texts.options.otherScore
    }
    default:
      return fill(texts.options[selection.side], { line: lineText(selection.line, language) })
  }
}

function marketText({ key, sport }: TicketLegView, texts: PaperTexts): string {
  const option = optionOfKey(key)
  if (!option) return ''
  const { market } = option.selection
  const unit = scoreUnitOf(sport)
  const { markets, gameTimes } = texts
  const name =
    market === 'total'
      ? markets[`total${unit}`]
      : market === 'oddEven'
        ? markets[`oddEven${unit}`]
        : market === 'winner'
          ? markets[unit === 'Goals' ? 'matchResult' : 'winner']
          : markets[market]
  if (option.gameTime === GameTime.fullMatch || market === 'corners') return name
  const number = quarters.indexOf(option.gameTime) + 1
  const time =
    option.gameTime === GameTime.firstHalf
      ? gameTimes.firstHalf
      : number > 0
        ? fill(gameTimes.quarter, { number })
        : gameTimes.corners
  return `${name} (${time})`
}

const quarters: readonly number[] = [
  GameTime.quarter1,
  GameTime.quarter2,
  GameTime.quarter3,
  GameTime.quarter4,
]

const states = {
  [BetResult.win]: 'win',
  [BetResult.winHalf]: 'winHalf',
  [BetResult.refund]: 'refund',
  [BetResult.loseHalf]: 'loseHalf',
  [BetResult.lose]: 'lose',
} as const

/** Null: not settled. */
function resultText({ result }: TicketLegView, texts: PaperTexts): string | null {
  return result === BetResult.accepted ? null : texts.states[states[result]]
}

/** A multiple of a quarter: '2,5', '2,25', '3'. */
function lineText(line: number, { locale }: Language): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(line)
}
