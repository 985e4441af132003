import {
  exclusionCalls,
  type KeptExclusionFilter,
  type KeptExclusionRow,
} from '#contract/office/exclusions.ts'
import * as schema from '#contract/office/exclusions.schema.ts'
import { plainText } from '#contract/rules/typed.ts'
import type { SqlValue } from '../../db/client.ts'
import { cpfIndexOf, emailIndexesOf } from '../../domain/accounts/personIndex.ts'
import { liftKeptExclusion } from '../../domain/protection/exclusions.ts'
import { officeAction } from '../endpoints/officeAction.ts'
import { officeList, type ListSource } from '../endpoints/officeList.ts'
import type { Office } from '../endpoints/office.ts'

interface DbRow {
  id: string
  excluded_until: Date
  by_email: boolean
  by_cpf: boolean
  created_at: Date
}

/** The way back of a person whom somebody else has excluded. */
export function registerExclusions(office: Office): void {
  const { deps } = office

  const source: ListSource<DbRow, KeptExclusionRow, KeptExclusionFilter, 'createdAt'> = {
    filter: schema.filter,
    select: `select e.id, e.excluded_until, e.email_index is not null as by_email, e.cpf_index is not null as by_cpf,
        e.created_at from exclusions e`,
    conditions({ q }, value) {
      // A row does not say whose it is: without the person there is none to choose from.
      if (q === undefined) return ['false']
      return [`e.excluded_until > ${value(deps.clock.now())}`, personCondition(q, value)]
    },
    sorts: { createdAt: 'e.created_at' },
    id: 'e.id',
    idOf: ({ id }) => id,
    present: (row) => ({
      id: row.id,
      excludedUntil: row.excluded_until.toISOString(),
      byEmail: row.by_email,
      byCpf: row.by_cpf,
      createdAt: row.created_at.toISOString(),
    }),
  }
  officeList(office, exclusionCalls.list, source)

  officeAction(
    office,
    exclusionCalls.lift,
    { params: schema.byId, body: schema.lift },
    {
      async run({ tx, params }) {
        const end = await liftKeptExclusion(tx, params.id)
        return { answer: null, subject: subjectOf(params.id), before: { excludedUntil: end.toISOString() } }
      },
      // Always: one person alone could undo what nobody may undo.
      secondPerson: ({ params }) => Promise.resolve({ subject: subjectOf(params.id), amountCents: null }),
    },
  )

  /** Rows of whom the text names as a whole; it never stands in the database. */
  function personCondition(q: string, value: (parameter: SqlValue) => string): string {
    if (q.includes('@')) return `e.email_index = any(${value(emailIndexesOf(deps, q))})`
    return `e.cpf_index = ${value(cpfIndexOf(deps, plainText(q).replace(/\D/g, '')))}`
  }
}

function subjectOf(id: string) {
  return { kind: 'exclusion', id }
}
