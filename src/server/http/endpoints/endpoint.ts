import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { authCalls } from '#contract/http/auth.ts'
import type { Call, CallAuth } from '#contract/http/call.ts'
import type { AppDeps } from '../../deps.ts'
import { findChatSession } from '../../domain/accounts/chat/access.ts'
import { findGameSession } from '../../domain/play/gameAccess.ts'
import type { RecentSessions } from '../../domain/accounts/recentSessions.ts'
import { findSession, refusalOfToken, type Session } from '../../domain/accounts/sessions.ts'
import { Refusal } from '../../texts/refusal.ts'
import { successEnvelope, type RouteResult } from '../../presenters/envelope.ts'
import { callerOf, tokenOf, type Caller, type TokenName } from '../caller.ts'
import type { BetKind } from '../../observe/metrics.ts'
import type { DescribedCall } from '../describedCall.ts'
import { refuseWhenFull, runForAddress, runForPlayer, type CallKind } from '../../flow/traffic.ts'

export interface Player {
  session: Session
  userId: string
}

/** A player in a game's frame, who may play only this game. */
export interface GamePlayer extends Player {
  game: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, once the session has been found; null: a guest. */
    player: Player | GamePlayer | null
  }
}

export interface Schemas {
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  data: z.ZodType
}

export type Parsed<S extends Schemas, Key extends 'params' | 'query' | 'body'> = S[Key] extends z.ZodType
  ? z.output<S[Key]>
  : undefined

export interface Input<C extends Call, S extends Schemas> {
  params: Parsed<S, 'params'>
  query: Parsed<S, 'query'>
  body: Parsed<S, 'body'>
  caller: Caller
  /** Always present on calls with auth `user`, `chat` and `game`; on `optional` ones when logged in. */
  player: C['auth'] extends 'game'
    ? GamePlayer
    : C['auth'] extends 'user' | 'chat'
      ? Player
      : Player | undefined
  request: FastifyRequest
  reply: FastifyReply
}

export interface Description {
  tag: string
  summary: string
  /** Another address of a call that is described already. */
  isHidden?: boolean
  /** What kind of stake the call takes, for the metrics. */
  takesBet?: BetKind
  /** Of a POST that changes nothing: it takes no place of the caller's writes. */
  kind?: 'read'
  /** In bytes, for a call with a larger body than others. */
  bodyLimit?: number
}

/**
 * How the API's description says which tokens a call takes (http/plugins/apiDocs.ts). An empty object means that the call
 * works without one.
 */
const acceptedTokens: Record<CallAuth, Partial<Record<TokenName, string[]>>[]> = {
  none: [],
  optional: [{}, { player: [] }],
  user: [{ player: [] }],
  chat: [{ player: [] }, { chat: [] }],
  game: [{ game: [] }],
}

/** Registers one call of the contract: schema, authentication, one domain call, envelope. */
export function endpoint<C extends Call, S extends Schemas>(
  app: FastifyInstance,
  deps: AppDeps,
  call: C,
  schemas: S,
  handle: (input: Input<C, S>) => Promise<RouteResult<z.input<S['data']>>>,
  description: Description,
): void {
  route(app, deps, call, schemas, { ...description, bucket: 'calls' }, async (request, reply) => {
    const input = inputOf(request, reply)
    return successEnvelope(input.caller.language, await handle(input as Input<C, S>))
  })
}

/**
 * Registers a read whose own statement checks that the session is still open, so that the token of a recent session
 * needs no lookup before it. `read` returns undefined when the session has ended.
 */
export function recentSessionEndpoint<C extends Call, S extends Schemas>(
  app: FastifyInstance,
  deps: AppDeps,
  call: C,
  schemas: S,
  sessions: RecentSessions,
  read: (input: Input<C, S>) => Promise<RouteResult<z.input<S['data']>> | undefined>,
  description: Description,
): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const input = inputOf(request, reply)
    let result = await read(input as Input<C, S>)
    if (!result) {
      await identifyAgain(deps, call, request, sessions)
      result = await read(inputOf(request, reply) as Input<C, S>)
    }
    if (!result) throw new Refusal('loggedOut')
    return successEnvelope(input.caller.language, result)
  }
  route(app, deps, call, schemas, { ...description, bucket: 'calls' }, handler, sessions)
}

export function route(
  app: FastifyInstance,
  deps: AppDeps,
  call: Call,
  schemas: Schemas,
  {
    tag,
    summary,
    isHidden = false,
    takesBet,
    bodyLimit,
    bucket,
    kind = call.method === 'GET' ? 'read' : 'write',
  }: Omit<Description, 'kind'> & { bucket: 'bets' | 'calls'; kind?: CallKind | undefined },
  handler: (request: FastifyRequest, reply: FastifyReply) => unknown,
  sessions?: RecentSessions,
): void {
  /** Identifies the caller and counts the call. */
  async function admit(request: FastifyRequest, token: string | undefined): Promise<void> {
    const owner = token === undefined ? undefined : deps.traffic.owners.get(token)
    // Before the session is looked up.
    if (owner !== undefined) countPlayer(deps, bucket, owner, kind)
    await identify(deps, call, request, sessions)
    const { player } = request
    if (!player) return countGuest(deps, call, request)
    if (owner !== undefined || token === undefined) return
    deps.traffic.owners.set(token, player.userId)
    countPlayer(deps, bucket, player.userId, kind)
  }

  app.route({
    method: call.method,
    url: call.path.replace(/\{(\w+)\}/g, ':$1'),
    ...(bodyLimit !== undefined && { bodyLimit }),
    schema: {
      tags: [tag],
      summary,
      hide: isHidden,
      ...(schemas.params ? { params: schemas.params } : {}),
      ...(schemas.query ? { querystring: schemas.query } : {}),
      ...(schemas.body ? { body: schemas.body } : {}),
      security: acceptedTokens[call.auth],
    },
    config: { described: describe(call, schemas), takesBet },
    // Before the body is parsed: a logged-out caller gets 401 even with an invalid body, and a flood costs little.
    onRequest: (request, _reply, done) => {
      const token = call.auth === 'none' ? undefined : tokenOf(request)
      if (token === undefined && (call.auth === 'none' || call.auth === 'optional')) {
        countGuest(deps, call, request)
        return done()
      }
      admit(request, token).then(() => done(), done)
    },
    handler: (request, reply) => {
      const { player } = request
      const work = async () => handler(request, reply)
      if (player) return runForPlayer(deps.traffic, player.userId, kind, work)
      // Reads without a login need no limit, because all reads share a few connections (db/client.ts).
      return kind === 'read' ? handler(request, reply) : runForAddress(deps.traffic, request.ip, work)
    },
  })
}

function describe(call: Call, { data, body, query }: Schemas): DescribedCall {
  const needsLogin = call.auth !== 'none' && call.auth !== 'optional'
  return {
    data,
    needsLogin,
    ...(body && { body }),
    ...(query && { query }),
    ...(call.idempotent ? { idempotencyKey: call.idempotent } : {}),
  }
}

/** `sessions`: trusted where they are given. */
async function identify(
  deps: AppDeps,
  call: Call,
  request: FastifyRequest,
  sessions?: RecentSessions,
): Promise<void> {
  const token = tokenOf(request)
  const recent = token === undefined ? undefined : sessions?.find(token)
  if (recent) {
    request.player = { session: recent, userId: recent.userId }
    return
  }
  const player =
    token === undefined
      ? undefined
      : await deps.traffic.lookups.run(`${call.auth} ${token}`, () => playerOf(deps, call.auth, token))
  if (player) {
    request.player = player
    if (token !== undefined) sessions?.add(token, player.session)
  } else if (call.auth === 'game') throw new Refusal('gameSessionEnded')
  else if (call.auth !== 'optional') throw await refusalOfToken(deps, token)
}

/** Looks the session up now if `identify` trusted a recent one. Throws loggedOut when it has ended since. */
export async function identifyAgain(
  deps: AppDeps,
  call: Call,
  request: FastifyRequest,
  sessions: RecentSessions,
): Promise<void> {
  const token = tokenOf(request)
  if (token !== undefined) sessions.forget(token)
  await identify(deps, call, request, sessions)
}

/** The player of a token. Games have their own session token, so game calls do not accept the player's token. */
async function playerOf(
  deps: AppDeps,
  auth: Call['auth'],
  token: string,
): Promise<Player | GamePlayer | undefined> {
  if (auth === 'game') {
    const gameSession = await findGameSession(deps, token)
    return (
      gameSession && {
        session: gameSession.session,
        userId: gameSession.session.userId,
        game: gameSession.game,
      }
    )
  }
  const session =
    (await findSession(deps, token)) ?? (auth === 'chat' ? await findChatSession(deps, token) : undefined)
  return session && { session, userId: session.userId }
}

/** Takes a token of the player. Throws tooManyCalls, also when too many of the player's calls are waiting. */
function countPlayer({ traffic }: AppDeps, bucket: 'bets' | 'calls', userId: string, kind: CallKind): void {
  traffic.buckets.take(bucket, userId)
  refuseWhenFull(traffic, userId, kind)
}

/** Takes a token of the guest's address. Throws tooManyCalls. */
function countGuest({ traffic }: AppDeps, call: Call, { ip }: FastifyRequest): void {
  if (call === authCalls.captcha) return traffic.buckets.take('captchas', ip)
  const isLogin = call.auth === 'none' && call.method === 'POST'
  return traffic.buckets.take(isLogin ? 'logins' : 'guests', ip)
}

export function inputOf(request: FastifyRequest, reply: FastifyReply) {
  const { params, query, body } = request
  return {
    params,
    query,
    body,
    caller: callerOf(request),
    player: request.player ?? undefined,
    request,
    reply,
  }
}
