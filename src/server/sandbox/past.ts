import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { isSlotCode, type SlotCode } from '#contract/games/slotThemes.ts'
import { MAX_STAKE } from '#contract/games/gameCodes.ts'
import { add, cents, min, subtract, ZERO, type Cents } from '#contract/money.ts'
import { countedFraction, edgeOf } from '#contract/rules/gameEdge.ts'
import { paymentLifetimeMs } from '#contract/rules/paymentExpiry.ts'
import { validInviteeBets, validInviteeDeposit } from '#contract/rules/referrals.ts'
import type { AppDeps } from '../deps.ts'
import type { Tx } from '../db/client.ts'
import { profileOf } from '../config/jurisdictions.ts'
import { createAccount } from '../domain/accounts/accounts.ts'
import { readIdentity, sealIdentity } from '../domain/accounts/kyc.ts'
import { finishOrder } from '../domain/payments/openOrder.ts'
import { pushWallet } from '../domain/payments/walletEvents.ts'
import { diceBet } from '../games/dice/dice.ts'
import { limboBet } from '../games/limbo/limbo.ts'
import { playInstant } from '../games/rounds.ts'
import { playSlot } from '../games/slots/slots.ts'
import { lockWallet } from '../ledger/walletLock.ts'
import { settleSandboxPayment } from '../providers/payment/sandbox/settle.ts'
import { answerOf } from '../providers/errors.ts'
import { Refusal } from '../texts/refusal.ts'
import { commonNow, movableClock } from '../time/clock.ts'
import { readToday } from '../time/days.ts'
import { adjustWallet } from './adjustWallet.ts'
import { randomCpf } from './cpf.ts'
import { sandboxPasswordHash } from './passwordHashes.ts'
import type { PlayerClocks } from './playerClocks.ts'

const dayMs = 24 * 3_600_000
/** Between two bets or deposits of one call, so that lists have an order. */
const spacingMs = 250
/** Of the players that are made as invitees. */
const inviteePassword = 'Segura-123'
/** In one transaction. */
const betsPerTransaction = 200

export type PastDeps = AppDeps & { app: FastifyInstance; playerClocks: PlayerClocks }
/** Games whose bets are decided at once. */
export type PastGame = 'dice' | 'limbo' | SlotCode

/**
 * When the first of `count` things happens, each `spacingMs` after the other: today up to now, on an earlier day of the
 * player (`daysAgo`) from noon in Brasília on.
 */
async function startOf(
  { db, clock, playerClocks }: PastDeps,
  userId: string,
  { daysAgo, count }: { daysAgo: number; count: number },
): Promise<number> {
  const now = clock.now().getTime() + playerClocks.aheadMs(userId)
  if (daysAgo === 0) return now - count * spacingMs
  return Date.parse(`${(await readToday(db, new Date(now))).day}T15:00:00Z`) - daysAgo * dayMs
}

/** Runs `work` as if it were `time`. */
function at<T>({ clock }: AppDeps, time: number, work: () => Promise<T>): Promise<T> {
  return movableClock(clock).shifted({ ms: time - commonNow(clock).getTime() }, work)
}

/** Runs `work` as if it were an earlier day of the player. */
export async function onDay<T>(
  deps: PastDeps,
  userId: string,
  daysAgo: number,
  work: () => Promise<T>,
): Promise<T> {
  return at(deps, await startOf(deps, userId, { daysAgo, count: 1 }), work)
}

/**
 * Plays bets by the player's seeds, as the player could have on that day. What they cost and win is evened out afterwards:
 * cash and turnover are as before, while days, sums, level and history have the bets. Throws the refusals of a bet.
 */
export async function playBets(
  deps: PastDeps,
  userId: string,
  bets: { game: PastGame; amount: Cents; count: number; daysAgo: number },
): Promise<void> {
  const { amount, game } = bets
  const start = await startOf(deps, userId, bets)
  for (let done = 0; done < bets.count; done += betsPerTransaction) {
    const count = Math.min(betsPerTransaction, bets.count - done)
    const pushed = await deps.db.tx(async (tx) => {
      await lockWallet(tx, userId)
      const before = await deps.ledger.wallet(tx, userId)
      const stakes = cents(amount * count)
      // More turnover than the bets can meet: meeting it would turn the bonus into cash.
      const turnoverLeft = add(before.turnoverLeft, stakes, cents(1))
      await adjustWallet(tx, { userId, cash: add(before.cash, stakes), turnoverLeft }, deps.clock.now())
      for (let index = done; index < done + count; index++)
        await at(deps, start + index * spacingMs, () => playOne(deps, tx, userId, { game, amount }))
      const { cash, turnoverLeft: turnover } = before
      return adjustWallet(tx, { userId, cash, turnoverLeft: turnover }, deps.clock.now())
    })
    await pushWallet(deps, deps.db, userId, pushed)
  }
}

async function playOne(
  deps: AppDeps,
  tx: Tx,
  userId: string,
  { game, amount }: { game: PastGame; amount: Cents },
): Promise<void> {
  const stake = { amount, wallet: 'cash' } as const
  if (isSlotCode(game)) await playSlot(deps, tx, { ...stake, userId, game })
  else if (game === 'limbo') await playInstant(deps, tx, userId, limboBet({ ...stake, target: 2 }))
  else await playInstant(deps, tx, userId, diceBet({ ...stake, direction: 'under', chance: 50 }))
}

/** Plays bets in dice of which at least `counted` counts for rewards. */
export async function playCounted(
  deps: PastDeps,
  userId: string,
  { counted, daysAgo }: { counted: Cents; daysAgo: number },
): Promise<void> {
  let left = cents(Math.ceil(counted / countedFraction(edgeOf('dice', null))))
  while (left > ZERO) {
    const amount = min(left, MAX_STAKE)
    await playBets(deps, userId, { game: 'dice', amount, count: 1, daysAgo })
    left = subtract(left, amount)
  }
}

/** Opens orders of this amount with the sandbox's provider and pays them, through its signed webhook. Throws orderPending. */
export async function payDeposits(
  deps: PastDeps,
  userId: string,
  { amount, ...when }: { amount: Cents; count: number; daysAgo: number },
): Promise<void> {
  const start = await startOf(deps, userId, when)
  for (let index = 0; index < when.count; index++)
    await at(deps, start + index * spacingMs, () => payDeposit(deps, userId, amount))
}

async function payDeposit(deps: PastDeps, userId: string, amount: Cents): Promise<void> {
  const { app, db, clock, config, provider } = deps
  if (provider.name !== 'sandbox') throw new Refusal('forbidden')
  const orderId = randomUUID()
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + paymentLifetimeMs)
  const created = await db.write(
    `insert into orders (id, user_id, package_id, provider, principal, created_at, expires_at, status, charge_state)
     select $1, $2, id, $3, $4, $5, $6, 'created', 'asked' from deposit_packages where kind = '' order by sort, id limit 1
     on conflict (user_id) where status in ('created', 'pending') do nothing returning id`,
    [orderId, userId, provider.name, amount, now, expiresAt],
  )
  if (created.length === 0) throw new Refusal('orderPending')
  const charge = await answerOf(async () =>
    provider.charge({
      id: orderId,
      amount,
      expiresAt,
      returnUrl: `${config.publicUrl}/paySuccess?order=${orderId}`,
      payer: (await readIdentity(deps, db, userId)) ?? { name: '', cpf: '' },
      methods: profileOf(deps).paymentMethods,
      language: 'pt_BR',
    }),
  )
  await db.tx((tx) => finishOrder(deps, tx, { ...charge, orderId, userId }))
  const { httpStatus } = await settleSandboxPayment(app, deps, orderId, 'pay')
  if (httpStatus >= 400) throw new Error(`the webhook of ${orderId} was answered by ${httpStatus}`)
}

/** Creates players whom the player has invited; valid ones have deposited and bet enough. Returns their e-mails. */
export async function addInvitees(
  deps: PastDeps,
  userId: string,
  { count, isValid }: { count: number; isValid: boolean },
): Promise<string[]> {
  const emails: string[] = []
  const passwordHash = await sandboxPasswordHash(deps, inviteePassword)
  for (let index = 0; index < count; index++) {
    const email = `invited-${randomUUID()}@sandbox.test`
    const invitee = await deps.db.tx(async (tx) => {
      const id = await createAccount(deps, tx, {
        email,
        passwordHash,
        language: 'pt_BR',
        invitedBy: userId,
      })
      await sealIdentity(deps, tx, id, { name: 'Pessoa Convidada', cpf: randomCpf() })
      if (isValid) await adjustWallet(tx, { userId: id, depositSum: validInviteeDeposit }, deps.clock.now())
      return id
    })
    if (isValid) await playCounted(deps, invitee, { counted: validInviteeBets, daysAgo: 0 })
    emails.push(email)
  }
  return emails
}

/** The deposit sum of a player who has deposited, for rewards that require it. */
export async function ensureDeposited(deps: AppDeps, userId: string, least: Cents): Promise<void> {
  await deps.db.tx(async (tx) => {
    await lockWallet(tx, userId)
    const { depositSum } = await deps.ledger.wallet(tx, userId)
    if (depositSum < least) await adjustWallet(tx, { userId, depositSum: least }, deps.clock.now())
  })
}
