import { describe, expect, it } from 'vitest'
import pt_BR from '#server/texts/pt_BR.json' with { type: 'json' }
import { toFormBody } from '#contract/http/call.ts'
import { readApi, type Operation, type Schema } from './helpers/apiDescription.ts'
import { allRows, difference } from './helpers/rows.ts'
import { sampleBody, samplePath } from './helpers/samples.ts'
import { startTarget } from './helpers/target.ts'
import { isWhole } from '../scope.ts'

const target = await startTarget()
const { deps, sendAs } = target
const { operations } = await readApi(target.client)
const player = await target.player({ balance: 100 })
const victim = await target.player({ balance: 100 })
const writing = operations.filter(({ method, isSandbox }) => method === 'POST' && !isSandbox)

/** Fields that a player may never set, with values that would benefit the player. */
const privileged: Record<string, unknown> = {
  balance: 1_000_000,
  freeBalance: 1_000_000,
  cash: 1_000_000,
  payout: 1_000_000,
  multiplier: 1_000,
  level: 12,
  testFlag: '1',
  kyc: 1,
  lx: '20',
  lock: false,
  role: 'admin',
  userId: victim.userId,
  user_id: victim.userId,
  uId: victim.userId,
  status: '10',
  clock: '2030-01-01T00:00:00Z',
}
/** JSON text, because an object literal cannot have these as plain fields. */
const polluting = ['"__proto__": {"level": 12}', '"constructor": {"prototype": {"level": 12}}']

async function tokenOf(operation: Operation): Promise<string | undefined> {
  const tokens = operation.auth?.tokens ?? []
  if (tokens.includes('player')) return target.newToken(player)
  return tokens.includes('game') ? target.gameToken(await target.newToken(player)) : undefined
}

/** The path of every object in a schema that accepts unknown fields. */
function looseObjects(schema: Schema, path = 'body'): string[] {
  const loose = schema.type === 'object' && schema.additionalProperties !== false ? [path] : []
  return [
    ...loose,
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
      looseObjects(field, `${path}.${name}`),
    ),
    ...(schema.items ? looseObjects(schema.items, `${path}[]`) : []),
    ...(schema.anyOf ?? []).flatMap((each) => looseObjects(each, path)),
  ]
}

const textOf = (field: string) => pt_BR.errors.unknownField.replace('{field}', field)

describe('a body', () => {
  it('allows unknown fields in none of its objects', () => {
    expect(writing.filter(({ body }) => body).length).toBeGreaterThan(35)
    const loose = writing.flatMap(({ name, body }) =>
      body ? looseObjects(body).map((path) => `${name} ${path}`) : [],
    )
    expect(loose).toEqual([])
  })

  it('with a field that no player may set is refused, naming the field, and changes nothing', async () => {
    const described = writing.filter(({ body }) => body)
    const tokens = await Promise.all(described.map(tokenOf))
    // The first call of a session counts as activity.
    const send = (at: number, body: object | string, type = 'application/json') =>
      sendAs(tokens[at], {
        method: 'POST',
        path: samplePath(described[at] as Operation),
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': type },
      })
    await Promise.all(described.map((_, at) => send(at, { nada: 1 })))
    const before = await allRows(deps.db)
    const failures: string[] = []
    for (const [at, operation] of described.entries()) {
      const body = sampleBody(operation) ?? {}
      const names = Object.keys(privileged).filter((name) => !(name in (operation.body?.properties ?? {})))
      const expectRefused = async (name: string, sent: object | string, type?: string) => {
        const { http, envelope } = await send(at, sent, type)
        if (http !== 400 || envelope?.message !== textOf(name))
          failures.push(`${operation.name} ${name}: ${http} ${envelope?.message}`)
      }
      const expectPollutionRefused = async (field: string) => {
        const comma = Object.keys(body).length > 0 ? ',' : ''
        const { http, envelope } = await send(at, JSON.stringify(body).replace(/\}$/, `${comma}${field}}`))
        if (http !== 400 || envelope?.status !== 400) failures.push(`${operation.name} ${field}: ${http}`)
      }
      await Promise.all([
        ...names.flatMap((name, index) => {
          const sent = { ...body, [name]: privileged[name] }
          // In `npm test` each field comes in one of both forms, in the next call in the other one.
          const forms = [
            () => expectRefused(name, sent),
            () => expectRefused(name, toFormBody(sent), 'application/x-www-form-urlencoded'),
          ]
          return forms.filter((_, form) => isWhole || form === (index + at) % 2).map((send) => send())
        }),
        ...polluting.map(expectPollutionRefused),
      ])
    }
    expect(difference(before, await allRows(deps.db))).toEqual([])
    expect(failures).toEqual([])
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('level')
  })

  it('with an unknown field inside a list is refused too', async () => {
    const nested = writing.filter(({ body }) =>
      Object.values(body?.properties ?? {}).some(({ items }) => items?.type === 'object'),
    )
    expect(nested.length).toBeGreaterThan(2)
    for (const operation of nested) {
      const body = sampleBody(operation) as Record<string, unknown>
      const list = Object.entries(operation.body?.properties ?? {}).find(([, { items }]) => items)?.[0] ?? ''
      const [item] = body[list] as object[]
      const token = await tokenOf(operation)
      const response = await sendAs(token, {
        method: 'POST',
        path: samplePath(operation),
        body: { ...body, [list]: [{ ...item, payout: 1_000_000 }] },
      })
      expect([operation.name, response.http, response.envelope?.message]).toEqual([
        operation.name,
        400,
        textOf('payout'),
      ])
    }
  })

  it('that the call does not expect, or such a query, gives its sender no privilege', async () => {
    const privileges = async () =>
      deps.db.read(
        `select u.level, u.kyc, u.test_flag, u.lx, u.lock, w.cash, w.bonus, u.email
           from users u join wallets w on w.user_id = u.id where u.id = any($1) order by u.id`,
        [[player.userId, victim.userId]],
      )
    const before = await privileges()
    const query = toFormBody(privileged)
    for (const operation of operations.filter(({ isSandbox, body }) => !isSandbox && !body)) {
      const path = samplePath(operation)
      const response = await sendAs(await tokenOf(operation), {
        method: operation.method,
        path: `${path}${path.includes('?') ? '&' : '?'}${query}`,
        ...(operation.method === 'POST' ? { body: privileged } : {}),
      })
      expect([operation.name, response.text.includes(victim.userId)]).toEqual([operation.name, false])
      expect([operation.name, response.text.includes(victim.username)]).toEqual([operation.name, false])
    }
    expect(await privileges()).toEqual(before)
  })
})
