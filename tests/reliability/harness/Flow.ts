import type { SandboxUser } from '../../../scripts/Sandbox.ts'
import type { Answer, Call } from './send.ts'
import type { Player, Stage } from './Stage.ts'

/** One kind of call that moves money. `prepare` does everything that must happen before it and returns the call. */
export interface Flow {
  name: string
  fields?: Partial<SandboxUser>
  prepare(stage: Stage, player: Player): Promise<Call>
  /** For a call without an idempotency key: the HTTP status of a repeated call. */
  repeated?: number
  /** Set for a claim: a call with another key is refused. */
  isPaidOnce?: true
  /** The call with which a client retries, where the same call cannot be accepted twice. */
  again?(stage: Stage, call: Call): Promise<Call>
  /** Final checks beyond the effects on the player. `answers` are those to all calls of the flow. */
  verify?(stage: Stage, call: Call, answers: readonly Answer[]): Promise<void>
}
