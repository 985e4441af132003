import { Ban, CirclePlay, SlidersHorizontal } from 'lucide-react'
import {
  sportsRuleCalls,
  type MatchRow,
  type SportsRule,
  type SportsScope,
  type SportsTerms,
} from '#contract/office/sports.ts'
import { sports, ticketLimits } from '#contract/rules/sports.ts'
import { defineAction, type Action, type ActionField, type ActionValues } from '../../ui/actions/action.ts'
import { toRequestValues } from '../../ui/actions/actionValues.ts'
import { amountText, numberText } from '../../ui/actions/amounts.ts'
import { everything, termsOf } from './sportsParts.tsx'

/** Named as the server names them. */
const termsFields: readonly ActionField[] = [
  {
    name: 'terms.priceFactor',
    label: 'sports.pricePercent',
    kind: 'number',
    isOptional: true,
    hint: 'sports.pricePercentHint',
  },
  {
    name: 'terms.margin',
    label: 'sports.marginPercent',
    kind: 'number',
    isOptional: true,
    hint: 'sports.marginPercentHint',
  },
  {
    name: 'terms.maxStakeCents',
    label: 'sports.maxStake',
    kind: 'money',
    isOptional: true,
    hint: 'sports.maxStakeHint',
  },
  {
    name: 'terms.maxWinCents',
    label: 'sports.maxWin',
    kind: 'money',
    isOptional: true,
    hint: 'sports.maxWinHint',
  },
  {
    name: 'terms.maxExposureCents',
    label: 'sports.maxExposure',
    kind: 'money',
    isOptional: true,
    hint: { key: 'sports.maxExposureHint', amount: ticketLimits.maxExposure },
  },
]

function firstTerms(terms: SportsTerms): Record<string, string> {
  const percentText = (fraction: number | null) =>
    fraction === null ? '' : numberText(String(Math.round(fraction * 1_000) / 10))
  return {
    'terms.priceFactor': percentText(terms.priceFactor),
    'terms.margin': percentText(terms.margin),
    'terms.maxStakeCents': amountText(terms.maxStakeCents),
    'terms.maxWinCents': amountText(terms.maxWinCents),
    'terms.maxExposureCents': amountText(terms.maxExposureCents),
  }
}

function typedTerms(values: ActionValues): SportsTerms {
  const numberOf = (name: string) => (values[name] ? Number(values[name]) : null)
  const fractionOf = (name: string) => {
    const percent = numberOf(name)
    return percent === null ? null : Math.round(percent * 10) / 1_000
  }
  return {
    priceFactor: fractionOf('terms.priceFactor'),
    margin: fractionOf('terms.margin'),
    maxStakeCents: numberOf('terms.maxStakeCents'),
    maxWinCents: numberOf('terms.maxWinCents'),
    maxExposureCents: numberOf('terms.maxExposureCents'),
  }
}

/** The terms that differ from those that the form began with, and what they were. */
function changedTerms(
  before: SportsTerms,
  values: ActionValues,
): { terms: Partial<SportsTerms>; seen: Partial<SportsTerms> } {
  const typed = typedTerms(values)
  const shown = typedTerms(toRequestValues(termsFields, firstTerms(before)))
  const changed = (Object.keys(typed) as (keyof SportsTerms)[]).filter((name) => typed[name] !== shown[name])
  const ofChanged = (terms: SportsTerms) => Object.fromEntries(changed.map((name) => [name, terms[name]]))
  return { terms: ofChanged(typed), seen: ofChanged(before) }
}

interface Rule {
  scope: SportsScope
  isStopped: boolean
  terms: SportsTerms
}

/** Stop, open and terms of whatever a row stands for. `canOpen`: its own stop, not one of a level above. */
export function ruleActions<Row>(
  ruleOf: (row: Row) => Rule,
  { canStop, canOpen }: { canStop: (row: Row) => boolean; canOpen: (row: Row) => boolean },
): Action<Row>[] {
  return [
    defineAction<typeof sportsRuleCalls.stop, Row>({
      call: sportsRuleCalls.stop,
      icon: Ban,
      key: 's',
      isDanger: true,
      isOffered: canStop,
      explain: 'sports.stopText',
      request: (row, { reason }) => ({ body: { scope: ruleOf(row).scope, reason } }),
    }),
    defineAction<typeof sportsRuleCalls.open, Row>({
      call: sportsRuleCalls.open,
      icon: CirclePlay,
      key: 'o',
      isPrimary: true,
      isOffered: canOpen,
      request: (row, { reason }) => ({ body: { scope: ruleOf(row).scope, reason } }),
    }),
    defineAction<typeof sportsRuleCalls.changeTerms, Row>({
      call: sportsRuleCalls.changeTerms,
      icon: SlidersHorizontal,
      explain: 'sports.termsText',
      fields: termsFields,
      first: (row) => firstTerms(ruleOf(row).terms),
      request: (row, values) => {
        const { scope, terms } = ruleOf(row)
        return { body: { scope, ...changedTerms(terms, values), reason: values.reason } }
      },
    }),
  ]
}

/** Of a match in a list: its terms are changed on its page, where they are seen. */
export const matchRowActions = ruleActions<MatchRow>(
  ({ id, hasOwnStop }) => ({
    scope: { ...everything, matchId: id },
    isStopped: hasOwnStop,
    terms: termsOf(undefined),
  }),
  { canStop: ({ isStopped, period }) => !isStopped && period >= 0, canOpen: ({ hasOwnStop }) => hasOwnStop },
).slice(0, 2)

export const sportsRuleActions = ruleActions<SportsRule>(
  (rule) => ({
    scope: { sport: rule.sport, league: rule.league, matchId: rule.matchId, market: rule.market },
    isStopped: rule.isStopped,
    terms: termsOf(rule),
  }),
  { canStop: ({ isStopped }) => !isStopped, canOpen: ({ isStopped }) => isStopped },
)

const sportField: ActionField = {
  name: 'scope.sport',
  label: 'sports.sport',
  kind: 'select',
  choices: [
    { value: '', label: 'sports.whole' },
    ...sports.map((value) => ({ value, label: `sportNames.${value}` as const })),
  ],
}
const leagueField: ActionField = {
  name: 'scope.league',
  label: 'sports.league',
  isOptional: true,
  hint: 'sports.leagueHint',
}
const markets = [
  'winner',
  'handicap',
  'total',
  'oddEven',
  'bigSmall',
  'corners',
  'bothScore',
  'doubleChance',
  'correctScore',
] as const
const marketField: ActionField = {
  name: 'scope.market',
  label: 'sports.market',
  kind: 'select',
  choices: [
    { value: '', label: 'sports.whole' },
    ...markets.map((market) => ({
      value: `${market}:${market === 'corners' ? 4 : 1}`,
      label: `marketNames.${market}` as const,
    })),
  ],
}

function typedScope(values: ActionValues): SportsScope {
  return {
    ...everything,
    sport: values['scope.sport'] ?? '',
    league: values['scope.league'] ?? '',
    market: values['scope.market'] ?? '',
  }
}

/** On the page of rules: for a sport, a league, or everything. */
export const newRuleActions: readonly Action[] = [
  defineAction({
    call: sportsRuleCalls.changeTerms,
    icon: SlidersHorizontal,
    isPrimary: true,
    explain: 'sports.newRuleText',
    fields: [sportField, leagueField, marketField, ...termsFields],
    // The form does not know what the rule of this scope says: what is left empty stays as it is.
    request: (_page, values) => ({
      body: {
        scope: typedScope(values),
        terms: changedTerms(termsOf(undefined), values).terms,
        reason: values.reason,
      },
    }),
  }),
  defineAction({
    call: sportsRuleCalls.stop,
    icon: Ban,
    isDanger: true,
    explain: 'sports.stopText',
    fields: [sportField, leagueField, marketField],
    request: (_page, values) => ({ body: { scope: typedScope(values), reason: values.reason } }),
  }),
]
