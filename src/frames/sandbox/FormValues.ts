import { parseAmountInput, parseNumberInput } from '#contract/amounts.ts'
import type { Cents } from '#contract/money.ts'
import type { Language } from '#contract/languages.ts'

/** Why a field cannot be sent; the names are keys of the texts. */
export type FieldProblem = 'notAnAmount' | 'notANumber' | 'notAScore' | 'notATime' | 'missing'

export class FieldError extends Error {
  readonly field: string
  readonly problem: FieldProblem

  constructor(field: string, problem: FieldProblem) {
    super(`${field}: ${problem}`)
    this.field = field
    this.problem = problem
  }
}

type Score = { home: number; away: number }

/** What stands in the fields of a form, by their names. An empty field is undefined; what is no value throws FieldError. */
export class FormValues {
  constructor(
    private readonly entries: ReadonlyMap<string, string>,
    private readonly language: Pick<Language, 'locale'>,
  ) {}

  static of(form: HTMLFormElement, language: Pick<Language, 'locale'>): FormValues {
    const entries = [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    )
    return new FormValues(new Map(entries), language)
  }

  text(name: string): string | undefined {
    return this.entries.get(name)?.trim() || undefined
  }

  required(name: string): string {
    const text = this.text(name)
    if (text === undefined) throw new FieldError(name, 'missing')
    return text
  }

  /** One of these, as a select offers them. */
  choice<Value extends string>(name: string, values: readonly Value[]): Value | undefined {
    const text = this.text(name)
    return values.find((value) => value === text)
  }

  flag(name: string): boolean | undefined {
    const choice = this.choice(name, ['yes', 'no'])
    return choice && choice === 'yes'
  }

  isChecked(name: string): boolean {
    return this.entries.has(name)
  }

  amount(name: string): Cents | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const parsed = parseAmountInput(text, this.language)
    if (!parsed.ok) throw new FieldError(name, 'notAnAmount')
    return parsed.value
  }

  /** 0 or more. */
  number(name: string): number | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const value = parseNumberInput(text, this.language)
    if (value === undefined) throw new FieldError(name, 'notANumber')
    return value
  }

  /** A moment of the browser's time zone. */
  time(name: string): string | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const moment = new Date(text)
    if (Number.isNaN(moment.getTime())) throw new FieldError(name, 'notATime')
    return moment.toISOString()
  }

  /** '6-4 3-2': any number of scores. */
  scores(name: string): Score[] | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    return text.split(/[\s,;]+/).map((part) => {
      const [, home, away] = /^(\d{1,3})[-:x](\d{1,3})$/.exec(part) ?? []
      if (home === undefined || away === undefined) throw new FieldError(name, 'notAScore')
      return { home: Number(home), away: Number(away) }
    })
  }

  score(name: string): Score | undefined {
    const scores = this.scores(name)
    if (scores && scores.length !== 1) throw new FieldError(name, 'notAScore')
    return scores?.[0]
  }

  /** '3, 0, 14': whole numbers. */
  numbers(name: string): number[] {
    return this.required(name)
      .split(/[\s,;]+/)
      .map((part) => {
        if (!/^\d{1,3}$/.test(part)) throw new FieldError(name, 'notANumber')
        return Number(part)
      })
  }
}
