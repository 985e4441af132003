import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { orderCalls, type Destination } from '#contract/http/order.ts'
import {
  fromWirePrePay,
  toWireLimits,
  toWireOrder,
  toWirePrice,
  toWireRecord,
} from '#contract/http/orderResponses.ts'
import * as schema from '#contract/http/order.schema.ts'
import type { AppDeps } from '../deps.ts'
import { findLastOrder, findOrder, orderStatus, pendingOrder } from '../domain/payments/orders.ts'
import { cancelOrder } from '../domain/payments/cancelOrder.ts'
import { beginOrder, chargeOrder, finishOrder } from '../domain/payments/openOrder.ts'
import { closeOffers } from '../domain/payments/eligibility.ts'
import { listPackages } from '../domain/payments/packages.ts'
import { handlePaymentNotification } from '../domain/payments/payments.ts'
import { handlePayoutNotification } from '../domain/payments/payouts.ts'
import { pendingWithdrawal } from '../domain/payments/records.ts'
import { editKey, removeKey } from '../domain/payments/savedKeys.ts'
import { saveDestination, requestWithdrawal, withdrawalLimits } from '../domain/payments/withdrawals.ts'
import { isOwnerActing, isPasswordFresh } from '../domain/accounts/passwordChecks.ts'
import { profileOf } from '../config/jurisdictions.ts'
import { Refusal } from '../texts/refusal.ts'
import type { Caller } from '../http/caller.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { moneyEndpointInSteps } from '../http/endpoints/moneyEndpoint.ts'

const deposits = 'deposits'
const withdrawals = 'withdrawals'

export async function registerOrder(app: FastifyInstance, deps: AppDeps): Promise<void> {
  registerDeposits(app, deps)
  registerWithdrawals(app, deps)
  await deps.provider.registerRoutes(app, (notification) => handlePaymentNotification(deps, notification))
  await deps.payout.registerRoutes(app, (notification) => handlePayoutNotification(deps, notification))
}

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/**
 * The order with a payment URL that the client can frame, which must be on the client's origin. On the same
 * machine the server has several names (localhost, 127.0.0.1), so the URL gets the name from the request.
 */
function withRequestHost<Order extends { url: string }>(order: Order, { origin }: Caller): Order {
  const requested = new URL(origin)
  const url = new URL(order.url)
  if (!loopback.test(requested.hostname) || !loopback.test(url.hostname) || requested.port !== url.port)
    return order
  return { ...order, url: requested.origin + url.pathname + url.search }
}

function registerDeposits(app: FastifyInstance, deps: AppDeps): void {
  endpoint(
    app,
    deps,
    orderCalls.getPrices,
    schema.getPrices,
    async ({ player, query }) => {
      const { userId } = player
      const packages = await listPackages(deps, { userId, kind: query.curreny })
      return { data: packages.map(toWirePrice) }
    },
    { tag: deposits, summary: 'Packages on sale: of one kind, or all' },
  )
  moneyEndpointInSteps(
    app,
    deps,
    orderCalls.prePay,
    schema.prePay,
    () => {
      const id = randomUUID()
      return {
        begin: ({ userId, tx, params, body, caller }, { key, bodyHash }) => {
          // The form repeats the package of the path.
          if (body.pkgId !== undefined && body.pkgId !== params.pkgId) throw new Refusal('badRequest')
          const { language } = caller
          const { pkgId: packageId } = params
          return beginOrder(deps, tx, {
            ...fromWirePrePay(body),
            id,
            userId,
            packageId,
            language,
            key,
            bodyHash,
          })
        },
        ask: (begun, userId) => chargeOrder(deps, begun, userId),
        finish: async ({ tx, caller }, answer) => {
          const order = await finishOrder(deps, tx, answer)
          const { orderId, payNo, url, amount, expiredTime } = withRequestHost(toWireOrder(order), caller)
          return { data: { orderId, payNo, url, amount, expiredTime } }
        },
      }
    },
    {
      tag: deposits,
      summary: 'Opens an order; returns where and how much to pay. 409 while another one is pending',
    },
  )
  endpoint(
    app,
    deps,
    orderCalls.getStatus,
    schema.getStatus,
    async ({ player, params }) => {
      const { status, isExpired } = await orderStatus(deps, player.userId, params.orderId)
      return { data: { status, ...(isExpired && { expired: true as const }) } }
    },
    {
      tag: deposits,
      summary: 'Status of an order: 10 paid, 01 cancelled or expired, -01 failed, 00 pending',
    },
  )
  endpoint(
    app,
    deps,
    orderCalls.pending,
    schema.pending,
    async ({ player, caller }) => {
      const order = await pendingOrder(deps, deps.db, player.userId)
      return { data: order && withRequestHost(toWireOrder(order), caller) }
    },
    { tag: deposits, summary: 'The pending order, or null' },
  )
  endpoint(
    app,
    deps,
    orderCalls.open,
    schema.open,
    async ({ player: { userId }, caller }) => {
      const [order, withdrawal] = await Promise.all([
        pendingOrder(deps, deps.db, userId),
        pendingWithdrawal(deps, userId),
      ])
      return {
        data: {
          deposit: order && withRequestHost(toWireOrder(order), caller),
          withdrawal: withdrawal && toWireRecord(withdrawal),
        },
      }
    },
    { tag: deposits, summary: 'What is on its way: the pending order and the newest undecided withdrawal' },
  )
  endpoint(
    app,
    deps,
    orderCalls.cancel,
    schema.cancel,
    async ({ player, params }) => ({
      data: { status: await cancelOrder(deps, player.userId, params.orderId) },
      message: 'orderCancelled',
    }),
    { tag: deposits, summary: 'Cancels a pending order' },
  )
  endpoint(
    app,
    deps,
    orderCalls.closeOffer,
    schema.closeOffer,
    async ({ player }) => {
      await closeOffers(deps, player.userId)
      return { data: null }
    },
    { tag: deposits, summary: 'The player has closed the prompt of the bonus multiplier' },
  )
  endpoint(
    app,
    deps,
    orderCalls.detail,
    schema.detail,
    async ({ player: { userId }, params: { orderId } }) => {
      const order =
        orderId === 'last' ? await findLastOrder(deps, userId) : await findOrder(deps, userId, orderId)
      return { data: order && toWireOrder(order) }
    },
    { tag: deposits, summary: 'An order for its receipt; `last` is the newest paid one, or null' },
  )
}

function registerWithdrawals(app: FastifyInstance, deps: AppDeps): void {
  endpoint(
    app,
    deps,
    orderCalls.getWithdraw,
    schema.getWithdraw,
    async ({ player: { userId, session } }) => {
      const limits = await withdrawalLimits(deps, deps.db, userId)
      // Where only the player's own account is paid to, no key is new.
      const asksPassword = !profileOf(deps).ownAccountOnly && !(await isPasswordFresh(deps, deps.db, session))
      return { data: toWireLimits({ ...limits, asksPassword }) }
    },
    { tag: withdrawals, summary: 'What may be withdrawn now, the fee, and the stored destinations, masked' },
  )
  moneyEndpointInSteps(
    app,
    deps,
    orderCalls.withdraw,
    schema.withdraw,
    () => ({
      begin: ({ player, body, caller }) =>
        Promise.resolve({ session: player.session, proof: proofOf(body, caller) }),
      ask: ({ session, proof }) => isOwnerActing(deps, session, proof),
      finish: async ({ userId, tx, body }, isOwner) => {
        const { id, status, waitsForReview } = await requestWithdrawal(deps, tx, {
          userId,
          amount: body.amount,
          destination: toDestination(body),
          isOwner,
        })
        return {
          data: { orderId: id, status },
          message: waitsForReview ? 'withdrawReviewed' : 'withdrawRequested',
        }
      },
    }),
    {
      tag: withdrawals,
      summary:
        'Requests a withdrawal: the amount leaves the wallet at once. To a new key without `pwd` it waits for a review',
    },
  )
  endpoint(
    app,
    deps,
    orderCalls.setCard,
    schema.setCard,
    async ({ player, body, caller }) => {
      const isOwner = await isOwnerActing(deps, player.session, proofOf(body, caller))
      await saveDestination(deps, player.userId, toDestination(body), isOwner, body.label ?? null)
      return { data: null, message: 'destinationSaved' }
    },
    {
      tag: withdrawals,
      summary:
        'Saves a destination; an empty or masked key leaves the stored key as it is. `pwd` confirms the key',
    },
  )
  endpoint(
    app,
    deps,
    orderCalls.editCard,
    schema.editCard,
    async ({ player, params, body }) => {
      await editKey(deps, player.userId, params.cardId, body)
      return { data: null }
    },
    { tag: withdrawals, summary: 'Names a saved key, or makes it the one that a withdrawal begins with' },
  )
  endpoint(
    app,
    deps,
    orderCalls.removeCard,
    schema.removeCard,
    async ({ player, params }) => {
      await removeKey(deps, player.userId, params.cardId)
      return { data: null, message: 'savedKeyRemoved' }
    },
    { tag: withdrawals, summary: 'Forgets a saved key; withdrawals to it go on' },
  )
}

function proofOf({ pwd }: { pwd?: string }, { ip }: Caller): { password: string | undefined; ip: string } {
  return { password: pwd === '' ? undefined : pwd, ip }
}

/** `ifsc` is ignored: it repeats the key or the rate, which the server already has. */
function toDestination(body: {
  payCardBank: Destination['type']
  payCardNo: string
  name?: string
  whatsapp?: string
  cardId?: string
}): Destination {
  return {
    ...(body.cardId === undefined ? {} : { id: body.cardId }),
    type: body.payCardBank,
    key: body.payCardNo.trim(),
    holder: body.name ?? '',
    whatsapp: body.whatsapp ?? '',
  }
}
