import { codeOf, type Db, type Tx } from '#server/db/client.ts'
import type { Change, Value } from './pgoutput.ts'
import type { Table } from './tables.ts'

type Row = Map<string, Value>

/** PostgreSQL takes 65,535 parameters in a statement. */
const maxParams = 30_000

/** What changes may have given to one player alone, and only the target has claims of. */
export interface Claimable {
  /** The ids of the players whose own row was changed. */
  players: string[]
  payments: { player: string; provider: string; number: string }[]
}

/** Makes changes of the source in the target, in one transaction. */
export async function applyChanges(
  to: Db,
  tables: readonly Table[],
  changes: readonly Change[],
): Promise<Claimable> {
  const steps = changes.flatMap(stepsOf)
  try {
    await to.tx((tx) => applyLast(tx, tables, steps))
  } catch (error) {
    // What is unique may have passed from one row to another meanwhile: then in the order in which it was done.
    if (!codeOf(error)?.startsWith('23')) throw error
    await to.tx(async (tx) => {
      for (const step of steps) await applyLast(tx, tables, [step])
    })
  }
  const rowsOf = (name: string) => steps.flatMap(({ table, row }) => (table === name && row ? [row] : []))
  const payments = rowsOf('public.orders').map((row) => ({
    player: row.get('user_id') ?? '',
    provider: row.get('provider') ?? '',
    number: row.get('pay_no') ?? '',
  }))
  return {
    players: [...new Set(rowsOf('public.users').map((row) => row.get('id') ?? ''))],
    payments: payments.filter(({ number }) => number !== ''),
  }
}

/** A row as it becomes, or the row that goes. `id`: what tells it apart in the source, where a key may lack the player. */
interface Step {
  table: string
  id: string
  row?: Row
  gone?: Row
}

function stepsOf({ relation, kind, before, after }: Change): Step[] {
  const named = (values: Value[], onlyKey: boolean): Row =>
    new Map(
      relation.columns.flatMap(({ name, isKey }, index) =>
        onlyKey && !isKey ? [] : [[name, values[index]]],
      ),
    )
  const table = relation.name
  const idOf = (values: Value[]) => JSON.stringify([...named(values, true).values()])
  const isGone = before && (kind === 'delete' || after === undefined || idOf(before) !== idOf(after))
  return [
    ...(isGone ? [{ table, id: idOf(before), gone: named(before, true) }] : []),
    ...(after ? [{ table, id: idOf(after), row: named(after, false) }] : []),
  ]
}

/** Only the last state of each row is written: those that go first, in the order of the tables. */
async function applyLast(tx: Tx, tables: readonly Table[], steps: readonly Step[]): Promise<void> {
  for (const table of tables.toReversed())
    for (const step of steps)
      if (step.table === table.name && step.gone) await deleteRow(tx, table, step.gone)
  for (const table of tables) {
    const last = new Map<string, Row>()
    for (const { table: name, id, row } of steps) {
      if (name !== table.name) continue
      const earlier = last.get(id)
      last.delete(id)
      if (row)
        last.set(id, new Map([...(earlier ?? []), ...[...row].filter(([, value]) => value !== undefined)]))
    }
    await upsert(tx, table, [...last.values()])
  }
}

async function deleteRow(tx: Tx, { name, columns }: Table, gone: Row): Promise<void> {
  const names = [...gone.keys()]
  const types = new Map(columns.map((column) => [column.name, column.type]))
  const where = names.map((column, i) => `"${column}" is not distinct from $${i + 1}::${types.get(column)}`)
  const equal = names.map((column, i) => `"${column}" = $${i + 1}::${types.get(column)}`)
  const hasNull = [...gone.values()].includes(null)
  await tx.query(
    `delete from ${name} where ${(hasNull ? where : equal).join(' and ')}`,
    [...gone.values()].map((value) => value ?? null),
  )
}

async function upsert(tx: Tx, table: Table, rows: Row[]): Promise<void> {
  const whole = rows.filter((row) => table.columns.every(({ name }) => row.has(name)))
  const size = Math.max(1, Math.floor(maxParams / table.columns.length))
  for (let from = 0; from < whole.length; from += size)
    await upsertWhole(tx, table, whole.slice(from, from + size))
  for (const row of rows) if (!whole.includes(row)) await updatePart(tx, table, row)
}

async function upsertWhole(tx: Tx, { name, columns, key, by }: Table, rows: Row[]): Promise<void> {
  const params: (string | null)[] = []
  const tuples = rows.map(
    (row) =>
      `(${columns.map((column) => `$${params.push(row.get(column.name) ?? null)}::${column.type}`).join(', ')})`,
  )
  const changed = columns.filter(
    ({ name: column, counts }) => !key.includes(column) && column !== by && !counts,
  )
  const set = changed.map((column) => `"${column.name}" = excluded."${column.name}"`).join(', ')
  const conflict =
    key.length === 0
      ? ''
      : `on conflict (${key.map((column) => `"${column}"`).join(', ')}) do ${set ? `update set ${set}` : 'nothing'}`
  await tx.query(
    `insert into ${name} (${columns.map((column) => `"${column.name}"`).join(', ')}) overriding system value
      values ${tuples.join(', ')} ${conflict}`,
    params,
  )
}

/** A row of which a large value was not changed, and was therefore not sent. */
async function updatePart(tx: Tx, { name, columns, key, by }: Table, row: Row): Promise<void> {
  const params: (string | null)[] = []
  const equal = (column: string) =>
    `"${column}" = $${params.push(row.get(column) ?? null)}::${columns.find((each) => each.name === column)?.type ?? 'text'}`
  const names = new Set(by === undefined ? key : [...key, by])
  const counting = columns.filter(({ counts }) => counts).map((column) => column.name)
  const set = [...row.keys()].filter((column) => !names.has(column) && !counting.includes(column)).map(equal)
  if (set.length === 0) return
  await tx.query(`update ${name} set ${set.join(', ')} where ${[...names].map(equal).join(' and ')}`, params)
}
