import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { systemClock } from '#server/time/clock.ts'
import { createLedger } from '#server/ledger/createLedger.ts'
import { cnpj } from 'cpf-cnpj-validator'
import { Model, type Operation, type Outcome } from '../../ledger/model.ts'
import type { Lab } from '../harness/Lab.ts'
import { Stage } from '../harness/Stage.ts'
import { enableSlots } from './idempotency.ts'
import { rewardActions } from './rewardActions.ts'
import { actions, type Gambler } from './sequenceActions.ts'
import { providerRound } from './providerRound.ts'

const everything = [...actions, ...rewardActions, providerRound]

/** Starting cash in cents; with little money some bets are refused. */
const startCash = [0, 2_000, 30_000] as const

/**
 * Runs random sequences of everything that a player can do with money on the real server. After every call the wallet
 * must equal that of the model, a second implementation of the rules in plain code.
 */
export async function sequences(lab: Lab, { players = 4, steps = 40 } = {}): Promise<Map<string, number>> {
  const { db, url: DATABASE_URL } = await lab.database()
  const server = await lab.server({ DATABASE_URL, DATA_DIR: await lab.folder() })
  const stage = new Stage(lab, db, server.url)
  await enableSlots(stage)
  const ledger = createLedger(db, systemClock)
  const seen = new Map<string, number>()

  for (let i = 0; i < players; i++) {
    const gambler = await newGambler(stage, lab.random.pick(startCash))
    const done: string[] = []
    let lastVersion = 0
    for (let step = 0; step < steps; step++) {
      const action = lab.random.pick(everything)
      const outcome = await action.run(stage, gambler, lab.random)
      done.push(`${action.name} ${outcome}`)
      seen.set(`${action.name} ${outcome}`, (seen.get(`${action.name} ${outcome}`) ?? 0) + 1)
      const { userId } = gambler.player
      const { version, ...balances } = await ledger.wallet(db, userId)
      assert.ok(version >= lastVersion, 'the version of a wallet never goes back')
      lastVersion = version
      assert.deepEqual(balances, gambler.model.balances(), done.join(', '))
    }
  }
  await lab.checkMoney(db)
  return seen
}

/** Creates a player with different seeds, so that some bets win and some lose. */
async function newGambler(stage: Stage, cash: number): Promise<Gambler> {
  const player = await stage.player({ balance: cash / 100, gift: 1 })
  await stage.sandbox.setSeeds(player.username, {
    serverSeed: String(stage.lab.random.integer(0, 2 ** 31)).padEnd(64, '7'),
    clientSeed: 'sequences',
    nonce: 0,
  })
  const model = new Model()
  let ref = 0
  const gambler: Gambler = {
    player,
    model,
    cnpj: cnpj.generate(),
    nextRef: () => ++ref,
    apply: (operation: Operation): Outcome => model.apply(operation),
    slotToken: await stage.enterSlot(player),
    hadBonus: false,
    key: () => randomUUID(),
  }
  // For the model, the cash that the sandbox set is a cash bonus without turnover.
  if (cash > 0)
    gambler.apply({ op: 'grant', ref: gambler.nextRef(), amount: cash, wallet: 'cash', turnover: 0 })
  return gambler
}
