import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { cnpj } from 'cpf-cnpj-validator'
import { ticketBet, withdrawal } from './flows.ts'
import type { Random } from './random.ts'
import { prePay, type Player, type Stage } from './Stage.ts'
import { dataOf, callOutcomeOf, isDecided, isFault, type CallResult, type Call } from './send.ts'

interface Entry {
  player: Player
  call: Call
  response: CallResult
}

const startCash = 500_000

/** Players who bet, deposit and withdraw without pauses. Every response is recorded. */
export class Load {
  readonly entries: Entry[] = []
  readonly players: Player[] = []
  readonly #stage: Stage
  readonly #random: Random
  readonly #urls: () => readonly string[]
  #matchId = ''
  #running: Promise<unknown> | undefined
  #isOver = false
  #acknowledged = 0
  #lastAt = 0
  #longestGapMs = 0

  /** Calls go to a random one of `urls`, by default to the stage's server. */
  constructor(stage: Stage, urls: () => readonly string[] = () => [stage.url]) {
    this.#stage = stage
    this.#urls = urls
    this.#random = stage.lab.random.fork()
  }

  async prepare(players: number): Promise<void> {
    this.#matchId = await this.#stage.match()
    for (let i = 0; i < players; i++)
      this.players.push(await this.#stage.player({ balance: startCash / 100 }))
  }

  start(): void {
    this.#isOver = false
    this.#running = Promise.all(this.players.map((player) => this.#play(player, this.#random.fork())))
  }

  /** Starts the measurement of `longestGapMs`. */
  watch(): void {
    this.#lastAt = performance.now()
    this.#longestGapMs = 0
  }

  /** The longest time since `watch` in which no call was acknowledged. */
  get longestGapMs(): number {
    return Math.max(this.#longestGapMs, performance.now() - this.#lastAt)
  }

  /** Stops the players and waits for their pending calls. */
  async end(): Promise<void> {
    this.#isOver = true
    await this.#running
  }

  /** How many calls were acknowledged. */
  get acknowledged(): number {
    return this.#acknowledged
  }

  /** Repeats the calls with an unknown outcome, with the same keys. Each must get a definite outcome now. */
  async repeatUnknown(): Promise<number> {
    const unknown = this.entries.filter(({ response }) => isFault(response))
    for (const entry of unknown) {
      entry.response = await this.#stage.send(entry.call)
      assert.ok(
        !isFault(entry.response),
        `a repeated ${entry.call.kind} got ${JSON.stringify(entry.response)}`,
      )
      if (isOpenOrder(entry)) await this.#pay(entry.player, entry.response, this.#stage.url)
    }
    return unknown.length
  }

  /** Checks that repeated calls get identical responses, and that every player's money matches the responses. */
  async verify(repeats = 40): Promise<void> {
    const keyed = this.entries.filter(({ call, response }) => call.key !== undefined && isDecided(response))
    for (const { call, response } of this.#random.shuffled(keyed).slice(0, repeats)) {
      assert.deepEqual(
        await this.#stage.send(call),
        response,
        `another response to the key of a ${call.kind}`,
      )
    }
    for (const player of this.players) await this.#verifyMoney(player)
  }

  async #verifyMoney(player: Player): Promise<void> {
    const acknowledged = this.entries.filter(
      (entry) => entry.player === player && callOutcomeOf(entry.response) === 'acknowledged',
    )
    const expected = acknowledged.reduce(
      (sum, { call, response }) => sum + changeOf(call, response),
      startCash,
    )
    const [wallet] = await this.#stage.db.read<{ money: number }>(
      'select cash + bonus as money from wallets where user_id = $1',
      [player.userId],
    )
    assert.equal(
      wallet?.money,
      expected,
      `${player.username} does not have the money that the ${acknowledged.length} responses add up to`,
    )
  }

  async #play(player: Player, random: Random): Promise<void> {
    while (!this.#isOver) {
      const url = random.pick(this.#urls())
      const call = { key: randomUUID(), ...this.#next(player, random) }
      const response = await this.#send(player, call, url)
      if (isOpenOrder({ call, response })) await this.#pay(player, response, url)
      // A server that is down refuses connections at once: without a pause the players would retry in a tight loop.
      if (isFault(response)) await new Promise((resolve) => setTimeout(resolve, 40))
    }
  }

  /** The provider's notification has no key: the notification itself may have only one effect. */
  async #pay(player: Player, order: CallResult, url: string): Promise<void> {
    const { orderId } = dataOf<{ orderId: string }>(order)
    const path = `/sandbox/api/orders/${orderId}/pay`
    await this.#send(player, { kind: 'deposit', path, body: {} }, url)
  }

  async #send(player: Player, call: Call, url: string): Promise<CallResult> {
    const response = await this.#stage.send(call, { url, timeoutMs: 20_000 })
    this.entries.push({ player, call, response })
    if (callOutcomeOf(response) === 'acknowledged') {
      this.#longestGapMs = this.longestGapMs
      this.#lastAt = performance.now()
      this.#acknowledged++
    }
    return response
  }

  #next(player: Player, random: Random): Call {
    const { token } = player
    const amount = random.integer(1, 20)
    const game = (kind: string, path: string, body: object) => ({
      kind,
      path: `/api/app/game/${path}`,
      body,
      token,
    })
    const share = random.next()
    if (share < 0.04) return prePay(token, { withGift: false })
    if (share < 0.06) return withdrawal(player, cnpj.generate())
    if (share < 0.1) return ticketBet(token, [this.#matchId], amount)
    return random.pick([
      () => game('dice bet', 'dice/bet', { amount, direction: 'over', chance: 50 }),
      () => game('limbo bet', 'limbo/bet', { amount, target: 2 }),
      () =>
        game('luckyColor bet', 'luckyColor/bet', {
          stakes: [{ pick: random.pick(['red', 'big', '3']), amount }],
        }),
      () => game('mines auto', 'mines/betPlay', { amount, mineCount: random.integer(1, 5), tiles: [0, 1] }),
      () => game('rowDouble auto', 'rowDouble/betPlay', { amount, mode: 'hard', tiles: [0] }),
    ])()
  }
}

const isOpenOrder = ({ call, response }: Pick<Entry, 'call' | 'response'>) =>
  call.kind === 'order' && response.hasResponse && response.http === 200

/** What an acknowledged call adds to the sum of both wallets, in cents. The sum, because a bonus may become cash. */
function changeOf(call: Call, response: CallResult): number {
  if (call.kind === 'order') return 0
  if (call.kind === 'deposit') return 10_000
  if (call.kind === 'withdrawal') return -6_000
  const { amount, payout, status } = dataOf<{ amount: number; payout: number; status?: string }>(response)
  const paid = status === 'won' ? payout : 0
  return Math.round(paid * 100) - Math.round(amount * 100)
}
