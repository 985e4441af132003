import { stringify } from 'csv-stringify/sync'
import { houseDay } from '#contract/houseTime.ts'
import { languages, type Language, type LanguageCode } from '#contract/languages.ts'
import type { Cents } from '#contract/money.ts'
import { dayZone } from '../../time/days.ts'
import { sheetWords } from '../../texts/texts.ts'
import type { LedgerLine } from '../../ledger/history.ts'

/** Spreadsheets know a text as UTF-8 by it. */
const byteOrderMark = '\uFEFF'
/** In these languages a date of the locale is no date to a spreadsheet; one of ISO 8601 is. */
const isoDates: readonly LanguageCode[] = ['ja_JP', 'ko_KR', 'zh_CN']

/** The name of the game of a line, where it is about one. */
export type GameOf = (line: LedgerLine) => string | undefined

/**
 * Writes lines of a statement for a spreadsheet in the player's language: its separators, and dates and numbers that it reads as
 * such. No field begins with text of a user, which could be a formula.
 */
export function sheetOf(code: LanguageCode, gameOf: GameOf) {
  const language = languages[code]
  const words = sheetWords(code)
  const formats = formatsOf(language)
  const money = (value: Cents | number | null | undefined) =>
    value === null || value === undefined ? '' : formats.number.format(value / 100)
  const write = (records: string[][]) =>
    stringify(records, {
      delimiter: formats.separator,
      record_delimiter: 'windows',
      quoted_match: /[\r\n]/,
    })
  return {
    head: () => byteOrderMark + write([Object.values(words.columns)]),
    lines: (list: readonly LedgerLine[]) =>
      write(
        list.map((line) => [
          formats.time(line.at),
          words.kinds[line.kind],
          line.refType === 'ticket' ? words.sports : (gameOf(line) ?? ''),
          money(stakeOf(line)),
          money(returnOf(line)),
          money(line.cash),
          money(line.bonus),
          money(line.cashAfter),
          money(line.bonusAfter),
          `${line.refType}:${line.refId}`,
        ]),
      ),
  }
}

function formatsOf({ code, locale }: Language) {
  const number = new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: false,
  })
  const decimal = number.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value
  const day = new Intl.DateTimeFormat(locale, {
    timeZone: dayZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  })
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: dayZone, timeStyle: 'medium' })
  return {
    number,
    separator: decimal === ',' ? ';' : ',',
    time: (at: Date) => `${isoDates.includes(code) ? houseDay(at) : day.format(at)} ${clock.format(at)}`,
  }
}

/** What was bet by a posting, in cents. */
function stakeOf({ kind, args, cash, bonus }: LedgerLine): number | undefined {
  if (kind === 'play') return Number(args['stake'])
  return kind === 'stake' ? -(cash + bonus) : undefined
}

/** What came back from a bet by a posting, in cents. */
function returnOf({ kind, args, cash, bonus }: LedgerLine): number | undefined {
  if (kind === 'play') return Number(args['payout'])
  return kind === 'settle' || kind === 'refund' ? cash + bonus : undefined
}
