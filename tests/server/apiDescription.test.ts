import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { userCalls } from '#contract/http/user.ts'
import { createTestApp } from './helpers/testApp.ts'

/** The part of JSON Schema and OpenAPI that this file reads. */
interface Schema {
  type?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
}
type Content = { content?: Record<string, { schema: Schema }> }
interface Operation {
  operationId: string
  tags: string[]
  summary: string
  /** Of all calls of a player; the other headers are of one call. */
  parameters?: (
    | { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }
    | { $ref: string }
  )[]
  requestBody?: Content
  responses: Record<string, Content>
}

const t = await createTestApp()
const source = (await t.app.inject({ url: '/api/docs/json' })).body
const { paths, tags, servers, components } = JSON.parse(source) as {
  paths: Record<string, Record<string, Operation>>
  tags: { name: string; description: string }[]
  servers: { url: string }[]
  components: { parameters: Record<string, { name: string; in: string }> }
}
const operations = new Map(
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation]),
  ),
)
const controls = new Map(
  [...operations].flatMap(([name, operation]) =>
    name.includes(' /sandbox/api/') ? [[name.replace('/sandbox/api/', ''), operation]] : [],
  ),
)
/** They answer with a file. */
const files = [
  'GET /sandbox/api/terminals/{id}/screenshot',
  'GET /sandbox/api/crashes/{id}',
  'GET /api/app/exportFile/{ticket}',
]
const jsonOf = (content: Content | undefined) => content?.content?.['application/json']?.schema
const answerOf = (operation: Operation | undefined) =>
  jsonOf(operation?.responses['200'])?.properties?.['data']
const inputsOf = (operation: Operation | undefined, of: 'path' | 'query' | 'header') =>
  (operation?.parameters ?? []).flatMap((parameter) =>
    'in' in parameter && parameter.in === of ? [parameter] : [],
  )

describe('the description of the calls', () => {
  it('says what every call answers, and how it refuses', () => {
    expect(operations.size).toBeGreaterThan(150)
    const silent = [...operations].filter(
      ([name, operation]) =>
        !files.includes(name) &&
        (answerOf(operation) === undefined ||
          !jsonOf(operation.responses['default']) ||
          !jsonOf(operation.responses['400'])?.properties?.['data']?.anyOf),
    )
    expect(silent.map(([name]) => name)).toEqual([])
  })

  it('is a document that a linter of such documents finds nothing wrong with', async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const problems = await lintFromString({ source, config })
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
  })

  it('names each call, says where the server is, and has the calls in the order of a player’s life', () => {
    const ids = [...operations.values()].map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(operations.get('POST /api/app/game/dice/bet')?.operationId).toBe('postGameDiceBet')
    expect(operations.get('GET /sandbox/api/users/{username}')?.operationId).toBe('getSandboxUsersUsername')
    expect(servers.map(({ url }) => url)).toEqual([t.deps.config.publicUrl])
    const order = tags.map(({ name }) => name)
    const met = [...new Set([...operations.values()].map(({ tags: [group = ''] }) => group))]
    expect(met).toEqual(order)
    expect([order.at(0), order.at(-1)]).toEqual(['auth', 'sandbox'])
  })

  it('names the headers that every call of a player reads', () => {
    expect(Object.values(components.parameters).map(({ name }) => name)).toEqual([
      'lang',
      'curreny',
      'zone',
      'deviceid',
    ])
    const references = (name: string) =>
      operations.get(name)?.parameters?.flatMap((parameter) => ('$ref' in parameter ? [parameter.$ref] : []))
    expect(references('POST /api/app/game/dice/bet')).toEqual(
      ['lang', 'curreny', 'zone', 'deviceid'].map((name) => `#/components/parameters/${name}`),
    )
    expect(references('GET /sandbox/api/outbox')).toEqual([])
  })

  it('names the key that a bet needs', () => {
    const keyOf = (name: string) => inputsOf(operations.get(name), 'header')
    expect(keyOf('POST /api/app/game/dice/bet')).toMatchObject([{ name: 'Idempotency-Key', required: true }])
    expect(keyOf('POST /api/app/order/withdraw')).toMatchObject([{ name: 'Idempotency-Key' }])
    expect(keyOf('GET /api/app/user/getBalance')).toEqual([])
  })

  it('describes what is sent: a body, a query, an answer', async () => {
    const feed = controls.get('POST feed')
    expect(jsonOf(feed?.requestBody)?.properties?.['quarters']).toMatchObject({
      type: 'array',
      items: { properties: { home: { type: 'integer' }, away: { type: 'integer' } } },
    })
    expect(inputsOf(controls.get('GET outbox'), 'query').map(({ name }) => name)).toEqual(['to'])
    const { token } = await t.createUser()
    const { data } = await t.get<object>(userCalls.getBalance.path, { token })
    expect(Object.keys(data)).toEqual(answerOf(operations.get(`GET ${userCalls.getBalance.path}`))?.required)
  })

  it("is the kit's file of QA's calls (`npx vitest run --project server tests/server/apiDescription.test.ts -u` writes it)", async () => {
    const calls = [...controls].filter(([name]) => !files.includes(name.replace(' ', ' /sandbox/api/')))
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: "QA's calls, by method and path below /sandbox/api/",
      $defs: Object.fromEntries(calls.map(([name, operation]) => [name, schemaOf(operation)])),
    }
    await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(
      resolve('packages/qa/sandbox.schema.json'),
    )
  })
})

/** Parameters, query, body and answer of a call. */
function schemaOf(operation: Operation): Schema {
  const properties: Record<string, Schema | undefined> = {
    params: parametersOf(operation, 'path'),
    query: parametersOf(operation, 'query'),
    body: jsonOf(operation.requestBody),
    data: answerOf(operation),
  }
  const given = Object.entries(properties).filter(
    (entry): entry is [string, Schema] => entry[1] !== undefined,
  )
  return { description: operation.summary, type: 'object', properties: Object.fromEntries(given) }
}

function parametersOf(operation: Operation, of: 'path' | 'query'): Schema | undefined {
  const parameters = inputsOf(operation, of)
  if (parameters.length === 0) return undefined
  return {
    type: 'object',
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  }
}

describe('docs/qa.md', () => {
  const rows = readFileSync('docs/qa.md', 'utf8').matchAll(/^\| (`(?:GET|POST|PATCH|DELETE) .+?) \| .+ \|$/gm)
  /** Each call of the table, with the bodies that stand after it. */
  const described = new Map<string, { query: string[]; bodies: string[][] }>()
  const twice: string[] = []
  for (const [, cell = ''] of rows) {
    let calls: string[] = []
    for (const [, span = ''] of cell.matchAll(/`([^`]+)`/g)) {
      if (!/^[A-Z]+ /.test(span)) {
        const fields = span.replace(/^\{|\}$/g, '').split(', ')
        for (const call of calls) described.get(call)?.bodies.push(fields.sort())
        continue
      }
      const [path = '', query = ''] = span.split('?')
      calls = alternatives(path)
      const names = query
        .split('&')
        .map((part) => part.replace('=', ''))
        .filter(Boolean)
      for (const call of calls) {
        if (described.has(call)) twice.push(call)
        described.set(call, { query: names, bodies: [] })
      }
    }
  }

  it('lists every call of the sandbox once, and no other', () => {
    expect([...described.keys()].sort()).toEqual([...controls.keys()].sort())
    expect(twice).toEqual([])
  })

  it.each([...controls.keys()])('says what `%s` takes', (name) => {
    const operation = controls.get(name)
    const query = inputsOf(operation, 'query').map((parameter) => parameter.name)
    const body = jsonOf(operation?.requestBody)
    const bodies = (body?.anyOf ?? (body?.properties ? [body] : [])).map(fieldsOf)
    expect(described.get(name)).toEqual({ query, bodies })
  })
})

/** `a/{b, c}` stands for a/b and a/c. */
function alternatives(path: string): string[] {
  const [, before = '', list = '', after = ''] = /^(.*)\{(\w+(?:, \w+)+)\}(.*)$/.exec(path) ?? []
  return list === '' ? [path] : list.split(', ').map((name) => before + name + after)
}

function fieldsOf({ properties = {}, required = [] }: Schema): string[] {
  return Object.keys(properties)
    .map((name) => (required.includes(name) ? name : `${name}?`))
    .sort()
}

describe('a refused call of a player', () => {
  it('names the field and the reason, in the body, the query and the path', async () => {
    const { token } = await t.createUser({ balance: 10 })
    const bet = { amount: 1, direction: 'sideways', chance: 50 }
    expect(await t.post('/api/app/game/dice/bet', bet, { token })).toMatchObject({
      http: 400,
      data: { field: 'direction', reason: expect.stringContaining('over') as string },
    })
    expect(await t.get('/api/app/sports/tickets', { token })).toMatchObject({
      http: 400,
      data: { field: 'state' },
    })
    expect(await t.post('/api/app/game/dice/bet', { ...bet, level: 12 }, { token })).toMatchObject({
      http: 400,
      data: { field: 'level', reason: 'unknown' },
    })
    const nested = { legs: [{ matchId: 'm', key: 5 }] }
    expect(await t.post('/api/app/sports/quote', nested, { token })).toMatchObject({
      data: { field: 'legs.0.key' },
    })
  })
})

describe('a captcha of the caller', () => {
  it('has an answer that logs in, whatever others ask for', async () => {
    const user = await t.createUser()
    const { data } = await t.post<{ codeId: string; answer: string; kind: string }>('/sandbox/api/captchas')
    await t.post('/sandbox/api/captchas', { kind: 'widget' })
    expect(data.kind).toBe('image')
    const login = await t.post('/api/auth/user/restLogin', {
      username: user.username,
      pwd: user.password,
      codeId: data.codeId,
      captCode: data.answer,
    })
    expect(login).toMatchObject({ http: 200 })
  })
})
