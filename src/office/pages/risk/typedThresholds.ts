import { riskMeasures, riskRules, type RiskRule, type RiskThresholds } from '#contract/rules/risk.ts'
import { problemOf } from '../../ui/actions/actionValues.ts'
import { amountText, numberText, typedCents, typedNumber } from '../../ui/actions/amounts.ts'

export interface TypedThreshold {
  isOn: boolean
  /** Amounts in reais. */
  text: string
}

type Typed = Record<RiskRule, TypedThreshold>

const isAmount = (rule: RiskRule) => riskMeasures[rule].unit === 'cents'

/** The thresholds as they are typed. */
export function writeThresholds(stored: RiskThresholds): Typed {
  return Object.fromEntries(
    riskRules.map((rule) => {
      const { isOn, threshold } = stored[rule]
      return [rule, { isOn, text: isAmount(rule) ? amountText(threshold) : numberText(String(threshold)) }]
    }),
  ) as Typed
}

/** What was typed, in the units of the rules; `problems`: the texts of what cannot be read. */
export function readThresholds(typed: Typed) {
  const problems = riskRules.flatMap((rule) => {
    const problem = problemOf({ kind: isAmount(rule) ? 'money' : 'number' }, typed[rule].text)
    return problem ? [{ rule, problem }] : []
  })
  const rules = Object.fromEntries(
    riskRules.map((rule) => {
      const { isOn, text } = typed[rule]
      const read = isAmount(rule) ? typedCents(text) : typedNumber(text)
      return [rule, { isOn, threshold: Math.round(read ?? Number.NaN) }]
    }),
  ) as RiskThresholds
  return { rules, problems }
}
