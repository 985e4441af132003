import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Lab } from '../harness/Lab.ts'
import { Stage, type Player } from '../harness/Stage.ts'
import type { Answer } from '../harness/send.ts'
import { enterGame, providerCall } from '../harness/thirdParty.ts'
import { ProviderModel, type Outcome, type Transaction } from './ProviderModel.ts'

const stake = 10_00
const payout = 25_00
/** Cents, at the beginning. */
const cash = 100_00

/** The calls about one round, by the words of the sequences. `other`: with a transaction id of its own. */
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

/** One of each way that a provider's calls arrive; the others are random. */
const known: readonly Step[][] = [
  ['debit', 'debit', 'credit', 'credit'],
  ['debit', 'rollback', 'rollback', 'other rollback'],
  ['credit', 'debit', 'credit'],
  ['rollback', 'debit', 'rollback', 'debit', 'credit'],
  ['debit', 'credit', 'rollback', 'credit'],
  ['debit', 'rollback', 'credit', 'debit'],
  ['debit', 'changed debit', 'other debit', 'changed credit', 'credit', 'other credit'],
  ['debit', 'credit', 'rollback of the credit', 'rollback'],
]

/** More at once make too many orders to try. */
const mostAtOnce = 6
const stormSize = 10

/**
 * The calls of a game's provider about a round: in any order, twice, with other values, and at once. Every answer and the
 * wallet are those of the model in the order of the calls; for calls at once, in one of their orders.
 */
export async function gameProviders(lab: Lab, random = 10): Promise<{ rounds: number; moved: number }> {
  const { db, url: DATABASE_URL } = await lab.database()
  const server = await lab.server({ DATABASE_URL, DATA_DIR: await lab.folder() })
  const stage = new Stage(lab, db, server.url)
  const generated = Array.from({ length: random }, () =>
    Array.from({ length: lab.random.integer(2, mostAtOnce) }, () => lab.random.pick(steps)),
  )
  const sequences = [...known, ...generated]
  let moved = 0
  for (const [i, sequence] of sequences.entries()) {
    const round = await ProviderRound.open(stage)
    const isAtOnce = i >= known.length && i % 2 === 0
    const change = await (isAtOnce ? round.playAtOnce(sequence) : round.play(sequence))
    if (change !== 0) moved++
  }
  await storm(stage)
  await lab.checkMoney(db)
  return { rounds: sequences.length, moved }
}

/** Many equal debits at once, then many credits against many rollbacks: one of each takes effect, or none. */
async function storm(stage: Stage): Promise<void> {
  const round = await ProviderRound.open(stage)
  const many = (step: Step) => Array<Step>(stormSize).fill(step)
  const debits = await round.send(many('debit'))
  assert.equal(debits.filter(isFirst).length, 1, `not one debit: ${JSON.stringify(debits)}`)
  assert.ok(debits.every(isDone), JSON.stringify(debits))
  const ends = await round.send([...many('credit'), ...many('rollback')])
  const [credits, rollbacks] = [ends.slice(0, stormSize), ends.slice(stormSize)]
  const [winners, losers] = credits.some(isDone) ? [credits, rollbacks] : [rollbacks, credits]
  assert.ok(winners.every(isDone) && !losers.some(isDone), `both: ${JSON.stringify(ends)}`)
  assert.equal(winners.filter(isFirst).length, 1, `not one end: ${JSON.stringify(ends)}`)
  assert.deepEqual(await round.wallet(), { cash: cash + (winners === credits ? payout - stake : 0), held: 0 })
}

const isDone = ({ http }: Outcome) => http === 200
const isFirst = (outcome: Outcome) => isDone(outcome) && outcome.duplicate === false

/** A round at the provider, and the player who plays it. */
class ProviderRound {
  readonly #stage: Stage
  readonly #player: Player
  readonly #token: string
  /** The provider's ids are unique among all rounds. */
  readonly #own = randomUUID()

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
    const [row] = await this.#stage.db.query<{ cash: number; held: number }>(
      'select cash, hold_round_cash as held from wallets where user_id = $1',
      [this.#player.userId],
    )
    return row
  }

  /** All at once. */
  send(sequence: readonly Step[]): Promise<Outcome[]> {
    return Promise.all(sequence.map(async (step) => outcomeOf(await this.#call(step))))
  }

  /** One after the other; returns the change of the cash wallet in cents. */
  async play(sequence: readonly Step[]): Promise<number> {
    const model = new ProviderModel(cash)
    for (const [i, step] of sequence.entries()) {
      const [outcome] = await this.send([step])
      const told = sequence.slice(0, i + 1).join(', ')
      assert.deepEqual(outcome, model.apply(transactions[step]), told)
      assert.deepEqual(await this.wallet(), model.wallet(), told)
    }
    return model.wallet().cash - cash
  }

  /** Finds an order of the calls in which the model gives the same answers and leaves the same wallet. */
  async playAtOnce(sequence: readonly Step[]): Promise<number> {
    const outcomes = await this.send(sequence)
    const wallet = await this.wallet()
    const wanted = JSON.stringify([outcomes, wallet])
    for (const order of permutations(sequence.map((_, i) => i))) {
      const model = new ProviderModel(cash)
      const answers: Outcome[] = []
      for (const i of order) answers[i] = model.apply(transactions[sequence[i] ?? 'debit'])
      if (JSON.stringify([answers, model.wallet()]) === wanted) return model.wallet().cash - cash
    }
    return assert.fail(`${sequence.join(', ')} at once: no order explains ${wanted}`)
  }

  async #call(step: Step): Promise<Answer> {
    const { kind, id, ...rest } = transactions[step]
    const data = {
      transactionId: `${this.#own} ${id}`,
      ...('debitId' in rest ? { debitId: `${this.#own} ${rest.debitId}` } : { ...rest, roundId: this.#own }),
      ...(kind === 'debit' ? { token: this.#token } : {}),
    }
    return this.#stage.send(await providerCall(this.#stage, kind, data))
  }
}

function outcomeOf(answer: Answer): Outcome {
  assert.ok(answer.answered, 'no answer')
  if (answer.http !== 200) return { http: answer.http }
  const { data } = JSON.parse(answer.text) as { data: { duplicate: boolean } }
  return { http: 200, duplicate: data.duplicate }
}

function* permutations(items: readonly number[]): Generator<number[]> {
  if (items.length === 0) yield []
  for (const item of items)
    for (const rest of permutations(items.filter((other) => other !== item))) yield [item, ...rest]
}
