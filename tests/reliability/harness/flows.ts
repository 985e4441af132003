import { claimFlows } from './claimFlows.ts'
import type { Flow } from './Flow.ts'
import { registration } from './registration.ts'
import { homeWins, prePay, type Player, type Stage } from './Stage.ts'
import type { Call } from './send.ts'
import { thirdPartyFlows } from './thirdParty.ts'

const game = (name: string, path: string, body: object): Flow => ({
  name,
  prepare: (_stage, { token }) => Promise.resolve({ kind: name, path: `/api/app/game/${path}`, body, token }),
})

async function openRound(stage: Stage, token: string, path: string, body: object): Promise<string> {
  const { roundId } = await stage.done<{ roundId: string }>({
    kind: path.replace('/', ' '),
    path: `/api/app/game/${path}`,
    body,
    token,
  })
  return roundId
}

/** These tiles are safe with the seeds of the test players, so the round wins. */
const minesTiles = [0, 1]

export const ticketBet = (token: string, matchIds: readonly string[], amount = 10): Call => ({
  kind: matchIds.length === 1 ? 'single' : 'parlay',
  path: '/api/app/sports/bet',
  body: { amount, policy: 'ask', legs: matchIds.map((matchId) => ({ matchId, key: homeWins, odds: 2 })) },
  token,
})

/** A company's payout key that many players use, so that only an operator, and no job, can approve the withdrawal. */
const sharedCnpj = '11.222.333/0001-81'

/** R$ 60. */
export const withdrawal = ({ token }: Player, cnpj = sharedCnpj): Call => ({
  kind: 'withdrawal',
  path: '/api/app/order/withdraw',
  body: {
    payCardBank: 'CNPJ',
    payCardNo: cnpj,
    ifsc: '',
    name: 'Ana',
    whatsapp: '+5511987654321',
    amount: 60,
  },
  token,
})

async function decision(stage: Stage, player: Player, word: 'approve' | 'refuse'): Promise<Call> {
  const { orderId } = await stage.done<{ orderId: string }>(withdrawal(player))
  return { kind: `${word} withdrawal`, path: `/sandbox/api/withdrawals/${orderId}/${word}`, body: {} }
}

/** Every call that moves money, and the registration that opens its wallet. */
export const flows: readonly Flow[] = [
  game('dice bet', 'dice/bet', { amount: 10, direction: 'over', chance: 50 }),
  game('limbo bet', 'limbo/bet', { amount: 10, target: 2 }),
  game('luckyColor bet', 'luckyColor/bet', {
    stakes: [
      { pick: 'red', amount: 10 },
      { pick: '7', amount: 5 },
    ],
  }),
  game('mines bet', 'mines/bet', { amount: 10, mineCount: 3 }),
  game('mines auto', 'mines/betPlay', { amount: 10, mineCount: 3, tiles: minesTiles }),
  game('rowDouble bet', 'rowDouble/bet', { amount: 10, mode: 'hard' }),
  game('rowDouble auto', 'rowDouble/betPlay', { amount: 10, mode: 'easy', tiles: [0] }),
  ...(['open', 'cashOut'] as const).map((last): Flow => ({
    name: `mines ${last}`,
    async prepare(stage, { token }) {
      const roundId = await openRound(stage, token, 'mines/bet', { amount: 10, mineCount: 1 })
      const open = {
        kind: 'mines open',
        path: '/api/app/game/mines/open',
        body: { roundId, tile: minesTiles[0] },
        token,
      }
      if (last === 'open') return open
      await stage.done(open)
      return { kind: 'mines cashOut', path: '/api/app/game/mines/cashOut', body: { roundId }, token }
    },
  })),
  ...(['pick', 'cashOut'] as const).map((last): Flow => ({
    name: `rowDouble ${last}`,
    async prepare(stage, { token }) {
      const roundId = await openRound(stage, token, 'rowDouble/bet', { amount: 10, mode: 'easy' })
      const pick = {
        kind: 'rowDouble pick',
        path: '/api/app/game/rowDouble/pick',
        body: { roundId, row: 0, tile: 1 },
        token,
      }
      if (last === 'pick') return pick
      await stage.done(pick)
      return { kind: 'rowDouble cashOut', path: '/api/app/game/rowDouble/cashOut', body: { roundId }, token }
    },
  })),
  {
    name: 'double bet',
    async prepare(stage, { token }) {
      await stage.sandbox.openDoubleRound()
      return {
        kind: 'double bet',
        path: '/api/app/game/double/bet',
        body: { amount: 10, colour: 'red' },
        token,
      }
    },
  },
  {
    name: 'slot spin',
    async prepare(stage, player) {
      const body = { gameCode: 'carnaval', amount: 10 }
      return { kind: 'slot spin', path: '/api/games/slots/spin', body, token: await stage.enterSlot(player) }
    },
  },
  { name: 'single', prepare: async (stage, { token }) => ticketBet(token, [await stage.match()]) },
  {
    name: 'parlay',
    prepare: async (stage, { token }) => ticketBet(token, [await stage.match(), await stage.match()]),
  },
  {
    name: 'ticket cash-out',
    async prepare(stage, { token }) {
      const { ticketId } = await stage.done<{ ticketId: string }>(ticketBet(token, [await stage.match()]))
      return {
        kind: 'ticket cash-out',
        path: '/api/app/sports/cashOut',
        body: { ticketId, amount: 0 },
        token,
      }
    },
  },
  {
    name: 'ticket part cash-out',
    async prepare(stage, { token }) {
      const { ticketId } = await stage.done<{ ticketId: string }>(ticketBet(token, [await stage.match()]))
      return {
        kind: 'ticket part cash-out',
        path: '/api/app/sports/cashOut',
        body: { ticketId, amount: 0, part: 4 },
        token,
      }
    },
  },
  { name: 'order', prepare: (_stage, { token }) => Promise.resolve(prePay(token)) },
  {
    name: 'cancelled order',
    repeated: 200,
    async prepare(stage, player) {
      const { orderId } = await stage.openOrder(player)
      return { kind: 'cancel order', path: `/api/app/order/cancel/${orderId}`, body: {}, token: player.token }
    },
  },
  {
    name: 'deposit',
    repeated: 200,
    prepare: async (stage, player) => stage.notification((await stage.openOrder(player)).orderId),
  },
  { name: 'withdrawal', prepare: (_stage, player) => Promise.resolve(withdrawal(player)) },
  {
    name: 'approved withdrawal',
    repeated: 409,
    prepare: (stage, player) => decision(stage, player, 'approve'),
  },
  {
    name: 'refused withdrawal',
    repeated: 409,
    prepare: (stage, player) => decision(stage, player, 'refuse'),
  },
  {
    name: 'voucher',
    isPaidOnce: true,
    async prepare(stage, { token }) {
      const { code } = await stage.done<{ code: string }>({
        kind: 'new voucher',
        path: '/sandbox/api/vouchers',
        body: { amount: 50 },
      })
      return { kind: 'voucher', path: '/api/app/vouchers/redeem', body: { code }, token }
    },
  },
  ...claimFlows,
  ...thirdPartyFlows,
  registration,
]

/** The flows whose calls carry an idempotency key. */
export const keyedFlows = flows.filter(({ repeated }) => repeated === undefined)
