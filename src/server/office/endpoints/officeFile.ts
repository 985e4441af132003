import { stringify } from 'csv-stringify/sync'
import type { z } from 'zod'
import { houseDay } from '#contract/houseTime.ts'
import type { OfficeCall } from '#contract/office/officeCall.ts'
import { writeAudit } from '../audit/writeAudit.ts'
import { actorOf } from './actor.ts'
import { cellOf, listInput, type CsvColumn, type ListInput } from './officeList.ts'
import type { Office } from './office.ts'
import { parse } from './parse.ts'
import { officeRoute } from './route.ts'

/**
 * Registers a file with rows that are few enough to be made at once (officeList.ts streams those of a list). The reader's
 * language decides the separators; its row in the audit is committed before.
 */
export function officeFile<Query extends object, Row>(
  office: Office,
  call: OfficeCall<{ query: Query }, string, 'csv'>,
  schema: z.ZodType<Query>,
  make: (
    query: Query,
    input: ListInput,
  ) => Promise<{ rows: readonly Row[]; columns: readonly CsvColumn<Row>[] }>,
): void {
  officeRoute(office, call, async (request, reply) => {
    const input = listInput(office, request)
    const { language } = input.caller
    const query = parse(schema, request.query, language)
    await writeAudit(office.deps.db, {
      at: input.now,
      actor: actorOf(input.caller, input.staff),
      action: call.name,
      subject: null,
      after: { filter: query },
    })
    const { rows, columns } = await make(query, input)
    const text = stringify(
      rows.map((row) => columns.map((column) => cellOf(column, row, language))),
      {
        bom: true,
        header: true,
        delimiter: language === 'pt-BR' ? ';' : ',',
        columns: columns.map(({ title }) => title[language]),
      },
    )
    const name = call.path.split('/').at(-1)?.replace('.csv', '') ?? 'report'
    return reply
      .header('Content-Disposition', `attachment; filename="${name}-${houseDay(input.now)}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(text)
  })
}
