import type { AppDeps } from '../deps.ts'
import type { Job } from './Job.ts'

/** The longest that a timer can wait, in ms: it takes in until the process stops. */
const endless = 2 ** 31 - 1

/** Takes in what the provider of matches tells, in one process; another one takes over within seconds when it dies. */
export function feedIntakeJobs({ feedSource }: Pick<AppDeps, 'feedSource'>): Job[] {
  const { takeIn } = feedSource
  if (!takeIn) return []
  return [{ name: 'feedIntake', everyMs: 1_000, limitMs: endless, run: (_deps, signal) => takeIn(signal) }]
}
