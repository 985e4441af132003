import { randomUUID } from 'node:crypto'
import { deriveSecrets } from '#server/config/derivedSecrets.ts'
import { parseConfig } from '#server/config/config.ts'
import { exampleKey, exampleName } from '#server/providers/games/example/exampleKey.ts'
import type { WalletCall } from '#server/providers/games/signature.ts'
import { signedProviderCall } from '../../server/helpers/providerCalls.ts'
import type { Flow } from './Flow.ts'
import { webhookSecret } from './Lab.ts'
import type { Player, Stage } from './Stage.ts'
import type { Call } from './send.ts'

const game = 'cara-ou-coroa'
const key = exampleKey({
  config: { ...parseConfig({}).config, secrets: deriveSecrets(Buffer.alloc(32), { webhookSecret }) },
})

/** A signed call of the game provider's server. */
export async function providerCall(stage: Stage, name: WalletCall, data: object): Promise<Call> {
  const timestamp = String((await stage.now()).getTime())
  return { kind: `provider ${name}`, ...signedProviderCall(exampleName, name, data, { key, timestamp }) }
}

/** Opens the game as its frame does; returns the session's token, which only the provider knows. */
export async function enterGame(stage: Stage, player: Player): Promise<string> {
  const { ticket } = await stage.done<{ ticket: string }>({
    kind: 'game ticket',
    path: `/api/app/game/session/${game}`,
    body: {},
    token: player.token,
  })
  const call = await providerCall(stage, 'session', { ticket, game })
  return (await stage.done<{ token: string }>(call)).token
}

interface Round {
  token: string
  roundId: string
  debitId: string
}

export async function newRound(stage: Stage, player: Player): Promise<Round> {
  return { token: await enterGame(stage, player), roundId: randomUUID(), debitId: randomUUID() }
}

/** Of R$ 10. */
const debit = (stage: Stage, { token, roundId, debitId }: Round) =>
  providerCall(stage, 'debit', { token, transactionId: debitId, roundId, amount: 10_00 })

const afterDebit =
  (name: 'credit' | 'rollback', data: (round: Round) => object): Flow['prepare'] =>
  async (stage, player) => {
    const round = await newRound(stage, player)
    await stage.done(await debit(stage, round))
    return providerCall(stage, name, { transactionId: randomUUID(), ...data(round) })
  }

/** The calls with which a third-party game moves money. Their transaction id acts as the key. */
export const thirdPartyFlows: readonly Flow[] = [
  {
    name: 'provider debit',
    repeated: 200,
    prepare: async (stage, player) => debit(stage, await newRound(stage, player)),
  },
  {
    name: 'provider credit',
    repeated: 200,
    prepare: afterDebit('credit', ({ roundId }) => ({ roundId, amount: 25_00 })),
  },
  {
    name: 'provider rollback',
    repeated: 200,
    prepare: afterDebit('rollback', ({ debitId }) => ({ debitId })),
  },
]
