import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { EnvelopeStatus } from '#contract/statusCodes.ts'
import { hashToken } from '#server/domain/accounts/sessions.ts'
import { readApi, routesOf } from './helpers/apiDescription.ts'
import { allRows, difference } from './helpers/rows.ts'
import { sampleBody, samplePath } from './helpers/samples.ts'
import { startTarget } from './helpers/target.ts'

const target = await startTarget()
const { deps, as, newToken, chatToken, gameToken } = target
const { db } = deps
const api = await readApi(target.client)
const operations = api.operations.filter(({ isSandbox }) => !isSandbox)

const owner = await target.player({ balance: 100 })
const other = await target.player({ balance: 100 })

/** Invalid tokens of every kind. */
async function deadTokens(): Promise<Record<string, string | undefined>> {
  const loggedOut = await newToken(owner)
  const [chatOfLoggedOut, gameOfLoggedOut] = [await chatToken(loggedOut), await gameToken(loggedOut)]
  await as(loggedOut, { method: 'POST', path: '/api/app/user/logout', body: {} })
  const expired = await newToken(owner)
  const [expiredChat, expiredGame] = [await chatToken(expired), await gameToken(expired)]
  await db.query('update sessions set expires_at = $1 where token_hash = $2', [
    new Date(deps.clock.now().getTime() - 1),
    hashToken(expired),
  ])
  const erased = await target.player()
  const pwd = { pwd: 'Segura-123' }
  await as(erased.token, { method: 'POST', path: '/api/app/user/personalData/erase', body: pwd })
  const ticket = async (path: string) => {
    const { envelope } = await as(owner.token, { method: 'POST', path, body: {} })
    return (envelope?.data as { ticket: string }).ticket
  }
  return {
    none: undefined,
    empty: ' ',
    unknown: randomBytes(32).toString('base64url'),
    'unknown bearer': `Bearer ${randomBytes(32).toString('base64url')}`,
    basic: `Basic ${Buffer.from(`${owner.username}:Segura-123`).toString('base64')}`,
    'with a letter more': `${owner.token}x`,
    'in other letters': owner.token.toUpperCase(),
    'user id': owner.userId,
    'logged out': loggedOut,
    'chat of the logged out': chatOfLoggedOut,
    'game of the logged out': gameOfLoggedOut,
    expired,
    'chat of the expired': expiredChat,
    'game of the expired': expiredGame,
    'erased account': erased.token,
    'ticket of the chat': await ticket('/api/app/chat/ticket'),
    'ticket of a game': await ticket('/api/app/game/session/carnaval'),
  }
}

describe("the API's description", () => {
  it('says of every call who may call it, by tokens that it defines', () => {
    expect(operations.length).toBeGreaterThan(80)
    expect(api.operations.filter(({ auth }) => auth === undefined).map(({ name }) => name)).toEqual([])
    const named = new Set(operations.flatMap(({ auth }) => auth?.tokens ?? []))
    expect([...named].sort()).toEqual([...api.tokens].sort())
  })

  it('has every route; the others are pages, files and calls that need a signature', async () => {
    const described = new Set(api.operations.map(({ name }) => name))
    const hidden = routesOf(target.app).filter(
      (route) => !described.has(route) && !described.has(route.replace(/^HEAD /, 'GET ')),
    )
    expect(routesOf(target.app).filter((route) => described.has(route))).toHaveLength(described.size)
    const writing = hidden.filter((route) => !/^(GET|HEAD|OPTIONS) /.test(route))
    const refused = writing.map(async (route) => {
      const [method = '', path = ''] = route.split(' ')
      const answer = await as(owner.token, { method, path: path.replace(/\{\w+\}/g, 'nada'), body: {} })
      return [route, [400, 403, 404].includes(answer.http)]
    })
    expect(writing.length).toBeGreaterThan(0)
    expect(await Promise.all(refused)).toEqual(writing.map((route) => [route, true]))
    const reading = hidden.filter((route) => route.startsWith('GET '))
    expect(
      reading.filter((route) => !/^GET \/(api\/docs|sandbox|provider\/sandbox)(\/|\*|$)/.test(route)),
    ).toEqual([])
  })
})

describe('a call', () => {
  const send = (token: string | undefined, operation: (typeof operations)[number]) =>
    as(token, { method: operation.method, path: samplePath(operation), body: sampleBody(operation) })

  it('refuses each token that the description does not name for it, and changes nothing', async () => {
    const dead = await deadTokens()
    const session = await newToken(other)
    const live = { player: session, chat: await chatToken(session), game: await gameToken(session) }
    // Records the sessions' activity beforehand, so that later calls do not change it.
    await Promise.all(
      Object.values(live).map((token) => as(token, { method: 'GET', path: '/api/app/game/seeds' })),
    )
    const before = await allRows(db)
    const wrong: string[] = []
    let sent = 0
    for (const operation of operations.filter(({ auth }) => auth?.open === false)) {
      const foreign = Object.entries(live).filter(([name]) => !operation.auth?.tokens.includes(name))
      const tokens = [...Object.entries(dead), ...foreign]
      const answers = await Promise.all(tokens.map(([, token]) => send(token, operation)))
      for (const [at, { http, envelope }] of answers.entries()) {
        sent++
        const isRefused =
          http === 401 && envelope?.status === EnvelopeStatus.loggedOut && envelope.data === null
        if (!isRefused)
          wrong.push(`${operation.name} with ${tokens[at]?.[0]}: ${http} ${JSON.stringify(envelope)}`)
      }
    }
    expect(wrong).toEqual([])
    expect(sent).toBeGreaterThan(1_000)
    expect(difference(before, await allRows(db))).toEqual([])
  })

  it('that is open treats a token that it does not know like none', async () => {
    const dead = Object.entries(await deadTokens())
    const wrong: string[] = []
    for (const operation of operations.filter(({ auth, method }) => auth?.open && method === 'GET')) {
      const stranger = await send(undefined, operation)
      expect([operation.name, stranger.http < 500 && stranger.http !== 401]).toEqual([operation.name, true])
      const answers = await Promise.all(dead.map(([, token]) => send(token, operation)))
      for (const [at, answer] of answers.entries()) {
        const [name, token] = dead[at] ?? []
        if (answer.http !== stranger.http) wrong.push(`${operation.name} with ${name}: ${answer.http}`)
        if (token !== undefined && answer.text.includes(owner.username)) wrong.push(`${operation.name} leaks`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('accepts each token that the description names for it', async () => {
    const wrong: string[] = []
    for (const operation of operations) {
      for (const name of operation.auth?.tokens ?? []) {
        const session = await newToken(await target.player({ balance: 100 }))
        const token =
          name === 'chat' ? await chatToken(session) : name === 'game' ? await gameToken(session) : session
        const { http, text } = await send(token, operation)
        if (http === 401 || (http >= 500 && !text.includes('9999')))
          wrong.push(`${operation.name} with ${name}: ${http} ${text}`)
      }
    }
    expect(wrong).toEqual([])
  })
})
