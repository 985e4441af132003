import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EnvelopeStatus } from '#contract/errors.ts'
import { readApi, type Operation } from './helpers/apiDescription.ts'
import type { HttpResponse } from './helpers/http.ts'
import { fieldsOf, sampleBody, samplePath, withValue, type Field } from './helpers/samples.ts'
import { startTarget } from './helpers/target.ts'
import { isWhole, sized } from '../scope.ts'

const target = await startTarget()
const { deps, sendAs, client } = target
const operations = (await readApi(client)).operations.filter(({ isSandbox }) => !isSandbox)
const sandbox = (await readApi(client)).operations.filter(({ isSandbox }) => isSandbox)
const player = await target.player({ balance: 1000 })
const session = await target.newToken(player)
const game = await target.gameToken(session)

/** Statuses of the envelope, and the HTTP status where the envelope repeats it. */
const known = new Set<number>([...Object.values(EnvelopeStatus), 413, 503])
/** "No money" and "closed" are HTTP 500 on the wire, but neither is a server fault. */
const expected500 = new Set<number>([EnvelopeStatus.insufficientFunds, EnvelopeStatus.serviceClosed])

/** Why a response is wrong; undefined when it is a success or a refusal in the envelope. */
function fault({ http, envelope, headers, text }: HttpResponse): string | undefined {
  if (http === 200 && !envelope && String(headers['content-type']).startsWith('image/')) return undefined
  if (!envelope) return `${http} without an envelope: ${text.slice(0, 200)}`
  if (!known.has(envelope.status)) return `${http} with the unknown status ${envelope.status}`
  if (http >= 500 && !expected500.has(envelope.status)) return `${http} ${envelope.message}`
  return undefined
}

const tokenOf = ({ auth, path }: Operation) => {
  // These calls end the session, so each gets a new one.
  if (/\/(logout|sessions\/end)$/.test(path)) return target.newToken(player)
  return auth?.tokens.includes('game') ? game : session
}

/** JSON texts, because some of them cannot be written as values: NaN, 1e400, a duplicate key. */
const hostileJson = [
  'null',
  'true',
  '[]',
  '{}',
  '[[[[1]]]]',
  '["a","b"]',
  '-0',
  '0',
  '-1',
  '0.1',
  '1e308',
  '-1e308',
  '1e400',
  '5e-324',
  '0.30000000000000004',
  String(2 ** 31),
  String(2 ** 53),
  '9007199254740993',
  '"9007199254740993"',
  '"1e5"',
  '"NaN"',
  '"Infinity"',
  '"-1"',
  '""',
  '" "',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"\\u202e\\u2066"',
  `"${'a'.repeat(5_000)}"`,
  `"${'\\ud83d\\ude00'.repeat(100)}"`,
  '"\'; drop table users; --"',
  '"../../etc/passwd"',
  '"${7*7}{{7*7}}"',
  '{"$gt": ""}',
  '{"__proto__": 1}',
  '{"constructor": {"prototype": 1}}',
  '{"toString": 1, "length": -1}',
]

/** Values of a path or a query, already escaped. */
const hostileText = [
  '',
  '%00',
  'a%00b',
  '%20',
  '%',
  '%E0%A4%A',
  '%ud800',
  '%ED%A0%80',
  '..',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e',
  '-1',
  '0',
  '1e308',
  'NaN',
  'Infinity',
  String(2 ** 31),
  '9007199254740993',
  '__proto__',
  'constructor',
  'toString',
  'undefined',
  'null',
  "'%3B--",
  'a'.repeat(64),
  'a'.repeat(65),
  'a'.repeat(3_000),
  '%F0%9F%98%80',
  '2027-13-45T99:99:99Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
]

/** Of the values for one field after the other: `npm test` takes every eighth, beginning with another one each time. */
let turn = 0
function inTurn<Value>(values: readonly Value[]): readonly Value[] {
  const from = turn++
  return isWhole ? values : values.filter((_, index) => (index + from) % 8 === 0)
}

const placeholder = '\u0001here\u0001'

/** The path with this text as the value of a parameter, not escaped again. */
function pathWith(operation: Operation, field: Field, text: string): string {
  const path = samplePath(operation, { [field.name]: placeholder })
  if (path.includes(encodeURIComponent(placeholder)))
    return path.replace(encodeURIComponent(placeholder), () => text)
  return `${path}${path.includes('?') ? '&' : '?'}${field.name}=${text}`
}

async function sendJson(
  operation: Operation,
  text: string,
  type = 'application/json',
): Promise<HttpResponse> {
  const headers = { 'content-type': type }
  return sendAs(await tokenOf(operation), {
    method: operation.method,
    path: samplePath(operation),
    body: text,
    headers,
  })
}

/** Number of calls refused by a rate limit, which therefore tested nothing. */
let limited = 0
let callCount = 0

async function faultsOf(sent: [name: string, response: Promise<HttpResponse>][]): Promise<string[]> {
  const faults = sent.map(async ([name, response]) => {
    callCount++
    if ((await response).http === 429) limited++
    const found = fault(await response)
    return found === undefined ? [] : [`${name.slice(0, 200)}: ${found}`]
  })
  return (await Promise.all(faults)).flat()
}

describe('hostile input', () => {
  it('in any body field is accepted or refused, and never causes a server error', async () => {
    const faults: string[] = []
    let sent = 0
    for (const operation of operations) {
      const fields = fieldsOf(operation).filter((field) => field.in === 'body')
      for (const field of fields) {
        const texts = inTurn(hostileJson).map((value): [string, Promise<HttpResponse>] => {
          const body = JSON.stringify(withValue(sampleBody(operation), field, placeholder))
          const text = body.replace(JSON.stringify(placeholder), () => value)
          return [`${operation.name} ${field.path.join('.')} ${value}`, sendJson(operation, text)]
        })
        sent += texts.length
        faults.push(...(await faultsOf(texts)))
      }
    }
    expect(faults).toEqual([])
    expect(sent).toBeGreaterThan(sized(260, 2_000))
  })

  it('in any path or query parameter never causes a server error', async () => {
    const faults: string[] = []
    for (const operation of operations) {
      for (const field of fieldsOf(operation).filter((each) => each.in !== 'body')) {
        const token = await tokenOf(operation)
        const body = sampleBody(operation)
        const texts = inTurn(hostileText).map((text): [string, Promise<HttpResponse>] => {
          const path = pathWith(operation, field, text)
          return [
            `${operation.name} ${field.name} ${text}`,
            sendAs(token, { method: operation.method, path, body }),
          ]
        })
        faults.push(...(await faultsOf(texts)))
      }
    }
    expect(faults).toEqual([])
  })

  it('as random bodies never causes a server error', async () => {
    const writing = operations.filter(({ method }) => method === 'POST')
    const drawn = fc.sample(
      fc.tuple(
        fc.nat(writing.length - 1),
        fc.oneof(
          fc.json({ maxDepth: 4 }),
          fc.string({ maxLength: 300, unit: 'binary' }),
          fc
            .dictionary(fc.constantFrom('amount', 'roundId', 'name', 'legs', 'tiles'), fc.jsonValue())
            .map((value) => JSON.stringify(value)),
        ),
        fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'text/plain', 'a/b'),
      ),
      sized(80, 400),
    )
    const faults: string[] = []
    for (let from = 0; from < drawn.length; from += 20) {
      const texts = drawn.slice(from, from + 20).map(([at, text, type]): [string, Promise<HttpResponse>] => {
        const operation = writing[at] as Operation
        return [`${operation.name} ${type} ${text}`, sendJson(operation, text, type)]
      })
      faults.push(...(await faultsOf(texts)))
    }
    expect(faults).toEqual([])
  })

  it('as malformed bodies never causes a server error, on every call that takes a body', async () => {
    const deep = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)
    const bodies: [string, string, string][] = [
      ['10,000 lists deep', deep(10_000, '[', ']'), 'application/json'],
      ['10,000 objects deep', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 'application/json'],
      ['70 KB', JSON.stringify({ text: 'a'.repeat(70_000) }), 'application/json'],
      ['70 KB as a form', `text=${'a'.repeat(70_000)}`, 'application/x-www-form-urlencoded'],
      [
        '10,000 fields',
        `{${Array.from({ length: 5_000 }, (_, i) => `"f${i}":1`).join()}}`,
        'application/json',
      ],
      ['a form of 10,000 fields', 'a=1&'.repeat(10_000), 'application/x-www-form-urlencoded'],
      ['a duplicate key', '{"amount":1,"amount":1000000}', 'application/json'],
      ['truncated JSON', '{"amount":', 'application/json'],
      ['not JSON', 'amount', 'application/json'],
      ['NaN', '{"amount":NaN}', 'application/json'],
      ['a byte order mark', '\ufeff{}', 'application/json'],
      ['NUL bytes', '\0\0\0', 'application/json'],
      ['a malformed form', '%=%&%E0%A4%A=%00&=&&', 'application/x-www-form-urlencoded'],
      [
        'a form with a list',
        'amount[]=1&amount[0]=2&__proto__[level]=12',
        'application/x-www-form-urlencoded',
      ],
      ['XML', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', 'application/xml'],
      ['multipart', '--x\r\n\r\n--x--', 'multipart/form-data; boundary=x'],
      ['a strange charset', '{}', 'application/json; charset=utf-7'],
      ['a malformed content type', '{}', 'application/json;;;=;"'],
    ]
    const faults: string[] = []
    for (const operation of [...operations, ...sandbox].filter(({ method }) => method !== 'GET')) {
      // By design, these calls reset the server or make every call fail.
      if (/\/sandbox\/api\/(reset|faults)$/.test(operation.path)) continue
      const texts = inTurn(bodies).map(([name, text, type]): [string, Promise<HttpResponse>] => [
        `${operation.name} ${name}`,
        sendJson(operation, text, type),
      ])
      faults.push(...(await faultsOf(texts)))
    }
    expect(faults).toEqual([])
  })

  it('in request headers never causes a server error', async () => {
    const values = [
      '',
      ' ',
      'a'.repeat(8_000),
      '\u00ff\u00fe',
      "'; drop table users",
      '%00',
      '-1',
      '{}',
      'pt_BR,en;q=',
    ]
    const names = [
      ...['authorization', 'idempotency-key', 'lang', 'curreny', 'zone', 'deviceid', 'devices', 'host'],
      ...['accept', 'accept-encoding', 'origin', 'content-type', 'range', 'if-none-match', 'x-forwarded-for'],
      ...['x-forwarded-host', 'x-http-method-override', 'cookie', 'access-control-request-method'],
    ]
    const calls = [
      { method: 'GET', path: '/api/app/user/userInfo' },
      { method: 'GET', path: '/api/auth/user/captcha/7' },
      { method: 'POST', path: '/api/app/game/dice/bet', body: '{"amount":1,"direction":"over","chance":50}' },
      { method: 'POST', path: '/api/app/game/session/carnaval', body: '{}' },
      { method: 'POST', path: '/api/app/chat/ticket', body: '{}' },
    ]
    const texts = calls.flatMap((call) =>
      names.flatMap((name) =>
        inTurn(values).map((value): [string, Promise<HttpResponse>] => [
          `${call.path} ${name}: ${value}`,
          sendAs(session, { ...call, headers: { 'content-type': 'application/json', [name]: value } }),
        ]),
      ),
    )
    expect(await faultsOf(texts)).toEqual([])
  })

  it('that is not valid HTTP, or has overlong headers, gets the envelope and a closed connection', async () => {
    const host = 'Host: 127.0.0.1\r\n'
    const requests: [bytes: string, http: number][] = [
      ['GET / HTTP/9.9\r\n\r\n', 400],
      ['nonsense\r\n\r\n', 400],
      [`GET /api/app/main/home HTTP/1.1\r\n${host}X-Long: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
      [`GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, 431],
      [`POST /api/app/main/setPwd HTTP/1.1\r\n${host}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}`, 400],
      [
        `POST /api/app/main/setPwd HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
        400,
      ],
      [`GET /api/app/main/home HTTP/1.1\r\n${host}Bad Header: 1\r\n\r\n`, 400],
    ]
    for (const [bytes, http] of requests) {
      const text = await client.sendRaw(bytes)
      const [head = '', body = ''] = text.split('\r\n\r\n')
      expect([bytes.slice(0, 60), head.split(' ')[1]]).toEqual([bytes.slice(0, 60), String(http)])
      expect(JSON.parse(body)).toEqual({ status: 400, message: expect.any(String) as string, data: null })
      expect(head).toMatch(/x-content-type-options: nosniff/i)
    }
  })

  it('is rarely stopped by a rate limit, which would hide its effects', () => {
    expect(limited).toBeLessThan(callCount / 50)
  })

  it('leaves the server working and the wallet equal to its postings', async () => {
    expect((await client.send({ method: 'GET', path: '/api/app/main/home' })).http).toBe(200)
    const wallet = await deps.ledger.wallet(deps.db, player.userId)
    for (const amount of [wallet.cash, wallet.bonus, wallet.withdrawable])
      expect([Number.isSafeInteger(amount), amount >= 0]).toEqual([true, true])
    const [postings] = await deps.db.read<{ cash: number }>(
      `select sum(amount)::bigint as cash from entries where user_id = $1 and account = 'cash'`,
      [player.userId],
    )
    expect(postings?.cash).toBe(wallet.cash)
  })
})
