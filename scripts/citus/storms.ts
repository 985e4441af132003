import type { Moved } from './move/Move.ts'

/** What one kill of the storm on Citus did (tests/cluster/nodesStorm.ts). Times in ms. */
export interface NodeKill {
  victim: string
  calls: number
  /** Registrations that were acknowledged since the start. */
  newcomers: number
  /** Calls without an outcome at first, repeated with their keys. */
  repeated: number
  /** The longest time in which no call was acknowledged. */
  pauseMs: number
  /** Transactions that were left prepared by the kill. */
  prepared: number
  recoveredMs?: number
  /** Lost or double effects and violated invariants. */
  wrong: string[]
}

/** What moving a database over did while the storm went on (tests/cluster/nodesMove.ts). */
export interface StormMove extends Moved {
  calls: number
  repeated: number
  /** The longest time in which no call was acknowledged, with the start of the new servers. */
  playersPauseMs: number
  /** The same around a move before, which was stopped while the source took no writes. */
  stoppedPauseMs: number
  wrong: string[]
}
