import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { ZERO, type Cents } from '#contract/money.ts'
import type { AppDeps } from '../deps.ts'
import { openedGameSession } from '../domain/play/gameAccess.ts'
import { placeBet, payWin, rollBackBet } from '../games/providerBets.ts'
import { addressMatcher } from '../http/trustedProxies.ts'
import { Hub88Games } from '../providers/games/hub88/Hub88Games.ts'
import { hub88SignatureHeader, isHub88Signed } from '../providers/games/hub88/signature.ts'
import {
  centsOfBet,
  centsOfWin,
  hub88Bodies,
  hub88Calls,
  hub88Currency,
  hub88StatusOf,
  toHub88Amount,
  type Hub88Call,
  type Hub88Status,
} from '../providers/games/hub88/wallet.ts'
import { Refusal } from '../texts/refusal.ts'

const maxBodyBytes = 16 * 1024
const provider = Hub88Games.providerName

/**
 * Hub88's calls about players and their money. Whatever a call is refused for is a status of a response with HTTP 200;
 * an error of ours is HTTP 500, after which Hub88 rolls a bet back and repeats anything else.
 */
export async function registerHub88Wallet(
  app: FastifyInstance,
  deps: AppDeps,
  { publicKey }: Hub88Games['account'],
): Promise<void> {
  const { addresses } = deps.config.hub88
  const isKnownAddress = addresses === undefined ? () => true : addressMatcher(addresses)
  // A separate scope with its own body parser, because the signature covers the body's exact bytes.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_request, body, done) =>
      done(null, body),
    )
    for (const call of hub88Calls) {
      const config: FastifyContextConfig = call === 'transaction/bet' ? { takesBet: 'providers' } : {}
      scope.post(`/provider/games/${provider}/${call}`, { schema: { hide: true }, config }, (request) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        if (!isKnownAddress(request.ip) || !isHub88Signed(publicKey, body, signatureOf(request)))
          return { status: 'RS_ERROR_INVALID_SIGNATURE' satisfies Hub88Status }
        return respond(deps, call, readJson(body))
      })
    }
  })
}

interface Hub88Answer {
  status: Hub88Status
  request_uuid?: string
  user?: string
  currency?: string
  /** In 100,000ths. */
  balance?: number
  country?: string
}

async function respond(deps: AppDeps, call: Hub88Call, body: unknown): Promise<Hub88Answer> {
  const parsed = hub88Bodies[call].safeParse(body)
  if (!parsed.success) return { status: statusOfIssue(body, parsed.error) }
  const { user, request_uuid } = parsed.data
  let status: Hub88Status
  try {
    status = await perform(deps, call, parsed.data)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    status = hub88StatusOf(error.key)
  }
  const answer = { status, request_uuid, user, currency: hub88Currency }
  if (call === 'user/info') return status === 'RS_OK' ? { ...answer, country: 'BR' } : answer
  const balance = await balanceOf(deps, user)
  return balance === undefined ? answer : { ...answer, balance: toHub88Amount(balance) }
}

async function perform(deps: AppDeps, call: Hub88Call, body: z.output<(typeof hub88Bodies)[Hub88Call]>) {
  switch (call) {
    case 'user/info':
      return (await balanceOf(deps, body.user)) === undefined ? 'RS_ERROR_UNKNOWN' : 'RS_OK'
    case 'user/balance': {
      const { user, token } = hub88Bodies[call].parse(body)
      const { session } = await openedGameSession(deps, token)
      return session.userId === user ? 'RS_OK' : 'RS_ERROR_INVALID_TOKEN'
    }
    case 'transaction/bet': {
      const { token, currency, amount: units, is_free, ...rest } = hub88Bodies[call].parse(body)
      if (currency !== hub88Currency) return 'RS_ERROR_WRONG_CURRENCY'
      const amount = centsOfBet(units)
      if (amount === undefined) return 'RS_ERROR_WRONG_SYNTAX'
      await placeBet(deps, provider, { ...transactionOf(rest), token, amount, isFree: is_free === true })
      return 'RS_OK'
    }
    case 'transaction/win': {
      const { currency, amount, reference_transaction_uuid, ...rest } = hub88Bodies[call].parse(body)
      if (currency !== hub88Currency) return 'RS_ERROR_WRONG_CURRENCY'
      await payWin(deps, provider, {
        ...transactionOf(rest),
        betId: reference_transaction_uuid,
        amount: centsOfWin(amount),
      })
      return 'RS_OK'
    }
    case 'transaction/rollback': {
      const { reference_transaction_uuid, ...rest } = hub88Bodies[call].parse(body)
      // Hub88 never names a player whom it did not get from us, and the stake of nobody is nothing to remember.
      if ((await balanceOf(deps, body.user)) === undefined) return 'RS_ERROR_UNKNOWN'
      await rollBackBet(deps, provider, { ...transactionOf(rest), betId: reference_transaction_uuid })
      return 'RS_OK'
    }
  }
}

function transactionOf(body: {
  transaction_uuid: string
  user: string
  game_code: string
  round: string
  round_closed?: boolean | null | undefined
}) {
  const { transaction_uuid: id, user: userId, game_code: game, round, round_closed } = body
  return { id, userId, game, round, closes: round_closed === true }
}

/** The cash wallet, which is all that these games play with; undefined for an unknown player. */
async function balanceOf({ db }: AppDeps, userId: string): Promise<Cents | undefined> {
  const [row] = await db.read<{ cash: Cents }>('select cash from wallets where user_id = $1', [userId])
  return row && (row.cash > ZERO ? row.cash : ZERO)
}

function signatureOf({ headers }: FastifyRequest): unknown {
  return headers[hub88SignatureHeader]
}

/** Hub88 tells a field of the wrong type from one that is missing or out of range. */
function statusOfIssue(body: unknown, { issues }: z.ZodError): Hub88Status {
  const isType = issues.some(({ code, path }) => code === 'invalid_type' && valueAt(body, path) !== undefined)
  return typeof body === 'object' && body !== null && isType
    ? 'RS_ERROR_WRONG_TYPES'
    : 'RS_ERROR_WRONG_SYNTAX'
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).find(([key]) => key === name)?.[1]
        : undefined,
    body,
  )
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
