import { languages, type LanguageCode } from '#contract/languages.ts'
import type { Cents } from '#contract/money.ts'
import { formatMoney } from '#contract/moneyTexts.ts'
import type { TextParams } from '../../texts/refusal.ts'
import { fillText, mailWords } from '../../texts/texts.ts'

/** What a player did in a month. Amounts in cents. */
export interface MonthStatement {
  /** The first day of the month, YYYY-MM-DD. */
  month: string
  deposits: Cents
  withdrawals: Cents
  /** From both wallets. */
  stakes: Cents
  /** Of bets with cash: negative when the player has lost. */
  net: Cents
  minutes: number
}

/** The placeholders `{month}` and `{lines}`, as each language writes them. */
export function statementParams(statement: MonthStatement): TextParams {
  return {
    month: (code) =>
      new Intl.DateTimeFormat(languages[code].locale, {
        month: 'long',
        year: 'numeric',
        timeZone: 'UTC',
      }).format(new Date(`${statement.month}T12:00:00Z`)),
    lines: (code) => linesOf(code, statement).join('\n'),
  }
}

function linesOf(
  code: LanguageCode,
  { deposits, withdrawals, stakes, net, minutes }: MonthStatement,
): string[] {
  const { statement: words, minutes: minuteText } = mailWords(code)
  // A minus sign, at which no line ends, in place of a hyphen.
  const money = (amount: Cents) => formatMoney(amount, languages[code]).replace('-', '\u2212')
  return [
    `${words.deposits}: ${money(deposits)}`,
    `${words.withdrawals}: ${money(withdrawals)}`,
    `${words.stakes}: ${money(stakes)}`,
    `${words.net}: ${money(net)}`,
    `${words.minutes}: ${fillText(code, minuteText, { count: minutes })}`,
  ]
}
