import {
  launderingCalls,
  type LaunderingCandidate,
  type LaunderingDecision,
  type LaunderingFilter,
} from '#contract/office/laundering.ts'
import * as schema from '#contract/office/laundering.schema.ts'
import { languages } from '#contract/languages.ts'
import { launderingRules, riskMeasures, type LaunderingRule } from '#contract/rules/risk.ts'
import { decideHit } from '../../domain/risk/riskHits.ts'
import { officeAction } from '../endpoints/officeAction.ts'
import { officeCsv, officeList, type CsvColumn } from '../endpoints/officeList.ts'
import type { Office } from '../endpoints/office.ts'
import { Refusal } from '../../texts/refusal.ts'
import { hitSource, hitsSql, presentHitOf, type HitDbRow } from './hits.ts'

interface DbRow extends HitDbRow {
  rule: LaunderingRule
  decision: LaunderingDecision | null
  decision_reason: string | null
  decided_at: Date | null
  decided_by_name: string | null
}

const selectSql = hitsSql(`h.decision, h.decision_reason, h.decided_at,
    (select name from office.staff_names s where s.id = h.decided_by) as decided_by_name`)

/** In what a rule measures; nothing for a number of something. */
const unitNames = { cents: languages.pt_BR.currency, percent: '%', count: '' }

const csvColumns: CsvColumn<LaunderingCandidate>[] = [
  { title: { 'pt-BR': 'Quando', en: 'When' }, value: ({ at }) => at, kind: 'time' },
  { title: { 'pt-BR': 'Regra', en: 'Rule' }, value: ({ rule }) => rule },
  {
    title: { 'pt-BR': 'Medida', en: 'Measured' },
    value: ({ measured }) => measured,
    kind: ({ rule }) => (riskMeasures[rule].unit === 'cents' ? 'cents' : 'text'),
  },
  { title: { 'pt-BR': 'Unidade', en: 'Unit' }, value: ({ rule }) => unitNames[riskMeasures[rule].unit] },
  { title: { 'pt-BR': 'Jogador', en: 'Player' }, value: ({ playerId }) => playerId },
  { title: { 'pt-BR': 'E-mail', en: 'E-mail' }, value: ({ email }) => email },
  { title: { 'pt-BR': 'Decisão', en: 'Decision' }, value: ({ decision }) => decision },
  { title: { 'pt-BR': 'Motivo', en: 'Reason' }, value: ({ decisionReason }) => decisionReason },
  { title: { 'pt-BR': 'Decidido em', en: 'Decided' }, value: ({ decidedAt }) => decidedAt, kind: 'time' },
  { title: { 'pt-BR': 'Decidido por', en: 'Decided by' }, value: ({ decidedByName }) => decidedByName },
]

const source = hitSource<DbRow, LaunderingCandidate, LaunderingFilter>({
  filter: schema.filter,
  select: selectSql,
  rules: launderingRules,
  ofState: ({ state }, value) =>
    state === undefined ? [] : [state === 'open' ? 'h.decision is null' : `h.decision = ${value(state)}`],
  present,
})

/** Candidates for the report of suspicions of money laundering: a person decides, and nothing is sent. */
export function registerLaundering(office: Office): void {
  const { deps } = office
  officeList(office, launderingCalls.list, source)
  officeCsv(office, launderingCalls.export, source, csvColumns)
  officeAction(office, launderingCalls.decide, schema.decide, {
    async run({ tx, params, body, staff }) {
      const before = await decideHit(deps, tx, { id: params.id, staffId: staff.id, ...body })
      const [row] = await tx.query<DbRow>(`${selectSql} where h.id = $1`, [params.id])
      if (!row) throw new Refusal('notFound')
      return {
        answer: present(row),
        subject: { kind: 'player', id: row.user_id },
        before: { decision: before },
        after: { decision: row.decision, hit: row.id },
      }
    },
  })
}

function present(row: DbRow): LaunderingCandidate {
  return {
    ...presentHitOf(row),
    decision: row.decision,
    decisionReason: row.decision_reason,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decidedByName: row.decided_by_name,
  }
}
