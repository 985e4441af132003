import type { SandboxUser } from '../../../scripts/Sandbox.ts'
import type { Answer, Call } from './send.ts'
import type { Player, Stage } from './Stage.ts'

/** One way in which money moves: everything up to the call, and the call. */
export interface Flow {
  name: string
  fields?: Partial<SandboxUser>
  prepare(stage: Stage, player: Player): Promise<Call>
  /** The API has no key for this call: a repeated one is told with this status that it was done before. */
  repeated?: number
  /** A claim: whoever asks with another key is refused. */
  isPaidOnce?: true
  /** The call of a client that tries again, where the same call cannot be accepted twice. */
  again?(stage: Stage, call: Call): Promise<Call>
  /** Checks, at the end, what the effects on the player do not show. `answers`: to all calls of the flow. */
  verify?(stage: Stage, call: Call, answers: readonly Answer[]): Promise<void>
}
