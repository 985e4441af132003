import assert from 'node:assert/strict'
import { cents, type WalletName } from '#contract/money.ts'
import { slotReturn } from '#contract/games/slotReturn.ts'
import { toNumber } from '#contract/rational.ts'
import { countedInGame, edgeOf } from '#contract/rules/gameEdge.ts'
import { checkInTurnover } from '#contract/rules/checkIn.ts'
import type { Model, Operation, Outcome } from '../../ledger/model.ts'
import { ticketBet, withdrawal } from '../harness/flows.ts'
import type { Random } from '../harness/random.ts'
import type { Player, Stage } from '../harness/Stage.ts'
import { dataOf, callOutcomeOf, type Call } from '../harness/send.ts'

/** A player and their model. */
export interface Gambler {
  player: Player
  model: Model
  cnpj: string
  slotToken: string
  /** A player gets the bonus of the package once. */
  hadBonus: boolean
  nextRef(): number
  apply(operation: Operation): Outcome
  key(): string
}

export interface Action {
  name: string
  /** Performs the action on the server and in the model; returns its outcome. */
  run(stage: Stage, gambler: Gambler, random: Random): Promise<string>
}

interface Round {
  roundId: string
  amount: number
  payout: number
  status: 'open' | 'won' | 'lost'
  outcome?: Record<string, unknown>
}

export const toCents = (amount: number) => Math.round(amount * 100)

/** Names of the wallets on the wire. */
const wireWallet = { cash: 'balance', bonus: 'freeBalance' } as const

/** Calls the server; returns undefined when it refuses. The caller checks that the model refuses too. */
export async function callServer<Data>(
  stage: Stage,
  gambler: Gambler,
  call: Call,
): Promise<Data | undefined> {
  const response = await stage.send({ ...call, key: gambler.key() })
  const outcome = callOutcomeOf(response)
  assert.notEqual(outcome, 'unknown', JSON.stringify(response))
  return outcome === 'acknowledged' ? dataOf<Data>(response) : undefined
}

const resultOf = (outcome: Outcome) => (outcome === 'done' ? 'done' : 'refused')

/** An instant bet. `counts` returns the part of a stake that counts towards the turnover, in cents. */
function instant(
  name: string,
  body: (amount: number) => object,
  {
    path,
    counts = inGame('dice'),
    token,
  }: {
    path: string
    counts?: (stake: number) => number
    token?: (gambler: Gambler) => string
  },
): Action {
  return {
    name,
    async run(stage, gambler, random) {
      const [stake, wallet] = [random.integer(1, 40) * 100, pickWallet(random)]
      const round = await callServer<Round>(stage, gambler, {
        kind: name,
        path,
        body: { ...body(stake / 100), wallet: wireWallet[wallet] },
        token: token ? token(gambler) : gambler.player.token,
      })
      const payout = round?.status === 'won' ? toCents(round.payout) : 0
      const outcome = gambler.apply({
        op: 'play',
        ref: gambler.nextRef(),
        stake,
        payout,
        wallet,
        counts: counts(stake),
      })
      assert.equal(round ? 'done' : 'insufficient', outcome, `${name}: the server and the model disagree`)
      return resultOf(outcome)
    },
  }
}

/** How much of a stake counts in a game, in cents. */
const inGame =
  (game: string) =>
  (stake: number): number =>
    countedInGame(cents(stake), edgeOf(game, null))

const pickWallet = (random: Random): WalletName => (random.chance(0.75) ? 'cash' : 'bonus')

/** Holds a stake; `end` ends the round and returns its payout in cents. It counts by the edge of `game` unless `counts` is set. */
export function held(
  name: string,
  game: string,
  bet: (stage: Stage, gambler: Gambler, stake: number, wallet: WalletName) => Promise<Call>,
  end: (
    stage: Stage,
    gambler: Gambler,
    round: Record<string, string>,
    random: Random,
  ) => Promise<{ payout: number; counts?: number } | 'refund'>,
): Action {
  return {
    name,
    async run(stage, gambler, random) {
      const [amount, wallet, ref] = [random.integer(1, 40) * 100, pickWallet(random), gambler.nextRef()]
      const call = await bet(stage, gambler, amount / 100, wallet)
      const round = await callServer<Record<string, string>>(stage, gambler, call)
      const outcome = gambler.apply({ op: 'hold', ref, amount, wallet })
      assert.equal(round ? 'done' : 'insufficient', outcome, `${name}: the server and the model disagree`)
      if (!round) return 'refused'
      const ended = await end(stage, gambler, round, random)
      if (ended === 'refund') gambler.apply({ op: 'refund', ref })
      else
        gambler.apply({
          op: 'settle',
          ref,
          payout: ended.payout,
          counts: ended.counts ?? inGame(game)(amount),
        })
      return ended === 'refund' ? 'refunded' : ended.payout > 0 ? 'won' : 'lost'
    },
  }
}

const gamePath = (path: string) => `/api/app/game/${path}`

/** Opens one tile and cashes out if it was safe. */
const revealed = (game: 'mines' | 'rowDouble', bet: object, step: [call: string, tile: object]): Action =>
  held(
    `${game} round`,
    game,
    (_stage, { player }, amount, wallet) =>
      Promise.resolve({
        kind: `${game} bet`,
        path: gamePath(`${game}/bet`),
        body: { amount, wallet: wireWallet[wallet], ...bet },
        token: player.token,
      }),
    async (stage, { player: { token } }, { roundId }) => {
      const [word, tile] = step
      const after = await stage.done<Round>({
        kind: `${game} ${word}`,
        path: gamePath(`${game}/${word}`),
        body: { roundId, ...tile },
        token,
      })
      if (after.status !== 'open') return { payout: toCents(after.status === 'won' ? after.payout : 0) }
      const path = gamePath(`${game}/cashOut`)
      const out = await stage.done<Round>({ kind: `${game} cashOut`, path, body: { roundId }, token })
      return { payout: toCents(out.payout) }
    },
  )

const ticketEnds = ['won', 'lost', 'void', 'cash-out', 'cash-out in parts'] as const

const ticket = (legs: 1 | 2): Action => {
  const matches: string[] = []
  return held(
    legs === 1 ? 'single' : 'parlay',
    'sports',
    async (stage, { player }, amount, wallet) => {
      matches.splice(0)
      for (let i = 0; i < legs; i++) matches.push(await stage.match())
      const call = ticketBet(player.token, matches, amount)
      return { ...call, body: { ...(call.body as object), wallet: wireWallet[wallet] } }
    },
    async (stage, { player: { token } }, { ticketId, amount }, random) => {
      const end = random.pick(ticketEnds)
      const stake = toCents(Number(amount))
      if (end === 'cash-out') {
        const path = '/api/app/sports/cashOut'
        const { payout } = await stage.done<{ payout: number }>({
          kind: 'ticket cash-out',
          path,
          body: { ticketId, amount: 0 },
          token,
        })
        // A price far from the model's can make the value more than twice the stake, which counts once.
        return {
          payout: toCents(payout),
          counts: Math.min(inGame('sports')(stake), Math.abs(toCents(payout) - stake)),
        }
      }
      if (end === 'cash-out in parts') {
        const part = Math.max(100, Math.floor(stake / 3))
        const isDivisible = stake - part >= 100
        const call = { kind: 'ticket part cash-out', path: '/api/app/sports/cashOut', token }
        let first = 0
        if (isDivisible) {
          const body = { ticketId, amount: 0, part: part / 100 }
          first = toCents((await stage.done<{ cashedPaid: number }>({ ...call, body })).cashedPaid)
        }
        const rest = stake - (isDivisible ? part : 0)
        const body = { ticketId, amount: 0 }
        const last = toCents((await stage.done<{ payout: number }>({ ...call, body })).payout)
        const counts = Math.min(inGame('sports')(rest), Math.abs(last - rest))
        return {
          payout: first + last,
          counts: counts + (isDivisible ? Math.min(inGame('sports')(part), Math.abs(first - part)) : 0),
        }
      }
      for (const matchId of matches) {
        await stage.sandbox.scriptMatch(
          end === 'void'
            ? { matchId, period: -10 }
            : {
                matchId,
                homeScore: end === 'won' ? 1 : 0,
                awayScore: 1 - Number(end === 'won'),
                finish: true,
              },
        )
      }
      // Runs the jobs.
      await stage.control('clock', { advanceMs: 0 })
      if (end === 'void') return 'refund'
      return { payout: end === 'won' ? stake * 2 ** legs : 0 }
    },
  )
}

/** A claim that pays once; later claims are refused. `turnover` is the factor by which the amount adds turnover. */
const claim = (name: string, path: string, wallet: WalletName, turnover: number): Action => ({
  name,
  async run(stage, gambler) {
    const body = name === 'promotion' ? { id: '1' } : {}
    const call = { kind: name, path: `/api/app/${path}`, body, token: gambler.player.token }
    const paid = await callServer<{ amount: number }>(stage, gambler, call)
    if (!paid) return 'refused'
    const amount = toCents(paid.amount)
    gambler.apply({ op: 'grant', ref: gambler.nextRef(), amount, wallet, turnover: amount * turnover })
    return 'done'
  },
})

export const actions: readonly Action[] = [
  instant('dice', (amount) => ({ amount, direction: 'over', chance: 50 }), { path: gamePath('dice/bet') }),
  instant('safe dice', (amount) => ({ amount, direction: 'under', chance: 95 }), {
    path: gamePath('dice/bet'),
    counts: (stake) => inGame('dice')(Math.floor(stake / 20)),
  }),
  instant('limbo', (amount) => ({ amount, target: 2 }), { path: gamePath('limbo/bet') }),
  instant('luckyColor', (amount) => ({ stakes: [{ pick: 'big', amount }] }), {
    path: gamePath('luckyColor/bet'),
    counts: inGame('luckyColor'),
  }),
  instant('mines', (amount) => ({ amount, mineCount: 10, tiles: [0, 7] }), {
    path: gamePath('mines/betPlay'),
  }),
  instant('rowDouble', (amount) => ({ amount, mode: 'hard', tiles: [0] }), {
    path: gamePath('rowDouble/betPlay'),
  }),
  instant('slot', (amount) => ({ amount, gameCode: 'carnaval' }), {
    path: '/api/games/slots/spin',
    counts: (stake) =>
      countedInGame(cents(stake), edgeOf('carnaval', toNumber(slotReturn('carnaval').total))),
    token: ({ slotToken }) => slotToken,
  }),
  revealed('mines', { mineCount: 10 }, ['open', { tile: 3 }]),
  revealed('rowDouble', { mode: 'hard' }, ['pick', { row: 0, tile: 1 }]),
  held(
    'double',
    'double',
    async (stage, { player }, amount, wallet) => {
      await stage.sandbox.openDoubleRound()
      const body = { amount, colour: 'red', wallet: wireWallet[wallet] }
      return { kind: 'double bet', path: gamePath('double/bet'), body, token: player.token }
    },
    async (stage, { player: { token } }, { roundId }) => {
      const [round] = await stage.sandbox.doubleRounds()
      if (round) await stage.sandbox.landDoubleWheel(round)
      const ended = await stage.get<Round>(token, gamePath(`round/${roundId}`))
      assert.notEqual(ended.status, 'open', 'a round of double has landed but is not settled')
      return { payout: ended.status === 'won' ? toCents(ended.payout) : 0 }
    },
  ),
  ticket(1),
  ticket(2),
  claim('check-in', 'rewards/signIn/claim', 'bonus', checkInTurnover),
  claim('gift', 'main/claimGift', 'bonus', 2),
  claim('promotion', 'promotions/claim', 'bonus', 2),
  {
    name: 'deposit',
    async run(stage, gambler, random) {
      const withGift = !gambler.hadBonus
      const { orderId } = await stage.openOrder(gambler.player, { withGift })
      if (random.chance(0.3)) {
        await stage.done({
          kind: 'cancel order',
          path: `/api/app/order/cancel/${orderId}`,
          body: {},
          token: gambler.player.token,
        })
        if (random.chance(0.5)) return 'cancelled'
      }
      // A payment that arrives is credited even after the player has cancelled the order.
      await stage.done(await stage.notification(orderId))
      const ref = gambler.nextRef()
      const bonus = withGift ? 15 : 0
      gambler.apply({
        op: 'deposit',
        ref,
        principal: 10_000,
        bonus,
        turnover: 10_000 + 2 * bonus,
        discount: 0,
      })
      gambler.hadBonus = true
      return 'done'
    },
  },
  {
    name: 'withdrawal',
    async run(stage, gambler, random) {
      const ref = gambler.nextRef()
      const requested = await callServer<{ orderId: string }>(
        stage,
        gambler,
        withdrawal(gambler.player, gambler.cnpj),
      )
      // The model does not know every reason for a refusal, such as the number of withdrawals per day.
      if (!requested) return 'refused'
      assert.equal(
        gambler.apply({ op: 'withdraw', ref, amount: 6_000 }),
        'done',
        'the model refuses this withdrawal',
      )
      const word = random.pick(['approve', 'refuse'] as const)
      const path = `/sandbox/api/withdrawals/${requested.orderId}/${word}`
      await stage.done({ kind: `${word} withdrawal`, path, body: {} })
      gambler.apply(word === 'approve' ? { op: 'pay', ref, fee: 0 } : { op: 'back', ref })
      return word
    },
  },
  {
    name: 'order',
    async run(stage, { player, hadBonus }) {
      const { orderId } = await stage.openOrder(player, { withGift: !hadBonus })
      await stage.done(await stage.notification(orderId, { result: 'failed' }))
      return 'failed'
    },
  },
]
