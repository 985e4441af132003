import type { SandboxUser } from '../../../scripts/Sandbox.ts'
import type { CallResult, Call } from './send.ts'
import type { Player, Stage } from './Stage.ts'

/** One kind of call that moves money. `prepare` does everything that the call requires, and returns it. */
export interface Flow {
  name: string
  fields?: Partial<SandboxUser>
  prepare(stage: Stage, player: Player): Promise<Call>
  /** For a call without an idempotency key: the HTTP status of a repeated call. */
  repeated?: number
  /** Set for a claim: a call with another key is refused. */
  isPaidOnce?: true
  /** Makes the call for a client's retry, where the server cannot accept the same call twice. */
  again?(stage: Stage, call: Call): Promise<Call>
  /** Final checks beyond the effects on the player. `responses` are those to all calls of the flow. */
  verify?(stage: Stage, call: Call, responses: readonly CallResult[]): Promise<void>
}
