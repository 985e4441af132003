import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Lab } from '../harness/Lab.ts'
import { Stage, type Player } from '../harness/Stage.ts'
import type { CallResult } from '../harness/send.ts'
import { enterGame, providerCall } from '../harness/thirdParty.ts'
import { ProviderModel, type Outcome, type Transaction } from './ProviderModel.ts'

const stake = 10_00
const payout = 25_00
/** The starting balance, in cents. */
const cash = 100_00

/** The calls of one round, by their names in the sequences. `other`: with another transaction id. */
const transactions = {
  debit: { kind: 'debit', id: 'debit', amount: stake },
  'other debit': { kind: 'debit', id: 'other debit', amount: stake },
  'changed debit': { kind: 'debit', id: 'debit', amount: stake * 2 },
  credit: { kind: 'credit', id: 'credit', amount: payout },
  'other credit': { kind: 'credit', id: 'other credit', amount: payout },
  'changed credit': { kind: 'credit', id: 'credit', amount: payout + 1 },
  rollback: { kind: 'rollback', id: 'rollback', debitId: 'debit' },
  'other rollback': { kind: 'rollback', id: 'other rollback', debitId: 'debit' },
  'rollback of the credit': { kind: 'rollback', id: 'rollback', debitId: 'credit' },
} as const satisfies Record<string, Transaction>

type Step = keyof typeof transactions
const steps = Object.keys(transactions) as Step[]

/** Typical sequences of a provider's calls; random ones are added. */
const fixedSequences: readonly Step[][] = [
  ['debit', 'debit', 'credit', 'credit'],
  ['debit', 'rollback', 'rollback', 'other rollback'],
  ['credit', 'debit', 'credit'],
  ['rollback', 'debit', 'rollback', 'debit', 'credit'],
  ['debit', 'credit', 'rollback', 'credit'],
  ['debit', 'rollback', 'credit', 'debit'],
  ['debit', 'changed debit', 'other debit', 'changed credit', 'credit', 'other credit'],
  ['debit', 'credit', 'rollback of the credit', 'rollback'],
]

/** With more concurrent calls there would be too many possible orders to try. */
const maxConcurrent = 6
const burstSize = 10

/**
 * Makes a game provider's calls about a round in any order, repeated, with changed values, and concurrently. Every
 * response and the wallet must match the model in the order of the calls; for concurrent calls, in one of the possible
 * orders.
 */
export async function gameProviders(lab: Lab, random = 10): Promise<{ rounds: number; moved: number }> {
  const { db, url: DATABASE_URL } = await lab.database()
  const server = await lab.server({ DATABASE_URL, DATA_DIR: await lab.folder() })
  const stage = new Stage(lab, db, server.url)
  const generated = Array.from({ length: random }, () =>
    Array.from({ length: lab.random.integer(2, maxConcurrent) }, () => lab.random.pick(steps)),
  )
  const sequences = [...fixedSequences, ...generated]
  let moved = 0
  for (const [i, sequence] of sequences.entries()) {
    const round = await ProviderRound.open(stage)
    const isConcurrent = i >= fixedSequences.length && i % 2 === 0
    const change = await (isConcurrent ? round.playConcurrently(sequence) : round.play(sequence))
    if (change !== 0) moved++
  }
  await burst(stage)
  await lab.checkMoney(db)
  return { rounds: sequences.length, moved }
}

/** Sends many equal debits at once, then many credits and rollbacks at once. Of each burst only one takes effect. */
async function burst(stage: Stage): Promise<void> {
  const round = await ProviderRound.open(stage)
  const repeat = (step: Step) => Array<Step>(burstSize).fill(step)
  const debits = await round.send(repeat('debit'))
  assert.equal(debits.filter(isFirst).length, 1, `not one debit: ${JSON.stringify(debits)}`)
  assert.ok(debits.every(isDone), JSON.stringify(debits))
  const ends = await round.send([...repeat('credit'), ...repeat('rollback')])
  const [credits, rollbacks] = [ends.slice(0, burstSize), ends.slice(burstSize)]
  const [winners, losers] = credits.some(isDone) ? [credits, rollbacks] : [rollbacks, credits]
  assert.ok(winners.every(isDone) && !losers.some(isDone), `both: ${JSON.stringify(ends)}`)
  assert.equal(winners.filter(isFirst).length, 1, `not one end: ${JSON.stringify(ends)}`)
  assert.deepEqual(await round.wallet(), { cash: cash + (winners === credits ? payout - stake : 0), held: 0 })
}

const isDone = ({ http }: Outcome) => http === 200
const isFirst = (outcome: Outcome) => isDone(outcome) && outcome.duplicate === false

/** A round at the provider, and its player. */
class ProviderRound {
  readonly #stage: Stage
  readonly #player: Player
  readonly #token: string
  /** The provider's id of the round, which also makes its transaction ids unique. */
  readonly #roundId = randomUUID()

  private constructor(stage: Stage, player: Player, token: string) {
    this.#stage = stage
    this.#player = player
    this.#token = token
  }

  static async open(stage: Stage): Promise<ProviderRound> {
    const player = await stage.player({ balance: cash / 100 })
    return new ProviderRound(stage, player, await enterGame(stage, player))
  }

  /** Cents. */
  async wallet(): Promise<{ cash: number; held: number } | undefined> {
    const [row] = await this.#stage.db.read<{ cash: number; held: number }>(
      'select cash, hold_round_cash as held from wallets where user_id = $1',
      [this.#player.userId],
    )
    return row
  }

  /** Makes all calls at once. */
  send(sequence: readonly Step[]): Promise<Outcome[]> {
    return Promise.all(sequence.map(async (step) => outcomeOf(await this.#call(step))))
  }

  /** Makes the calls one after the other; returns the change of the cash wallet in cents. */
  async play(sequence: readonly Step[]): Promise<number> {
    const model = new ProviderModel(cash)
    for (const [i, step] of sequence.entries()) {
      const [outcome] = await this.send([step])
      const label = sequence.slice(0, i + 1).join(', ')
      assert.deepEqual(outcome, model.apply(transactions[step]), label)
      assert.deepEqual(await this.wallet(), model.wallet(), label)
    }
    return model.wallet().cash - cash
  }

  /** Makes all calls at once and finds an order in which the model returns the same responses and the same wallet. */
  async playConcurrently(sequence: readonly Step[]): Promise<number> {
    const outcomes = await this.send(sequence)
    const wallet = await this.wallet()
    const observed = JSON.stringify([outcomes, wallet])
    for (const order of permutations(sequence.map((_, i) => i))) {
      const model = new ProviderModel(cash)
      const responses: Outcome[] = []
      for (const i of order) responses[i] = model.apply(transactions[sequence[i] ?? 'debit'])
      if (JSON.stringify([responses, model.wallet()]) === observed) return model.wallet().cash - cash
    }
    return assert.fail(`${sequence.join(', ')} at once: no order explains ${observed}`)
  }

  async #call(step: Step): Promise<CallResult> {
    const { kind, id, ...rest } = transactions[step]
    const data = {
      transactionId: `${this.#roundId} ${id}`,
      ...('debitId' in rest
        ? { debitId: `${this.#roundId} ${rest.debitId}` }
        : { ...rest, roundId: this.#roundId }),
      ...(kind === 'debit' ? { token: this.#token } : {}),
    }
    return this.#stage.send(await providerCall(this.#stage, kind, data))
  }
}

function outcomeOf(response: CallResult): Outcome {
  assert.ok(response.hasResponse, 'no response')
  if (response.http !== 200) return { http: response.http }
  const { data } = JSON.parse(response.text) as { data: { duplicate: boolean } }
  return { http: 200, duplicate: data.duplicate }
}

function* permutations(items: readonly number[]): Generator<number[]> {
  if (items.length === 0) yield []
  for (const item of items)
    for (const rest of permutations(items.filter((other) => other !== item))) yield [item, ...rest]
}
