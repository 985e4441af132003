import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Envelope } from '#contract/errors.ts'
import { writeExports } from '#server/domain/accounts/exports/writeExports.ts'
import { createTerminal } from '#server/domain/terminals/terminals.ts'
import { settleSandboxPayment } from '#server/providers/payment/sandbox/settle.ts'
import { exportText } from '../server/helpers/exports.ts'
import { readApi, type Operation } from './helpers/apiDescription.ts'
import type { HttpResponse } from './helpers/http.ts'
import { allRows, difference } from './helpers/rows.ts'
import { fieldsOf, sampleBody, samplePath, withValue, type Field } from './helpers/samples.ts'
import { startTarget } from './helpers/target.ts'

const target = await startTarget()
const { deps, sendAs } = target
const { db } = deps
const { operations } = await readApi(target.client)

const owner = await target.player({ balance: 1000, level: 5 })
const attacker = await target.player({ balance: 1000 })
const chatKey = `key-of-the-owner-${randomUUID()}`

async function callAsOwner<Data>(
  path: string,
  body?: object,
  headers?: Record<string, string>,
): Promise<Data> {
  const method = body === undefined ? 'GET' : 'POST'
  const response = await sendAs(owner.token, { method, path, body, ...(headers ? { headers } : {}) })
  if (response.http !== 200) throw new Error(`${path}: ${response.http} ${response.text}`)
  return (response.envelope as Envelope<Data>).data
}

/** Creates one object of every kind that has an id; returns the ids by kind. */
async function fillAccount(): Promise<Record<string, string>> {
  const paid = await callAsOwner<{ orderId: string; payNo: string }>('/api/app/order/prePay/brl-20', {
    gift: '1',
  })
  await settleSandboxPayment(target.app, deps, paid.orderId, 'pay')
  const pending = await callAsOwner<{ orderId: string; payNo: string }>('/api/app/order/prePay/brl-50', {})
  const destination = { payCardBank: 'CPF', payCardNo: '529.982.247-25', name: 'Ana Souza' }
  const withdrawal = await callAsOwner<{ orderId: string }>('/api/app/order/withdraw', {
    ...destination,
    amount: 60,
  })
  const round = (game: string, body: object) =>
    callAsOwner<{ roundId: string }>(`/api/app/game/${game}`, { amount: 1, ...body })
  const mines = await round('mines/bet', { mineCount: 3 })
  const tower = await round('rowDouble/bet', { mode: 'easy' })
  const dice = await round('dice/bet', { direction: 'over', chance: 50 })
  await nextDouble()
  const double = await round('double/bet', { colour: 'red' })
  const legs = [match]
  const ticket = await callAsOwner<{ ticketId: string }>('/api/app/sports/bet', {
    amount: 5,
    policy: 'any',
    legs,
  })
  await callAsOwner(
    '/api/app/chat/messages',
    { text: 'onde está o meu saque?' },
    { 'idempotency-key': chatKey },
  )
  const { list } = await callAsOwner<{ list: { id: string }[] }>('/api/app/messages')
  const phone = await callAsOwner<{ linkId: string }>('/api/app/user/phoneLink', {})
  const second = await target.login(owner)
  const sessions = await callAsOwner<{ sessionId: string }[]>('/api/app/user/sessions')
  const slotRound = await sendAs(await target.gameToken(second.token), {
    method: 'POST',
    path: '/api/games/slots/spin',
    body: { gameCode: 'carnaval', amount: 1 },
  })
  const { roundId: unseen } = slotRound.envelope?.data as { roundId: string }
  // The same state as after a round with free spins that the player did not watch to the end.
  await db.write(
    `insert into slot_replays (user_id, game, round_id) values ($1, 'carnaval', $2)
     on conflict (user_id, game) do nothing`,
    [owner.userId, unseen],
  )
  await callAsOwner('/api/app/game/favourite/mines', { favourite: true })
  await callAsOwner('/api/app/limits', { kind: 'deposit', period: 'day', amount: 5000 })
  const file = await callAsOwner<{ exportId: string }>('/api/app/exports/request', { kind: 'statement' })
  await writeExports(deps, () => false)
  // Cash on paper, which only the session of a terminal takes out.
  const terminalId = await db.tx((tx) => createTerminal(deps, tx, 'Balcão'))
  await db.write('update sessions set terminal_id = $2 where user_id = $1', [owner.userId, terminalId])
  const voucher = await callAsOwner<{ voucherId: string }>('/api/app/vouchers/withdraw', {
    amount: 40,
    pwd: 'Segura-123',
  })
  const { cards } = await callAsOwner<{ cards: { cardId: string }[] }>('/api/app/order/getWithdraw')
  const passkeyId = 'passkey-of-the-owner'
  await db.write(
    `insert into player_passkeys (user_id, id, public_key, counter, transports, name, created_at)
     values ($1, $2, '\\x00', 0, '{}', 'Celular', $3)`,
    [owner.userId, passkeyId, deps.clock.now()],
  )
  return {
    'saved key': cards[0]?.cardId ?? '',
    passkey: passkeyId,
    'cash on paper': voucher.voucherId,
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
    'link for a phone': phone.linkId,
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
  promotion: (await callAsOwner<{ list: { id: string }[] }>('/api/app/promotions')).list[0]?.id ?? '',
}

/** A match that is open for bets, with one of its options. */
async function openMatch(): Promise<{ matchId: string; key: string; odds: number }> {
  type Matches = { matches: { matchId: string }[] }
  const { matches } = await callAsOwner<Matches>('/api/app/sports/matches?sport=football&when=upcoming')
  const matchId = matches[0]?.matchId ?? ''
  type Markets = { markets: { options: { key: string; odds: number }[] }[] }
  const { markets } = await callAsOwner<Markets>(`/api/app/sports/match/${matchId}`)
  const { key = '', odds = 0 } = markets[0]?.options[0] ?? {}
  return { matchId, key, odds }
}

/** Moves the clock to the start of a round of double, when it accepts bets; returns the round's id. */
async function nextDouble(): Promise<string> {
  const roundMs = 15_000
  await target.clock.moveTo(new Date((Math.floor(deps.clock.now().getTime() / roundMs) + 1) * roundMs))
  return (await callAsOwner<{ roundId: string }>('/api/app/game/double/state')).roundId
}

/** Calls of a player or a game with a free text field or parameter, with each field that may be an id. */
const cases = operations
  .filter(({ isSandbox, auth }) => !isSandbox && (auth?.tokens.length ?? 0) > 0)
  .flatMap((operation) =>
    fieldsOf(operation)
      .filter(({ schema }) => schema.type === 'string' && !schema.enum && !schema.format)
      .map((field) => ({ operation, field, name: `${operation.name} ${field.path.join('.')}` })),
  )
/** The fields that are certainly ids. */
const idCases = cases.filter(({ field }) => /^id$|Id$/.test(field.name))
/**
 * A new key of the caller's device, a saved key that counts beside its masked number only (tests/server/savedKeys.test.ts), and
 * a price, which a match that is unknown has no more than one that has ended.
 */
const withoutEffectAlone = /passkeys\/add |(?:withdraw|setCard) cardId$|sports\/quote /

async function send(token: string, operation: Operation, field: Field, value: string): Promise<HttpResponse> {
  const given = field.in === 'body' ? {} : { [field.name]: value }
  const { key, odds } = match
  const body = sampleBody(operation, { matchId: match.matchId, key, odds, policy: 'any' })
  return sendAs(token, {
    method: operation.method,
    path: samplePath(operation, given),
    body: field.in === 'body' && body ? withValue(body, field, value) : body,
  })
}

const tokenFor = async (operation: Operation, session: string) =>
  operation.auth?.tokens.includes('player') ? session : target.gameToken(session)

/** The parts of a response that must not depend on whether an id exists. */
const outcomeOf = ({ http, envelope }: HttpResponse) => [http, envelope?.status, envelope?.message]

/** Everything that only the owner may see. Bets on double are public, with masked names. */
const secrets = [
  ...Object.values(ids).filter((id) => id !== ids['bet on double']),
  '52998224725',
  '529.982.247-25',
  'onde está o meu saque',
]

/** Rows that mention the owner or the owner's objects, except rows that belong to the attacker. */
async function ownersRows(): Promise<string[]> {
  const attackers = `"user_id": "${attacker.userId}"`
  return (await allRows(db, Object.values(ids))).filter((row) => !row.includes(attackers))
}

describe("another player's ids", () => {
  it('are ids of every kind, and the description names the calls that take them', () => {
    const found = new Set(idCases.map(({ field }) => field.name))
    for (const name of ['orderId', 'roundId', 'ticketId', 'sessionId', 'id']) expect(found).toContain(name)
    for (const [kind, id] of Object.entries(ids)) expect([kind, id.length > 4]).toEqual([kind, true])
  })

  it('appear in no list, export or total of another player', async () => {
    const stranger = await target.player({ balance: 1000 })
    const reading = operations.filter(
      ({ method, auth, isSandbox }) => method === 'GET' && !isSandbox && auth?.tokens.length,
    )
    const failures: string[] = []
    for (const operation of reading) {
      const token = await tokenFor(operation, stranger.token)
      for (const tab of ['deposits', 'withdrawals', 'bets', 'rounds', 'bonuses']) {
        const path = samplePath(operation, { tab })
        const { text } = await sendAs(token, { method: 'GET', path })
        const leaked = secrets.filter((secret) => text.includes(secret))
        if (leaked.length > 0) failures.push(`${path} reveals ${leaked.join(', ')}`)
        if (!path.includes('tab=')) break
      }
    }
    for (const kind of ['personalData', 'statement'] as const) {
      const text = await exportText(target, stranger.token, kind)
      const leaked = secrets.filter((secret) => text.includes(secret))
      if (leaked.length > 0) failures.push(`the file ${kind} reveals ${leaked.join(', ')}`)
    }
    expect(failures).toEqual([])
  })

  it('get the same response as unknown ids, and reveal and change nothing of the owner’s', async () => {
    const before = await ownersRows()
    expect(before.length).toBeGreaterThan(20)
    const session = await target.newToken(attacker)
    const failures: string[] = []
    let sent = 0
    for (const { operation, field, name } of idCases) {
      const token = await tokenFor(operation, session)
      const unknown = outcomeOf(await send(token, operation, field, randomUUID())).join(' ')
      for (const [kind, id] of Object.entries(ids)) {
        const response = await send(token, operation, field, id)
        sent++
        const leaked = secrets.filter((secret) => secret !== id && response.text.includes(secret))
        if (leaked.length > 0) failures.push(`${name} with ${kind} reveals ${leaked.join(', ')}`)
        const isShort = id.length <= (field.schema.maxLength ?? Infinity)
        if (isShort && outcomeOf(response).join(' ') !== unknown)
          failures.push(`${name} with ${kind}: ${outcomeOf(response).join(' ')}, unknown: ${unknown}`)
      }
    }
    // The ids are also sent in fields that are not ids: a cursor, a name, a seed.
    for (const { operation, field, name } of cases.filter((each) => !idCases.includes(each))) {
      const token = await tokenFor(operation, session)
      for (const kind of ['pending order', 'ticket', 'player', 'email']) {
        const response = await send(token, operation, field, ids[kind] ?? '')
        sent++
        const known = Object.values(ids)
        const leaked = secrets.filter((secret) => !known.includes(secret) && response.text.includes(secret))
        if (leaked.length > 0) failures.push(`${name} with ${kind} reveals ${leaked.join(', ')}`)
      }
    }
    expect(failures).toEqual([])
    expect(sent).toBeGreaterThan(300)
    expect(difference(before, await ownersRows())).toEqual([])
  })

  it("the idempotency key of another player's call does not return its response", async () => {
    const response = await sendAs(attacker.token, {
      method: 'POST',
      path: '/api/app/chat/messages',
      body: { text: 'outra mensagem' },
      headers: { 'idempotency-key': chatKey },
    })
    expect([response.http, response.text.includes('outra mensagem')]).toEqual([200, true])
    expect(response.text).not.toContain('saque')
  })

  // This test must be last, because its calls change the objects.
  it('work for their owner, which proves that the refusals above are about ownership', async () => {
    const accidental: string[] = []
    /** What got another response in a field of the same name comes first: then one call of the many is enough. */
    const fitting = new Map<string, string>()
    for (const { operation, field, name } of idCases.filter((each) => !withoutEffectAlone.test(each.name))) {
      const double = await nextDouble()
      const token = await tokenFor(operation, await target.newToken(owner))
      // The session's first call records its activity, which is not an effect of an id.
      await send(token, operation, field, randomUUID())
      const rows = [await ownersRows()]
      const unknown = outcomeOf(await send(token, operation, field, randomUUID())).join(' ')
      rows.push(await ownersRows())
      const known = [...Object.values(ids), ...Object.values(publicIds), double]
      const first = fitting.get(field.name)
      let isDifferent = false
      for (const id of first ? [first, ...known] : known) {
        isDifferent = outcomeOf(await send(token, operation, field, id)).join(' ') !== unknown
        if (isDifferent) {
          fitting.set(field.name, id)
          break
        }
      }
      if (isDifferent) continue
      // A call that has an effect may respond as to an unknown id, which has none.
      rows.push(await ownersRows())
      const [ofUnknown, ofKnown] = [0, 1].map((at) =>
        difference(rows[at] ?? [], rows[at + 1] ?? []).some((row) => row.startsWith('- ')),
      )
      if (ofUnknown || !ofKnown) accidental.push(`${name}: always ${unknown}`)
    }
    expect(accidental).toEqual([])
  })
})
