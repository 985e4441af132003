import type { Operation, Schema } from './apiDescription.ts'

/** Sample values by field name, where the schema alone does not lead to a sensible value. */
const byName: Record<string, unknown> = {
  amount: 1,
  mineCount: 3,
  tile: 0,
  row: 0,
  tiles: [0, 1],
  keys: ['winner:1:home:3', 'total:1:over:2.5'],
  chance: 50,
  target: 2,
  pick: 'red',
  odds: 2,
  days: 1,
  months: 6,
  people: 1,
  seq: 1,
  payCardNo: '529.982.247-25',
  cardNo: '529.982.247-25',
  name: 'Ana Souza',
  index: '1',
  codeId: '1',
  gameCode: 'carnaval',
  pkgId: 'brl-20',
  tab: 'deposits',
}

/** A value that the schema accepts. `given` sets fields by name, at any depth. */
function sample(schema: Schema, given: Record<string, unknown> = {}, name = ''): unknown {
  if (name in given) return given[name]
  if (name in byName) return byName[name]
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sample(schema.anyOf[0] ?? {}, given)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([key]) => key in given || schema.required?.includes(key))
          .map(([key, field]) => [key, sample(field, given, key)]),
      )
    case 'array':
      return [sample(schema.items ?? {}, given)]
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return schema.format === 'date-time' ? '2027-01-01T00:00:00Z' : 'amostra'
  }
}

/** The path of an operation with every parameter filled in, and the query. */
export function samplePath(operation: Operation, given: Record<string, unknown> = {}): string {
  const { parameters, path } = operation
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const schema = parameters.find((each) => each.in === 'path' && each.name === name)?.schema ?? {}
    return encodeURIComponent(String(sample(schema, given, name)))
  })
  const query = parameters
    .filter((each) => each.in === 'query' && (each.name in given || each.name in byName || each.schema.enum))
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(sample(schema, given, name)))}`)
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled
}

/** A sample body for an operation; undefined for a GET without one. */
export function sampleBody(operation: Operation, given: Record<string, unknown> = {}): object | undefined {
  if (operation.body) return sample(operation.body, given) as object
  return operation.method === 'GET' ? undefined : {}
}

export interface Field {
  name: string
  in: 'path' | 'query' | 'body'
  schema: Schema
  /** Of a parameter its name; of a body field its path in the body: `['legs', 0, 'matchId']`. */
  path: (string | number)[]
}

/** Every parameter and every field of the body, also inside lists. */
export function fieldsOf(operation: Operation): Field[] {
  const parameters = operation.parameters.map((each) => ({ ...each, path: [each.name] }))
  return [...parameters, ...(operation.body ? bodyFields(operation.body, []) : [])]
}

function bodyFields(schema: Schema, path: (string | number)[]): Field[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    { name, in: 'body' as const, schema: field, path: [...path, name] },
    ...bodyFields(field, [...path, name]),
  ])
  return schema.items ? [...own, ...bodyFields(schema.items, [...path, 0])] : own
}

/** A copy of the body in which the field has this value. */
export function withValue(body: object | undefined, { path }: Field, value: unknown): object {
  const copy = structuredClone(body ?? {})
  let at = copy as Record<string | number, unknown>
  for (const key of path.slice(0, -1)) at = (at[key] ??= {}) as Record<string | number, unknown>
  at[path.at(-1) ?? ''] = value
  return copy
}
