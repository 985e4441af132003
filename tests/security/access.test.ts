import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { EnvelopeStatus } from '#contract/errors.ts'
import { hashToken } from '#server/domain/accounts/sessions.ts'
import { readApi, routesOf } from './helpers/apiDescription.ts'
import { allRows, difference } from './helpers/rows.ts'
import { sampleBody, samplePath } from './helpers/samples.ts'
import { startTarget } from './helpers/target.ts'
import { isWhole, sized } from '../scope.ts'

const target = await startTarget()
const { deps, sendAs, newToken, chatToken, gameToken } = target
const { db } = deps
const api = await readApi(target.client)
const operations = api.operations.filter(({ isSandbox }) => !isSandbox)

const owner = await target.player({ balance: 100 })
const other = await target.player({ balance: 100 })

/** Invalid tokens of every kind. */
async function invalidTokens(): Promise<Record<string, string | undefined>> {
  const loggedOut = await newToken(owner)
  const [chatOfLoggedOut, gameOfLoggedOut] = [await chatToken(loggedOut), await gameToken(loggedOut)]
  await sendAs(loggedOut, { method: 'POST', path: '/api/app/user/logout', body: {} })
  const expired = await newToken(owner)
  const [expiredChat, expiredGame] = [await chatToken(expired), await gameToken(expired)]
  await db.write('update sessions set expires_at = $1 where token_hash = $2', [
    new Date(deps.clock.now().getTime() - 1),
    hashToken(expired),
  ])
  const erased = await target.player()
  const pwd = { pwd: 'Segura-123' }
  await sendAs(erased.token, { method: 'POST', path: '/api/app/user/personalData/erase', body: pwd })
  const ticket = async (path: string) => {
    const { envelope } = await sendAs(owner.token, { method: 'POST', path, body: {} })
    return (envelope?.data as { ticket: string }).ticket
  }
  return {
    none: undefined,
    empty: ' ',
    unknown: randomBytes(32).toString('base64url'),
    'unknown bearer': `Bearer ${randomBytes(32).toString('base64url')}`,
    basic: `Basic ${Buffer.from(`${owner.username}:Segura-123`).toString('base64')}`,
    'with an extra letter': `${owner.token}x`,
    'in upper case': owner.token.toUpperCase(),
    'user id': owner.userId,
    'logged out': loggedOut,
    'chat token of a logged-out session': chatOfLoggedOut,
    'game token of a logged-out session': gameOfLoggedOut,
    expired,
    'chat token of an expired session': expiredChat,
    'game token of an expired session': expiredGame,
    'erased account': erased.token,
    'ticket of the chat': await ticket('/api/app/chat/ticket'),
    'ticket of a game': await ticket('/api/app/game/session/carnaval'),
  }
}

describe("the API's description", () => {
  it('states for every call which of the defined tokens it accepts', () => {
    expect(operations.length).toBeGreaterThan(80)
    expect(api.operations.filter(({ auth }) => auth === undefined).map(({ name }) => name)).toEqual([])
    const named = new Set(operations.flatMap(({ auth }) => auth?.tokens ?? []))
    expect([...named].sort()).toEqual([...api.tokens].sort())
  })

  it('lists every route except pages, files, health checks and signed calls', async () => {
    const described = new Set(api.operations.map(({ name }) => name))
    const hidden = routesOf(target.app).filter(
      (route) => !described.has(route) && !described.has(route.replace(/^HEAD /, 'GET ')),
    )
    expect(routesOf(target.app).filter((route) => described.has(route))).toHaveLength(described.size)
    const writing = hidden.filter((route) => !/^(GET|HEAD|OPTIONS) /.test(route))
    const refused = writing.map(async (route) => {
      const [method = '', path = ''] = route.split(' ')
      const response = await sendAs(owner.token, { method, path: path.replace(/\{\w+\}/g, 'nada'), body: {} })
      return [route, [400, 403, 404, 410].includes(response.http)]
    })
    expect(writing.length).toBeGreaterThan(0)
    expect(await Promise.all(refused)).toEqual(writing.map((route) => [route, true]))
    const reading = hidden.filter((route) => route.startsWith('GET '))
    expect(
      reading.filter(
        (route) =>
          // The second addresses of a call and of a file.
          !['GET /api/app/game/inPlay', 'GET /api/app/exports/file/{ticket}'].includes(route) &&
          !/^GET \/(api\/docs|sandbox|provider\/sandbox|confirm|updates|livez|readyz)(\/|\*|$)/.test(route),
      ),
    ).toEqual([])
  })
})

/** In `npm test` every call gets these, and of the others some: the next call gets others. */
const alwaysSent = ['none', 'unknown', 'logged out', 'expired']

describe('a call', () => {
  const send = (token: string | undefined, operation: (typeof operations)[number]) =>
    sendAs(token, { method: operation.method, path: samplePath(operation), body: sampleBody(operation) })

  it('refuses each token that the description does not list for it, and changes nothing', async () => {
    const invalid = await invalidTokens()
    const session = await newToken(other)
    const live = { player: session, chat: await chatToken(session), game: await gameToken(session) }
    // Records the sessions' activity beforehand, so that later calls do not change it.
    await Promise.all(
      Object.values(live).map((token) => sendAs(token, { method: 'GET', path: '/api/app/game/seeds' })),
    )
    const before = await allRows(db)
    const failures: string[] = []
    let sent = 0
    const sentKinds = new Set<string>()
    const sampled = Object.keys(invalid).filter((name) => !alwaysSent.includes(name))
    const closed = operations.filter(({ auth }) => auth?.open === false)
    for (const [position, operation] of closed.entries()) {
      const otherTokens = Object.entries(live).filter(([name]) => !operation.auth?.tokens.includes(name))
      const kinds = Object.entries(invalid).filter(
        ([name]) => isWhole || alwaysSent.includes(name) || (sampled.indexOf(name) + position) % 5 === 0,
      )
      const tokens = [...kinds, ...otherTokens]
      for (const [name] of kinds) sentKinds.add(name)
      const responses = await Promise.all(tokens.map(([, token]) => send(token, operation)))
      for (const [at, { http, envelope }] of responses.entries()) {
        sent++
        const isRefused =
          http === 401 && envelope?.status === EnvelopeStatus.loggedOut && envelope.data === null
        if (!isRefused)
          failures.push(`${operation.name} with ${tokens[at]?.[0]}: ${http} ${JSON.stringify(envelope)}`)
      }
    }
    expect(failures).toEqual([])
    expect([...sentKinds].toSorted()).toEqual(Object.keys(invalid).toSorted())
    expect(sent).toBeGreaterThan(sized(500, 1_000))
    expect(difference(before, await allRows(db))).toEqual([])
  })

  it('that needs no token treats an invalid one like a missing one', async () => {
    const invalid = Object.entries(await invalidTokens())
    const failures: string[] = []
    for (const operation of operations.filter(({ auth, method }) => auth?.open && method === 'GET')) {
      const anonymous = await send(undefined, operation)
      expect([operation.name, anonymous.http < 500 && anonymous.http !== 401]).toEqual([operation.name, true])
      const responses = await Promise.all(invalid.map(([, token]) => send(token, operation)))
      for (const [at, response] of responses.entries()) {
        const [name, token] = invalid[at] ?? []
        if (response.http !== anonymous.http)
          failures.push(`${operation.name} with ${name}: ${response.http}`)
        if (token !== undefined && response.text.includes(owner.username))
          failures.push(`${operation.name} leaks`)
      }
    }
    expect(failures).toEqual([])
  })

  it('accepts each token that the description lists for it', async () => {
    const failures: string[] = []
    for (const operation of operations) {
      for (const name of operation.auth?.tokens ?? []) {
        const session = await newToken(await target.player({ balance: 100 }))
        const token =
          name === 'chat' ? await chatToken(session) : name === 'game' ? await gameToken(session) : session
        const { http, text } = await send(token, operation)
        if (http === 401 || (http >= 500 && !text.includes('9999')))
          failures.push(`${operation.name} with ${name}: ${http} ${text}`)
      }
    }
    expect(failures).toEqual([])
  })
})
