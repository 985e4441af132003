import { randomUUID } from 'node:crypto'
import { limboCounted, limboRtp } from '#contract/games/limbo.ts'
import { MAX_STAKE } from '#contract/games/gameCodes.ts'
import {
  add,
  cents,
  fromWireAmount,
  min,
  subtract,
  ZERO,
  type Cents,
  type WalletName,
} from '#contract/money.ts'
import { toNumber } from '#contract/rational.ts'
import { countedFraction, edgeOf } from '#contract/rules/gameEdge.ts'
import { playInstant } from '#server/games/rounds.ts'
import { settleSandboxPayment } from '#server/providers/payment/sandbox/settle.ts'
import { discountReturning } from '#server/domain/rewards/returnDiscounts.ts'
import { offerMultiplier } from '#server/domain/rewards/multiplierOffers.ts'
import { playerActor } from '#server/ledger/ledger.ts'
import type { TestPlayer, TestServer } from '../server/helpers/testServer.ts'

/** What a bot does with a deposit, and how much it bets besides. */
export interface Strategy {
  name: string
  /**
   * `longShot`: everything is staked at long odds. The principal costs its edge once, and the turnover that is left
   * disappears with the money. `grind`: the turnover is met, and the bonus is released.
   */
  exit: 'longShot' | 'grind'
  /** Which package it buys first: the one with the largest share of bonus, or the dearest. */
  first: 'share' | 'price'
  /** Bets of every day, in cents as far as they count: for what a day's bets earn. */
  daily: Cents
}

/** Limbo at two times has the lowest edge of all games, and the one that counts the most for its risk. */
const target = 2
const rtp = toNumber(limboRtp(target))
const fraction = countedFraction(edgeOf('limbo', null))

interface Price {
  pkgId: string
  price: number
  gift: number
  curreny: string
}

/** One person with one account. Random outcomes are replaced by their expectation: a bet of 100 at 99 % pays 99. */
export class Bot {
  readonly #server: TestServer
  readonly #strategy: Strategy
  #player: TestPlayer
  /** Money outside of the account, in cents. */
  #purse: Cents
  #staked = ZERO

  constructor(server: TestServer, player: TestPlayer, strategy: Strategy, purse: Cents) {
    this.#server = server
    this.#player = player
    this.#strategy = strategy
    this.#purse = purse
  }

  get userId(): string {
    return this.#player.userId
  }

  /** What is staked so far, in cents. */
  get staked(): Cents {
    return this.#staked
  }

  /** A day: claims whatever there is, deposits, bets, and takes out what it can. */
  async playDay(): Promise<void> {
    const { deps } = this.#server
    this.#player = await this.#server.login(this.#player)
    // What a connection starts.
    await discountReturning(deps, this.userId)
    await offerMultiplier(deps, this.userId, () => {})
    await this.#claimAll()
    const prices = await this.#get<Price[]>('/api/app/order/getPrices')
    const withBonus = prices
      .filter(({ gift, price, curreny }) => (gift > 0 || curreny === 'EXPPAY') && this.#canPay(price))
      .sort((a, b) =>
        this.#strategy.first === 'share' ? b.gift / b.price - a.gift / a.price : b.price - a.price,
      )
    let isBought = false
    for (const { pkgId } of withBonus) {
      isBought = await this.#buy(pkgId)
      if (isBought) break
    }
    if (!isBought && this.#strategy.daily > ZERO) {
      const largest = prices.filter(({ price }) => this.#canPay(price)).sort((a, b) => b.price - a.price)
      for (const { pkgId } of largest) if (await this.#buy(pkgId)) break
    }
    await this.#bet(cents(Math.ceil(this.#strategy.daily / fraction)))
    if (this.#strategy.exit === 'grind') await this.#meetTurnover()
    else await this.#stakeAll()
    await this.#takeOut()
  }

  /** Everything that is left, at its expected value; ends the play. */
  async leave(): Promise<Cents> {
    this.#player = await this.#server.login(this.#player)
    await this.#claimAll()
    await this.#takeOut()
    await this.#stakeAll()
    return this.#purse
  }

  async #claimAll(): Promise<void> {
    const { list } = await this.#get<{ list: { id: string; state: string }[] }>('/api/app/promotions')
    for (const { id, state } of list)
      if (state === 'available') await this.#post('/api/app/promotions/claim', { id })
    const { steps } = await this.#get<{ steps: { people: number; state: string }[] }>('/api/app/agent/ladder')
    for (const { people, state } of steps)
      if (state === 'ready') await this.#post('/api/app/agent/ladder/claim', { people })
    for (const path of claimsWithoutBody) await this.#post(path)
  }

  #canPay(price: number): boolean {
    return price > 0 && fromWireAmount(price) <= this.#purse
  }

  async #buy(pkgId: string): Promise<boolean> {
    const { httpStatus, data } = await this.#server.call<{ orderId: string; amount: number }>(
      'POST',
      `/api/app/order/prePay/${pkgId}`,
      { player: this.#player, body: { gift: 1, pkgId, isapp: 0 }, form: true, key: randomUUID() },
    )
    if (httpStatus !== 200) return false
    this.#purse = subtract(this.#purse, fromWireAmount(data.amount))
    await settleSandboxPayment(this.#server.app, this.#server.deps, data.orderId, 'pay')
    return true
  }

  #wallet() {
    return this.#server.deps.ledger.wallet(this.#server.deps.db, this.userId)
  }

  /** Bets `amount` from cash, as far as it lasts. */
  async #bet(amount: Cents): Promise<void> {
    for (let left = amount; left >= 10;) {
      const { cash } = await this.#wallet()
      const stake = min(left, cash)
      if (stake < 10) return
      left = subtract(left, await this.#stake('cash', stake, expected))
    }
  }

  async #meetTurnover(): Promise<void> {
    for (;;) {
      const { cash, turnoverLeft } = await this.#wallet()
      if (turnoverLeft === 0 || cash < 10) return
      await this.#stake(
        'cash',
        cents(Math.max(10, Math.min(cash, Math.ceil(turnoverLeft / fraction)))),
        expected,
      )
    }
  }

  /** A long shot loses the money in the account almost surely; what it pays on average is in the purse. */
  async #stakeAll(): Promise<void> {
    for (const wallet of ['cash', 'bonus'] as const) {
      for (;;) {
        const left = (await this.#wallet())[wallet]
        if (left < 10) break
        const stake = await this.#stake(wallet, left, () => ZERO)
        this.#purse = add(this.#purse, expected(stake))
      }
    }
  }

  async #takeOut(): Promise<void> {
    const { deps } = this.#server
    const { withdrawable } = await this.#wallet()
    if (withdrawable === ZERO) return
    const withdrawal = { userId: this.userId, actor: playerActor(this.userId), withdrawalId: randomUUID() }
    // Without the fee, the minimum and the count a day, which only make it worse.
    await deps.ledger.holdWithdrawal(deps.db, { ...withdrawal, amount: withdrawable })
    await deps.ledger.completeWithdrawal(deps.db, { ...withdrawal, fee: ZERO })
    this.#purse = add(this.#purse, withdrawable)
  }

  async #stake(wallet: WalletName, wanted: Cents, payoutOf: (stake: Cents) => Cents): Promise<Cents> {
    const stake = min(wanted, MAX_STAKE)
    const payout = payoutOf(stake)
    await this.#server.deps.db.tx((tx) =>
      playInstant(this.#server.deps, tx, this.userId, {
        game: 'limbo',
        amount: stake,
        wallet,
        params: { target },
        decide: () => ({
          outcome: { result: target },
          payout,
          multiplier: payout / stake,
          counted: limboCounted(stake, { target }),
        }),
      }),
    )
    this.#staked = add(this.#staked, stake)
    return stake
  }

  async #get<Data>(url: string): Promise<Data> {
    const { data, httpStatus, message } = await this.#server.call<Data>('GET', url, { player: this.#player })
    if (httpStatus !== 200) throw new Error(`${url}: ${httpStatus} ${message}`)
    return data
  }

  /** A claim that is not ready, taken or not offered is refused: then there is nothing to have. */
  async #post(url: string, body: object = {}): Promise<void> {
    const { httpStatus, message } = await this.#server.call('POST', url, { player: this.#player, body })
    if (![200, 400, 404, 409].includes(httpStatus)) throw new Error(`${url}: ${httpStatus} ${message}`)
  }
}

const claimsWithoutBody = [
  '/api/app/main/claimGift',
  '/api/app/rewards/signIn/claim',
  '/api/app/rewards/rebate/claim',
  '/api/app/agent/claim',
]

/** The calls that the bot claims rewards with. */
export const knownClaims = [...claimsWithoutBody, '/api/app/promotions/claim', '/api/app/agent/ladder/claim']

function expected(stake: Cents): Cents {
  return cents(Math.floor(stake * rtp))
}
