import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { cents } from '#contract/money.ts'
import { issueVoucher } from '#server/domain/payments/vouchers.ts'
import { randomCpf } from '#server/sandbox/cpf.ts'
import { playedRound } from './playedRound.ts'
import type { TestApp } from './testApp.ts'

interface Schema {
  type?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  anyOf?: Schema[]
}
interface Operation {
  parameters?: { name?: string; in?: string; schema?: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
export interface Answer {
  call: string
  http: number
  data: unknown
}

const dayMs = 86_400_000

/** Of players: they end the session, or the account. They are made last, by another player. */
const endings = [
  'POST /api/app/user/logout',
  'POST /api/app/user/sessions/end',
  'POST /api/app/limits/timeOut',
  'POST /api/app/limits/selfExclude',
  'POST /api/app/user/personalData/erase',
  'POST /api/app/main/setPwd',
]
/** A player to whom everything was given before the profile forbade it. */
async function spoiltPlayer({ deps, ...app }: TestApp) {
  const user = await app.createUser({ kyc: 1, balance: 800, level: 12, lx: '20' })
  for (const kind of ['loss', 'time'])
    await app.post('/api/app/limits', { kind, period: 'month', amount: 100_000 }, user)
  const soon = new Date(deps.clock.now().getTime() + dayMs)
  await deps.db.write(
    'update users set gift = true, pay_discount = 0.1, pay_discount_expires_at = $2 where id = $1',
    [user.uId, soon],
  )
  await deps.db.write(
    `insert into multiplier_offers (id, user_id, multiplier, amount, bonus, created_at, expires_at)
     values ($1, $2, 3, 5000, 15000, $3, $4)`,
    [randomUUID(), user.uId, deps.clock.now(), soon],
  )
  await deps.db.write('update wallets set deposit_sum = 100000 where user_id = $1', [user.uId])
  const { data } = await app.get<{ userInfo: { yqm: string } }>('/api/app/user/userInfo', user)
  const inviteCode = data.userInfo.yqm
  const friend = await app.createUser({ kyc: 1, balance: 1_000, inviteCode })
  await deps.db.write('update wallets set deposit_sum = 10000 where user_id = $1', [friend.uId])
  await playedRound(deps, { userId: friend.uId, stake: 100_00 })
  await playedRound(deps, { userId: user.uId, stake: 300_00 })
  const issuing = { ...deps, config: { ...deps.config, jurisdiction: 'spec' } }
  const { code } = await issueVoucher(issuing, { amount: cents(10_00), lifetimeMs: dayMs })
  return { ...user, inviteCode, code }
}

/** One value for a field by its name; what is not here is a text or a number that means nothing. */
function valueOf(name: string, schema: Schema, known: Record<string, unknown>): unknown {
  if (name in known) return known[name]
  if (schema.enum) return schema.enum[0]
  const { type = schema.anyOf?.[0]?.type } = schema
  if (type === 'integer' || type === 'number') return 1
  if (type === 'boolean') return true
  if (type === 'array') return []
  if (type === 'object') return {}
  return 'x'
}

/** The inputs of a call: with each value of each field that has a choice, the others as they are. */
function variants(fields: Record<string, Schema>, known: Record<string, unknown>): Record<string, unknown>[] {
  const usual = Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, valueOf(name, schema, known)]),
  )
  const choices = Object.entries(fields).flatMap(([name, { enum: values = [] }]) =>
    values.map((value) => ({ ...usual, [name]: value })),
  )
  return choices.length > 0 ? choices : [usual]
}

/** What is asked for decides what is shown; sports, pages and days do not. */
const queryOf = (fields: Record<string, Schema>) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name === 'curreny' || name === 'tab'))

/** Makes every call of players, with every choice; returns what was answered. */
export async function walkPlayer(t: TestApp): Promise<Answer[]> {
  const user = await spoiltPlayer(t)
  const leaving = await t.createUser({ kyc: 1 })
  const { paths } = t.app.swagger() as unknown as { paths: Record<string, Record<string, Operation>> }
  const packages = await t.deps.db.read<{ id: string }>('select id from deposit_packages')
  const known: Record<string, unknown> = {
    code: user.code,
    amount: '60',
    gift: 1,
    isapp: 0,
    isDefault: true,
    payCardNo: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    name: 'Rita Lima',
    cardNo: randomCpf(),
    pwd: user.password,
    people: 1,
    index: 1,
    gameCode: 'dice',
    wallet: 'balance',
    mineCount: 3,
    chance: 50,
    target: 2,
    birthDate: '1990-12-31',
  }
  const calls = Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method]) => method === 'get' || method === 'post')
        .map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, path, method, operation })),
    )
  expect(calls.length).toBeGreaterThan(110)
  const answers: Answer[] = []
  const ordered = calls.toSorted((a, b) => endings.indexOf(a.call) - endings.indexOf(b.call))
  for (const { call, path, method, operation } of ordered) {
    const token = endings.includes(call) ? leaving.token : user.token
    const parameters = (operation.parameters ?? []).filter(
      ({ in: place }) => place === 'path' || place === 'query',
    )
    const of = (place: string) =>
      Object.fromEntries(
        parameters.flatMap(({ name = '', in: at, schema = {} }) => (at === place ? [[name, schema]] : [])),
      )
    const [body] = Object.values(operation.requestBody?.content ?? {})
    /** Each package, invitation and promotion by its own name. */
    const names: Record<string, unknown>[] = path.includes('{pkgId}')
      ? packages.map(({ id }) => ({ pkgId: id }))
      : path.includes('promotions')
        ? ['1', '2', '3'].map((id) => ({ id }))
        : path.includes('invitation')
          ? [{ code: user.inviteCode }]
          : [{}]
    for (const own of names)
      for (const query of variants(queryOf(of('query')), {}))
        for (const fields of variants(body?.schema.properties ?? {}, { ...known, ...own })) {
          const inPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
            encodeURIComponent(String({ ...known, ...own }[name] ?? randomUUID())),
          )
          const search = new URLSearchParams(
            Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
          )
          const url = `${inPath}?${search}`
          const { http, data } =
            method === 'get'
              ? await t.get(url, { token })
              : await t.post(url, { ...fields, ...own }, { token, form: path.includes('prePay') })
          answers.push({ call, http, data })
        }
  }
  return answers
}

