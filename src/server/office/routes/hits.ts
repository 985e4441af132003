import type { z } from 'zod'
import type { RiskRule } from '#contract/rules/risk.ts'
import type { ListSource } from '../endpoints/officeList.ts'

/** What every list of hits reads of one. */
export interface HitDbRow {
  id: string
  rule: RiskRule
  user_id: string
  email: string
  measured: number
  at: Date
}

interface HitFilter {
  rule?: RiskRule
  playerId?: string
}

/** Selects hits (`h`) with these columns of their own beside those of every list. */
export const hitsSql = (columns: string) =>
  `select h.id, h.rule, h.user_id, (select email from users u where u.id = h.user_id) as email, h.measured, h.at, ${columns}
    from risk_hits h`

/** A list of hits by their time: of one rule or of all `rules` (undefined: of every one), of one player or of all. */
export function hitSource<Row extends HitDbRow, Shown, Filter extends HitFilter>(list: {
  filter: z.ZodType<Filter>
  select: string
  rules?: readonly RiskRule[]
  ofState: (
    filter: Filter,
    value: Parameters<ListSource<Row, Shown, Filter, 'at'>['conditions']>[1],
  ) => string[]
  present: (row: Row) => Shown
}): ListSource<Row, Shown, Filter, 'at'> {
  const { filter, select, rules, ofState, present } = list
  return {
    filter,
    select,
    conditions: (given, value) => {
      const wanted = given.rule === undefined ? rules : [given.rule]
      return [
        ...(wanted === undefined ? [] : [`h.rule = any(${value([...wanted])})`]),
        ...ofState(given, value),
        ...(given.playerId === undefined ? [] : [`h.user_id = ${value(given.playerId)}`]),
      ]
    },
    sorts: { at: 'h.at' },
    id: 'h.id',
    idOf: ({ id }) => id,
    present,
  }
}

/** What every list of hits shows of one. */
export function presentHitOf<Row extends HitDbRow>(row: Row) {
  return {
    id: row.id,
    rule: row.rule as Row['rule'],
    playerId: row.user_id,
    email: row.email,
    measured: row.measured,
    at: row.at.toISOString(),
  }
}
