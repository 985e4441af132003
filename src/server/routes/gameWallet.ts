import type { FastifyContextConfig, FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Envelope } from '#contract/errors.ts'
import { toWireBalances } from '#contract/http/wallet.ts'
import { cents } from '#contract/money.ts'
import type { AppDeps } from '../deps.ts'
import { exchangeGameTicket } from '../domain/play/gameAccess.ts'
import { Refusal } from '../texts/refusal.ts'
import { creditRound, debitRound, rollBackDebit } from '../games/providerRounds.ts'
import { presentTransaction } from '../presenters/transaction.ts'
import type { GameProvider } from '../providers/games/GameProvider.ts'
import { providerOfGame } from '../domain/play/catalogue.ts'
import { Hub88Games } from '../providers/games/hub88/Hub88Games.ts'
import { registerHub88Wallet } from './hub88Wallet.ts'
import { gameProvidersOf } from '../providers/games/gameProviders.ts'
import {
  isSigned,
  signatureHeader,
  timestampHeader,
  walletCallNames,
  walletPath,
  type WalletCall,
} from '../providers/games/signature.ts'

const maxBodyBytes = 4 * 1024

const id = z.string().min(1).max(64)
/** Cents. */
const amount = z.number().int().min(0).max(1_000_000_000)
const calls = {
  /** The ticket that the game received with `init`. */
  session: z.strictObject({ ticket: z.string().min(1).max(200), game: id }),
  /** Opens a round and holds its stake. */
  debit: z.strictObject({
    token: z.string().min(1).max(200),
    transactionId: id,
    roundId: id,
    amount: amount.min(1),
    wallet: z.enum(['cash', 'bonus']).default('cash'),
  }),
  /** Ends a round and pays `amount`; 0 for a loss. */
  credit: z.strictObject({ transactionId: id, roundId: id, amount }),
  /** Returns the debit's stake. It may arrive before its debit, which is then refused. */
  rollback: z.strictObject({ transactionId: id, debitId: id }),
}

/**
 * Registers the calls by which third-party providers move money. A call needs that provider's signature over
 * path and exact body, and a timestamp within five minutes; otherwise the response is 403 without effect.
 */
export async function registerWalletCalls(app: FastifyInstance, deps: AppDeps): Promise<void> {
  for (const provider of gameProvidersOf(deps.config)) {
    if (provider instanceof Hub88Games) {
      await registerHub88Wallet(app, deps, provider.account)
      continue
    }
    const key = provider.callKey?.(deps)
    if (!key) continue
    // A separate scope with its own body parser, because the signature covers the body's exact bytes.
    await app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser(
        '*',
        { parseAs: 'buffer', bodyLimit: maxBodyBytes },
        (_request, body, done) => done(null, body),
      )
      for (const call of walletCallNames) {
        const path = walletPath(provider.name, call)
        const config: FastifyContextConfig = call === 'debit' ? { takesBet: 'providers' } : {}
        scope.post(path, { schema: { hide: true }, config }, async (request) => {
          const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
          const signed = {
            timestamp: request.headers[timestampHeader],
            signature: request.headers[signatureHeader],
          }
          if (!isSigned(key, { ...signed, path, body }, deps.clock.now())) throw new Refusal('forbidden')
          const data = await handle(deps, provider, call, readJson(body))
          return { status: 0, message: '', data } satisfies Envelope<unknown>
        })
      }
    })
  }
}

async function handle(deps: AppDeps, provider: GameProvider, call: WalletCall, body: unknown) {
  const parse = <Schema extends z.ZodType>(schema: Schema) => {
    const parsed = schema.safeParse(body)
    if (!parsed.success) throw new Refusal('badRequest')
    return parsed.data
  }
  switch (call) {
    case 'session': {
      const { ticket, game } = parse(calls.session)
      if ((await providerOfGame(deps, game)) !== provider) throw new Refusal('gameUnknown')
      const { token, expiresAt, userId } = await exchangeGameTicket(deps, { ticket, game })
      const wallet = await deps.ledger.wallet(deps.db, userId)
      return {
        token,
        playerId: userId,
        expiresAt: expiresAt.toISOString(),
        ...toWireBalances(wallet),
      }
    }
    case 'debit': {
      const debit = parse(calls.debit)
      return presentTransaction(
        await debitRound(deps, provider.name, { ...debit, amount: cents(debit.amount) }),
      )
    }
    case 'credit': {
      const credit = parse(calls.credit)
      return presentTransaction(
        await creditRound(deps, provider.name, { ...credit, amount: cents(credit.amount) }),
      )
    }
    case 'rollback':
      return presentTransaction(await rollBackDebit(deps, provider.name, parse(calls.rollback)))
  }
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
