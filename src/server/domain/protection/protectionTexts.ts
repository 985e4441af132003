import type { StatusReason } from '#contract/rules/playerStatus.ts'
import { languages, type LanguageCode } from '#contract/languages.ts'
import { cents } from '#contract/money.ts'
import { formatMoney } from '#contract/moneyTexts.ts'
import type { LimitKind, LimitPeriod } from '#contract/rules/limits.ts'
import type { TextParams } from '../../texts/refusal.ts'
import { fillText, mailWords } from '../../texts/texts.ts'
import { dayZone } from '../../time/days.ts'

/** The placeholder `{date}` of a message: the day on which a pause ends, as each language writes it. */
export function endParams(end: Date): TextParams {
  return {
    date: (code) =>
      new Intl.DateTimeFormat(languages[code].locale, { dateStyle: 'long', timeZone: dayZone }).format(end),
  }
}

/**
 * A limit in one line, such as `Depósito, por dia: R$ 50,00`. The amount is cents, or minutes for time; null is no limit.
 * With `from`, it says from when on.
 */
export function limitText(
  language: LanguageCode,
  limit: { kind: LimitKind; period: LimitPeriod; amount: number | null; from: Date | null },
): string {
  const words = mailWords(language)
  const { kind, period, amount, from } = limit
  const value =
    amount === null
      ? words.noLimit
      : kind === 'time'
        ? fillText(language, words.minutes, { count: amount })
        : formatMoney(cents(amount), languages[language])
  const line = fillText(language, words.limit, {
    kind: words.limitKinds[kind],
    period: words.limitPeriods[period],
    value,
  })
  if (from === null) return line
  const date = new Intl.DateTimeFormat(languages[language].locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: dayZone,
  }).format(from)
  return fillText(language, words.limitFrom, { line, date })
}

/** The placeholders `{reason}` and `{until}` of a message about a suspended or closed account; null is without end. */
export function statusParams(reason: StatusReason, until: Date | null): TextParams {
  return {
    reason: (language) => mailWords(language).statusReasons[reason],
    until: (language) => {
      const words = mailWords(language)
      return until ? fillText(language, words.until, endParams(until)) : words.withoutEnd
    },
  }
}
