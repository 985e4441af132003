import {
  riskMeasures,
  riskRules,
  type RiskRule,
  type RiskThreshold,
  type RiskThresholds,
} from '#contract/rules/risk.ts'
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
function readThresholds(typed: Partial<Typed>) {
  const rules: Partial<RiskThresholds> = {}
  const problems: { rule: RiskRule; problem: NonNullable<ReturnType<typeof problemOf>> }[] = []
  for (const rule of riskRules) {
    const given = typed[rule]
    if (!given) continue
    const { isOn, text } = given
    const problem = problemOf({ kind: isAmount(rule) ? 'money' : 'number' }, text)
    if (problem) problems.push({ rule, problem })
    const read = isAmount(rule) ? typedCents(text) : typedNumber(text)
    rules[rule] = { isOn, threshold: Math.round(read ?? Number.NaN) }
  }
  return { rules, problems }
}

/** A rule that somebody is changing, and what it said when they began. */
export interface ThresholdEdit {
  typed: TypedThreshold
  seen: RiskThreshold
}

export type ThresholdEdits = Partial<Record<RiskRule, ThresholdEdit>>

/** What is to be sent: the rules that differ from what they said, and what that was. */
export function changedThresholds(edits: ThresholdEdits) {
  const given = Object.entries(edits) as [RiskRule, ThresholdEdit][]
  const { rules, problems } = readThresholds(
    Object.fromEntries(given.map(([rule, { typed }]) => [rule, typed])),
  )
  const changed = given.flatMap(([rule, { seen }]) => {
    const typed = rules[rule]
    return typed && !isSame(typed, seen) ? [[rule, typed, seen] as const] : []
  })
  return {
    rules: Object.fromEntries(changed.map(([rule, typed]) => [rule, typed])) as Partial<RiskThresholds>,
    seen: Object.fromEntries(changed.map(([rule, , seen]) => [rule, seen])) as Partial<RiskThresholds>,
    problems,
  }
}

/** The edits after somebody has read what is stored now, and the rules in which that is not what they began with. */
export function renewedEdits(edits: ThresholdEdits, stored: RiskThresholds) {
  const given = Object.entries(edits) as [RiskRule, ThresholdEdit][]
  return {
    edits: Object.fromEntries(
      given.map(([rule, { typed }]) => [rule, { typed, seen: stored[rule] }]),
    ) as ThresholdEdits,
    others: given.flatMap(([rule, { seen }]) => (isSame(seen, stored[rule]) ? [] : [rule])),
  }
}

function isSame(one: RiskThreshold, other: RiskThreshold): boolean {
  return one.isOn === other.isOn && one.threshold === other.threshold
}
