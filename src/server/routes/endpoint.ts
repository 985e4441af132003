import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Call } from '#contract/http/call.ts'
import type { LanguageCode } from '#contract/languages.ts'
import type { Envelope } from '#contract/errors.ts'
import type { AppDeps } from '../app.ts'
import type { Tx } from '../db/client.ts'
import { findChatSession } from '../domain/chat/access.ts'
import { findGameSession } from '../domain/gameAccess.ts'
import { findSession, refusalOfToken, type Session } from '../domain/sessions.ts'
import { Refusal } from '../errors.ts'
import { idempotent } from '../idempotency.ts'
import { errorText, languageOf, messageText, type MessageKey } from '../texts/texts.ts'

/** Who asks and from where; every route gets one. */
export interface Caller {
  language: LanguageCode
  currency: string
  timeZone: string
  deviceId: string
  ip: string
  /** The address the server was asked at: http://localhost:5250 */
  origin: string
}

export interface Player {
  session: Session
  userId: string
}

/** Who plays in a frame: this game and no other. */
export interface GamePlayer extends Player {
  game: string
}

interface Schemas {
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  data: z.ZodType
}

type Parsed<S extends Schemas, Key extends 'params' | 'query' | 'body'> = S[Key] extends z.ZodType
  ? z.output<S[Key]>
  : undefined

interface Input<C extends Call, S extends Schemas> {
  params: Parsed<S, 'params'>
  query: Parsed<S, 'query'>
  body: Parsed<S, 'body'>
  caller: Caller
  /** Always there on calls with auth `user`, `chat` and `game`; there on `optional` ones when logged in. */
  player: C['auth'] extends 'game'
    ? GamePlayer
    : C['auth'] extends 'user' | 'chat'
      ? Player
      : Player | undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** Input of a money call; `userId` is the player's, `tx` the transaction in which effects and the kept answer commit. */
interface MoneyInput<C extends Call, S extends Schemas> extends Input<C, S> {
  userId: string
  tx: Tx
}

/** What a route answers: `data`, with a message for the player's toast where there is one. */
export interface Answer<Data> {
  data: Data
  message?: MessageKey
}

interface Description {
  tag: string
  summary: string
}

/** Registers one call of the contract: schema, auth, one domain call, envelope. */
export function endpoint<C extends Call, S extends Schemas>(
  app: FastifyInstance,
  deps: AppDeps,
  call: C,
  schemas: S,
  handle: (input: Input<C, S>) => Promise<Answer<z.input<S['data']>>>,
  description: Description,
): void {
  route(app, deps, call, schemas, description, async (request, reply) => {
    const input = inputOf(request, reply)
    return reply.send(envelope(input.caller.language, await handle(input as Input<C, S>)))
  })
}

/**
 * Registers a call that moves money: everything runs in one transaction, and an `Idempotency-Key` gets its
 * first answer again, byte for byte, refusals included. The same key with another body is 422.
 */
export function moneyEndpoint<C extends Call, S extends Schemas>(
  app: FastifyInstance,
  deps: AppDeps,
  call: C,
  schemas: S,
  handle: (input: MoneyInput<C, S>) => Promise<Answer<z.input<S['data']>>>,
  description: Description,
): void {
  route(app, deps, call, schemas, description, async (request, reply) => {
    const input = inputOf(request, reply)
    const { caller, player } = input
    if (!player) throw new Refusal('loggedOut')
    const answer = await idempotent(
      deps.db,
      {
        userId: player.userId,
        key: keyOf(request),
        route: `${call.method} ${call.path}`,
        bodyHash: hashOf(request),
      },
      async (tx) => {
        try {
          const done = await handle({ ...input, userId: player.userId, tx } as MoneyInput<C, S>)
          return { status: 200, body: JSON.stringify(envelope(caller.language, done)) }
        } catch (error) {
          // An outage is no answer, nor is "not so fast": the same key may succeed a minute later.
          const isAnswer =
            error instanceof Refusal && error.key !== 'paymentProviderDown' && error.retryAfter === undefined
          if (isAnswer) throw new RefusedAnswer(error, caller.language)
          throw error
        }
      },
    )
    return reply.status(answer.status).type('application/json; charset=utf-8').send(answer.body)
  })
}

function route(
  app: FastifyInstance,
  deps: AppDeps,
  call: Call,
  schemas: Schemas,
  { tag, summary }: Description,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  app.route({
    method: call.method,
    url: call.path.replace(/\{(\w+)\}/g, ':$1'),
    schema: {
      tags: [tag],
      summary,
      ...(schemas.params ? { params: schemas.params } : {}),
      ...(schemas.query ? { querystring: schemas.query } : {}),
      ...(schemas.body ? { body: schemas.body } : {}),
      ...(call.auth === 'none' ? {} : { security: [{ token: [] }] }),
    },
    // Before the body is read: who is logged out hears that first, whatever the body is.
    ...(call.auth === 'none' ? {} : { onRequest: (request) => identify(deps, call, request) }),
    handler,
  })
}

const players = new WeakMap<FastifyRequest, Player | GamePlayer>()

async function identify(deps: AppDeps, call: Call, request: FastifyRequest): Promise<void> {
  if (call.auth === 'game') {
    const found = await gamePlayerOf(deps, request)
    if (!found) throw new Refusal('gameSessionEnded')
    players.set(request, found)
    return
  }
  const player =
    (await playerOf(deps, request)) ?? (call.auth === 'chat' ? await chatterOf(deps, request) : undefined)
  if (player) players.set(request, player)
  else if (call.auth === 'user' || call.auth === 'chat') throw await refusalOfToken(deps, tokenOf(request))
}

function inputOf(request: FastifyRequest, reply: FastifyReply) {
  const { params, query, body } = request
  return { params, query, body, caller: callerOf(request), player: players.get(request), request, reply }
}

/** A refusal with its finished answer, so that the same key gets the same bytes again. */
export class RefusedAnswer extends Error {
  readonly status: number
  readonly body: string

  constructor(refusal: Refusal, language: LanguageCode) {
    super(refusal.key)
    this.status = refusal.httpStatus
    this.body = JSON.stringify(refusalEnvelope(refusal, language))
  }
}

export function refusalEnvelope(refusal: Refusal, language: LanguageCode): Envelope<unknown> {
  return {
    status: refusal.status,
    message: errorText(language, refusal.key, refusal.params),
    data: refusal.data,
  }
}

function envelope(language: LanguageCode, answer: Answer<unknown>): Envelope<unknown> {
  return {
    status: 0,
    message: answer.message ? messageText(language, answer.message) : '',
    data: answer.data,
  }
}

export function callerOf(request: FastifyRequest): Caller {
  const header = (name: string) => {
    const value = request.headers[name]
    return (Array.isArray(value) ? value[0] : value) ?? ''
  }
  return {
    language: languageOf(request.headers['lang']),
    currency: header('curreny').slice(0, 8),
    timeZone: header('zone').slice(0, 64),
    deviceId: header('deviceid').slice(0, 64),
    ip: request.ip,
    origin: `${request.protocol}://${request.host}`,
  }
}

/** The `Authorization` header is the token itself; a `Bearer ` in front is forgiven. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const token = request.headers.authorization?.replace(/^Bearer\s+/i, '').trim()
  return token === '' ? undefined : token
}

async function playerOf(deps: AppDeps, request: FastifyRequest): Promise<Player | undefined> {
  const token = tokenOf(request)
  if (!token) return undefined
  const session = await findSession(deps, token)
  return session && { session, userId: session.userId }
}

/** The player of a chat page's session. */
async function chatterOf(deps: AppDeps, request: FastifyRequest): Promise<Player | undefined> {
  const token = tokenOf(request)
  const session = token === undefined ? undefined : await findChatSession(deps, token)
  return session && { session, userId: session.userId }
}

/** The player of a game's session. A player's own token is none: a frame never has it. */
async function gamePlayerOf(deps: AppDeps, request: FastifyRequest): Promise<GamePlayer | undefined> {
  const token = tokenOf(request)
  const found = token === undefined ? undefined : await findGameSession(deps, token)
  return found && { session: found.session, userId: found.session.userId, game: found.game }
}

function keyOf(request: FastifyRequest): string | undefined {
  const value = request.headers['idempotency-key']
  const key = Array.isArray(value) ? value[0] : value
  return key ? key.slice(0, 128) : undefined
}

function hashOf(request: FastifyRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([request.params, request.query, request.body]))
    .digest('hex')
}
