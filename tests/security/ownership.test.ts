import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Envelope } from '#contract/errors.ts'
import { writeExports } from '#server/domain/accounts/exports/writeExports.ts'
import { settleSandboxPayment } from '#server/providers/payment/sandbox/settle.ts'
import { exportText } from '../server/helpers/exports.ts'
import { readApi, type Operation } from './helpers/apiDescription.ts'
import type { Answer } from './helpers/http.ts'
import { allRows, difference } from './helpers/rows.ts'
import { fieldsOf, sampleBody, samplePath, withValue, type Field } from './helpers/samples.ts'
import { startTarget } from './helpers/target.ts'

const target = await startTarget()
const { deps, as } = target
const { db } = deps
const { operations } = await readApi(target.client)

const owner = await target.player({ balance: 1000 })
const attacker = await target.player({ balance: 1000 })
const chatKey = `key-of-the-owner-${randomUUID()}`

async function own<Data>(path: string, body?: object, headers?: Record<string, string>): Promise<Data> {
  const method = body === undefined ? 'GET' : 'POST'
  const answer = await as(owner.token, { method, path, body, ...(headers ? { headers } : {}) })
  if (answer.http !== 200) throw new Error(`${path}: ${answer.http} ${answer.text}`)
  return (answer.envelope as Envelope<Data>).data
}

/** Creates one object of every kind that has an id; returns the ids by kind. */
async function fillAccount(): Promise<Record<string, string>> {
  const paid = await own<{ orderId: string; payNo: string }>('/api/app/order/prePay/brl-20', { gift: '1' })
  await settleSandboxPayment(target.app, deps, paid.orderId, 'pay')
  const pending = await own<{ orderId: string; payNo: string }>('/api/app/order/prePay/brl-50', {})
  const destination = { payCardBank: 'CPF', payCardNo: '529.982.247-25', name: 'Ana Souza' }
  const withdrawal = await own<{ orderId: string }>('/api/app/order/withdraw', { ...destination, amount: 60 })
  const round = (game: string, body: object) =>
    own<{ roundId: string }>(`/api/app/game/${game}`, { amount: 1, ...body })
  const mines = await round('mines/bet', { mineCount: 3 })
  const tower = await round('rowDouble/bet', { mode: 'easy' })
  const dice = await round('dice/bet', { direction: 'over', chance: 50 })
  await nextDouble()
  const double = await round('double/bet', { colour: 'red' })
  const legs = [match]
  const ticket = await own<{ ticketId: string }>('/api/app/sports/bet', { amount: 5, policy: 'any', legs })
  await own('/api/app/chat/messages', { text: 'onde está o meu saque?' }, { 'idempotency-key': chatKey })
  const { list } = await own<{ list: { id: string }[] }>('/api/app/messages')
  const second = await target.login(owner)
  const sessions = await own<{ sessionId: string }[]>('/api/app/user/sessions')
  const slotRound = await as(await target.gameToken(second.token), {
    method: 'POST',
    path: '/api/games/slots/spin',
    body: { gameCode: 'carnaval', amount: 1 },
  })
  const { roundId: unseen } = slotRound.envelope?.data as { roundId: string }
  // The same state as after a round with free spins that the player did not watch to the end.
  await db.query(
    `insert into slot_replays (user_id, game, round_id) values ($1, 'carnaval', $2)
     on conflict (user_id, game) do nothing`,
    [owner.userId, unseen],
  )
  await own('/api/app/game/favourite/mines', { favourite: true })
  await own('/api/app/limits', { kind: 'deposit', period: 'day', amount: 5000 })
  const file = await own<{ exportId: string }>('/api/app/exports/request', { kind: 'statement' })
  await writeExports(deps, () => false)
  return {
    'requested file': file.exportId,
    'paid order': paid.orderId,
    'its payment': paid.payNo,
    'pending order': pending.orderId,
    'its payment number': pending.payNo,
    withdrawal: withdrawal.orderId,
    'open round of mines': mines.roundId,
    'open tower': tower.roundId,
    'finished round': dice.roundId,
    'bet on double': double.roundId,
    'round of a slot': unseen,
    ticket: ticket.ticketId,
    message: list[0]?.id ?? '',
    'other session': sessions.find(({ sessionId }) => sessionId !== '')?.sessionId ?? '',
    'last session': sessions.at(-1)?.sessionId ?? '',
    'idempotency key': chatKey,
    player: owner.userId,
    email: owner.username,
  }
}

const match = await openMatch()
const ids = await fillAccount()
const publicIds = {
  match: match.matchId,
  package: 'brl-20',
  promotion: (await own<{ list: { id: string }[] }>('/api/app/promotions')).list[0]?.id ?? '',
}

/** A match that is open for bets, with one of its options. */
async function openMatch(): Promise<{ matchId: string; key: string; odds: number }> {
  type Matches = { matches: { matchId: string }[] }
  const { matches } = await own<Matches>('/api/app/sports/matches?sport=football&when=upcoming')
  const matchId = matches[0]?.matchId ?? ''
  type Markets = { markets: { options: { key: string; odds: number }[] }[] }
  const { markets } = await own<Markets>(`/api/app/sports/match/${matchId}`)
  const { key = '', odds = 0 } = markets[0]?.options[0] ?? {}
  return { matchId, key, odds }
}

/** Moves the clock to the start of a round of double, when it accepts bets; returns the round's id. */
async function nextDouble(): Promise<string> {
  const roundMs = 15_000
  await target.clock.moveTo(new Date((Math.floor(deps.clock.now().getTime() / roundMs) + 1) * roundMs))
  return (await own<{ roundId: string }>('/api/app/game/double/state')).roundId
}

/** Calls of a player or a game that take a text of the caller's choice, with each field that may be an id. */
const cases = operations
  .filter(({ isSandbox, auth }) => !isSandbox && (auth?.tokens.length ?? 0) > 0)
  .flatMap((operation) =>
    fieldsOf(operation)
      .filter(({ schema }) => schema.type === 'string' && !schema.enum && !schema.format)
      .map((field) => ({ operation, field, name: `${operation.name} ${field.way.join('.')}` })),
  )
/** The fields that can only be ids. */
const idCases = cases.filter(({ field }) => /^id$|Id$/.test(field.name))

async function send(token: string, operation: Operation, field: Field, value: string): Promise<Answer> {
  const given = field.in === 'body' ? {} : { [field.name]: value }
  const { key, odds } = match
  const body = sampleBody(operation, { matchId: match.matchId, key, odds, policy: 'any' })
  return as(token, {
    method: operation.method,
    path: samplePath(operation, given),
    body: field.in === 'body' && body ? withValue(body, field, value) : body,
  })
}

const tokenFor = async (operation: Operation, session: string) =>
  operation.auth?.tokens.includes('player') ? session : target.gameToken(session)

/** The parts of an answer that must not depend on whether an id exists. */
const outcomeOf = ({ http, envelope }: Answer) => [http, envelope?.status, envelope?.message]

/** Everything that only the owner may see; bets on double are shown to everybody, with masked names. */
const secrets = [
  ...Object.values(ids).filter((id) => id !== ids['bet on double']),
  '52998224725',
  '529.982.247-25',
  'onde está o meu saque',
]

/** Rows that mention the owner or the owner's objects, except rows that belong to the attacker. */
async function ownersRows(): Promise<string[]> {
  const attackers = `"user_id": "${attacker.userId}"`
  return (await allRows(db)).filter(
    (row) => !row.includes(attackers) && Object.values(ids).some((id) => row.includes(id)),
  )
}

describe("another player's ids", () => {
  it('are found in the calls by their description', () => {
    const found = new Set(idCases.map(({ field }) => field.name))
    for (const name of ['orderId', 'roundId', 'ticketId', 'sessionId', 'id']) expect(found).toContain(name)
    for (const [kind, id] of Object.entries(ids)) expect([kind, id.length > 4]).toEqual([kind, true])
  })

  it('are in no list, export or total of another player', async () => {
    const stranger = await target.player({ balance: 1000 })
    const reading = operations.filter(
      ({ method, auth, isSandbox }) => method === 'GET' && !isSandbox && auth?.tokens.length,
    )
    const wrong: string[] = []
    for (const operation of reading) {
      const token = await tokenFor(operation, stranger.token)
      for (const tab of ['deposits', 'withdrawals', 'bets', 'rounds', 'bonuses']) {
        const path = samplePath(operation, { tab })
        const { text } = await as(token, { method: 'GET', path })
        const leaked = secrets.filter((secret) => text.includes(secret))
        if (leaked.length > 0) wrong.push(`${path} reveals ${leaked.join(', ')}`)
        if (!path.includes('tab=')) break
      }
    }
    for (const kind of ['personalData', 'statement'] as const) {
      const text = await exportText(target, stranger.token, kind)
      const leaked = secrets.filter((secret) => text.includes(secret))
      if (leaked.length > 0) wrong.push(`the file ${kind} reveals ${leaked.join(', ')}`)
    }
    expect(wrong).toEqual([])
  })

  it('are answered as unknown ones are; nothing of the owner is told or changed', async () => {
    const before = await ownersRows()
    expect(before.length).toBeGreaterThan(20)
    const session = await target.newToken(attacker)
    const wrong: string[] = []
    let sent = 0
    for (const { operation, field, name } of idCases) {
      const token = await tokenFor(operation, session)
      const unknown = outcomeOf(await send(token, operation, field, randomUUID())).join(' ')
      for (const [kind, id] of Object.entries(ids)) {
        const answer = await send(token, operation, field, id)
        sent++
        const leaked = secrets.filter((secret) => secret !== id && answer.text.includes(secret))
        if (leaked.length > 0) wrong.push(`${name} with ${kind} reveals ${leaked.join(', ')}`)
        const isShort = id.length <= (field.schema.maxLength ?? Infinity)
        if (isShort && outcomeOf(answer).join(' ') !== unknown)
          wrong.push(`${name} with ${kind}: ${outcomeOf(answer).join(' ')}, unknown: ${unknown}`)
      }
    }
    // The ids are also sent in fields that are not ids: a cursor, a name, a seed.
    for (const { operation, field, name } of cases.filter((each) => !idCases.includes(each))) {
      const token = await tokenFor(operation, session)
      for (const kind of ['pending order', 'ticket', 'player', 'email']) {
        const answer = await send(token, operation, field, ids[kind] ?? '')
        sent++
        const known = Object.values(ids)
        const leaked = secrets.filter((secret) => !known.includes(secret) && answer.text.includes(secret))
        if (leaked.length > 0) wrong.push(`${name} with ${kind} reveals ${leaked.join(', ')}`)
      }
    }
    expect(wrong).toEqual([])
    expect(sent).toBeGreaterThan(300)
    expect(difference(before, await ownersRows())).toEqual([])
  })

  it("an idempotency key of another player's call does not return its answer", async () => {
    const answer = await as(attacker.token, {
      method: 'POST',
      path: '/api/app/chat/messages',
      body: { text: 'outra mensagem' },
      headers: { 'idempotency-key': chatKey },
    })
    expect([answer.http, answer.text.includes('outra mensagem')]).toEqual([200, true])
    expect(answer.text).not.toContain('saque')
  })

  // This test is the last one, because its calls change the objects.
  it('are known to their owner, so the refusals above are no accident', async () => {
    const accidental: string[] = []
    for (const { operation, field, name } of idCases) {
      const double = await nextDouble()
      const token = await tokenFor(operation, await target.newToken(owner))
      // The session's first call records its activity, which is no effect of an id.
      await send(token, operation, field, randomUUID())
      const answers = new Set<string>()
      for (const id of [randomUUID(), ...Object.values(ids), ...Object.values(publicIds), double]) {
        const before = await ownersRows()
        const answer = await send(token, operation, field, id)
        const hasEffect = difference(before, await ownersRows()).some((row) => row.startsWith('- '))
        answers.add(JSON.stringify([...outcomeOf(answer), hasEffect]))
        if (answers.size > 1) break
      }
      if (answers.size === 1) accidental.push(`${name}: always ${[...answers].join()}`)
    }
    expect(accidental).toEqual([])
  })
})
