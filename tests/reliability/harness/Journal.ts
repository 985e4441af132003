/** Outcome of a call for its caller: it succeeded, it was refused, or the outcome is unknown. */
export type CallOutcome = 'acknowledged' | 'refused' | 'unknown'

export interface InvariantResult {
  name: string
  /** How many rows the invariant was checked on. */
  rows: number
  violations: string[]
}

type OutcomeCounts = Record<CallOutcome, number>

/** Counts the calls, kills, cuts and checks of all scenarios for the report. */
export class Journal {
  readonly operations = new Map<string, OutcomeCounts>()
  /** Kind of kill -> for each kill the longest time without an acknowledged call, in ms. */
  readonly recoveries = new Map<string, number[]>()
  /** `flow, place and action` -> step -> number of cuts. */
  readonly cuts = new Map<string, Map<number, number>>()
  readonly invariants = new Map<string, { rows: number; checks: number; violations: number }>()

  operation(kind: string, outcome: CallOutcome): void {
    const outcomes = this.operations.get(kind) ?? { acknowledged: 0, refused: 0, unknown: 0 }
    outcomes[outcome]++
    this.operations.set(kind, outcomes)
  }

  recovery(kind: string, ms: number): void {
    this.recoveries.set(kind, [...(this.recoveries.get(kind) ?? []), Math.round(ms)])
  }

  cut(flow: string, step: number): void {
    const steps = this.cuts.get(flow) ?? new Map<number, number>()
    steps.set(step, (steps.get(step) ?? 0) + 1)
    this.cuts.set(flow, steps)
  }

  checked({ name, rows, violations }: InvariantResult): void {
    const before = this.invariants.get(name) ?? { rows: 0, checks: 0, violations: 0 }
    this.invariants.set(name, {
      rows: before.rows + rows,
      checks: before.checks + 1,
      violations: before.violations + violations.length,
    })
  }
}
