import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Call } from '#contract/http/call.ts'
import type { ErrorKey } from '#contract/errors.ts'
import type { LanguageCode } from '#contract/languages.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import type { RecentSessions } from '../../domain/accounts/recentSessions.ts'
import { Refusal } from '../../texts/refusal.ts'
import { idempotent, idempotentInSteps, type KeyedCall, type StoredResponse } from '../idempotency.ts'
import { refusalEnvelope, successEnvelope, type RouteResult } from '../../presenters/envelope.ts'
import { runForPlayer } from '../../flow/traffic.ts'
import {
  identifyAgain,
  inputOf,
  route,
  type Description,
  type Input,
  type Player,
  type Schemas,
} from './endpoint.ts'

/** Maximum length of an idempotency key, in characters. */
const maxKeyLength = 128

/**
 * Input of a money call: `userId` is the player's, and effects and stored response are committed with `tx`.
 */
export interface MoneyInput<C extends Call, S extends Schemas> extends Input<C, S> {
  userId: string
  tx: Tx
}

/** A cheaper way for the ordinary call. */
interface Shortcut<C extends Call, S extends Schemas> {
  /** Tokens found here are not looked up before the call: `play` makes sure that the session is still open. */
  sessions: RecentSessions
  /** The body of the response, or undefined when the call must go the usual way, which the key keeps safe. */
  play(
    input: Input<C, S> & { player: Player },
    call: KeyedCall & { key: string },
  ): Promise<string | undefined>
  /** Runs a call the usual way, while `play` holds back the player's other ones. */
  playAlone<T>(userId: string, work: () => Promise<T>): Promise<T>
}

/**
 * Registers a call that moves money. Everything runs in one transaction. A second call with the same
 * `Idempotency-Key` gets the first response again, byte for byte, refusals included; with another body it is
 * refused with 422. Throws idempotencyKeyMissing when the call requires a key, and idempotencyKeyTooLong.
 */
export function moneyEndpoint<C extends Call, S extends Schemas>(
  app: FastifyInstance,
  deps: AppDeps,
  call: C,
  schemas: S,
  handle: (input: MoneyInput<C, S>) => Promise<RouteResult<z.input<S['data']>>>,
  description: Description,
  shortcut?: Shortcut<C, S>,
): void {
  async function handleInTransaction(input: ReturnType<typeof inputOf>, keyed: KeyedCall): Promise<string> {
    const { caller, reply } = input
    const response = await idempotent(deps.db, keyed, (tx) =>
      finalRefusals(deps, caller.language, async () => {
        const result = await handle({ ...input, userId: keyed.userId, tx } as MoneyInput<C, S>)
        return { status: 200, body: JSON.stringify(successEnvelope(caller.language, result)) }
      }),
    )
    return sendStored(reply, response)
  }
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const input = inputOf(request, reply)
    const keyed = keyedCall(call, input)
    const { userId } = keyed
    if (!shortcut) return handleInTransaction(input, keyed)
    if (hasKey(keyed)) {
      const body = await shortcut.play(input as Input<C, S> & { player: Player }, keyed)
      if (body !== undefined) {
        reply.type('application/json; charset=utf-8')
        return body
      }
    }
    return shortcut.playAlone(userId, async () => {
      await identifyAgain(deps, call, request, shortcut.sessions)
      // The place among the bets that it has is for calls without a connection.
      return runForPlayer(deps.traffic, userId, 'write', () => handleInTransaction(input, keyed))
    })
  }
  route(
    app,
    deps,
    call,
    schemas,
    { ...description, bucket: 'bets', kind: shortcut && 'bet' },
    handler,
    shortcut?.sessions,
  )
}

/** What a money call in steps does before, with and after the answer of somebody outside (http/idempotency.ts). */
interface MoneySteps<C extends Call, S extends Schemas, Begun, Answer> {
  begin(input: MoneyInput<C, S>, call: KeyedCall): Promise<Begun>
  ask(begun: Begun, userId: string): Promise<Answer>
  finish(input: MoneyInput<C, S>, answer: Answer): Promise<RouteResult<z.input<S['data']>>>
}

/** Like `moneyEndpoint`, for a call that asks somebody outside between two transactions. */
export function moneyEndpointInSteps<C extends Call, S extends Schemas, Begun, Answer>(
  app: FastifyInstance,
  deps: AppDeps,
  call: C,
  schemas: S,
  /** Called once for each call, so that it may choose ids. */
  stepsOf: () => MoneySteps<C, S, Begun, Answer>,
  description: Description,
): void {
  route(app, deps, call, schemas, { ...description, bucket: 'bets' }, async (request, reply) => {
    const input = inputOf(request, reply)
    const { language } = input.caller
    const keyed = keyedCall(call, input)
    const { begin, ask, finish } = stepsOf()
    const inputIn = (tx: Tx) => ({ ...input, userId: keyed.userId, tx }) as MoneyInput<C, S>
    const response = await idempotentInSteps<Begun, Answer>(deps.db, keyed, {
      begin: (tx) => finalRefusals(deps, language, () => begin(inputIn(tx), keyed)),
      ask: (begun) => finalRefusals(deps, language, () => ask(begun, keyed.userId)),
      finish: (tx, answer) =>
        finalRefusals(deps, language, async () => {
          const result = await finish(inputIn(tx), answer)
          return { status: 200, body: JSON.stringify(successEnvelope(language, result)) }
        }),
    })
    return sendStored(reply, response)
  })
}

/** Refusals that are not stored: a retry with the same key may succeed. */
const passing: readonly ErrorKey[] = ['paymentProviderDown', 'serviceClosed', 'passwordWrong']

/** Turns a refusal into a response, which is stored; not one that passes, nor a rate limit. */
async function finalRefusals<T>(deps: AppDeps, language: LanguageCode, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isFinal = error instanceof Refusal && !passing.includes(error.key) && error.retryAfter === undefined
    if (!isFinal) throw error
    deps.metrics.refused(error.key, error.httpStatus)
    throw new RefusedResponseError(error, language)
  }
}

function sendStored(reply: FastifyReply, response: StoredResponse): string {
  reply.status(response.status).type('application/json; charset=utf-8')
  return response.body
}

function keyedCall(call: Call, { player, request }: ReturnType<typeof inputOf>): KeyedCall {
  if (!player) throw new Refusal('loggedOut')
  return {
    userId: player.userId,
    key: keyOf(call, request),
    route: `${call.method} ${call.path}`,
    bodyHash: hashOf(request),
  }
}

/** A refusal with its finished response, so that the same key gets the same bytes again. */
class RefusedResponseError extends Error {
  readonly status: number
  readonly body: string

  constructor(refusal: Refusal, language: LanguageCode) {
    super(refusal.key)
    this.status = refusal.httpStatus
    this.body = JSON.stringify(refusalEnvelope(refusal, language))
  }
}

function hasKey(call: KeyedCall): call is KeyedCall & { key: string } {
  return call.key !== undefined
}

function keyOf(call: Call, request: FastifyRequest): string | undefined {
  const value = request.headers['idempotency-key']
  const key = Array.isArray(value) ? value[0] : value
  if (!key) {
    if (call.idempotent === 'required') throw new Refusal('idempotencyKeyMissing')
    return undefined
  }
  // Not truncated, because keys that differ only after the limit would become equal.
  if (key.length > maxKeyLength)
    throw new Refusal('idempotencyKeyTooLong', { params: { maximum: maxKeyLength } })
  return key
}

function hashOf(request: FastifyRequest): string {
  return hash('sha256', JSON.stringify([request.params, request.query, withoutPassword(request.body)]))
}

/** The hash is stored and quick to compute: whoever reads it could try passwords with it. */
function withoutPassword(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'pwd' in body ? { ...body, pwd: undefined } : body
}
