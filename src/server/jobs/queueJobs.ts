import { waitingSql, type QueuedJob, type QueueName } from '../db/JobQueue.ts'
import type { AppDeps } from '../deps.ts'
import { UnderWayError } from '../providers/errors.ts'
import { withinLimit, type Job } from './Job.ts'

/** How often a process looks for jobs of others, in ms; its own ones start at once. */
const lookMs = 2_000
/** One attempt; shorter than after which another process takes the job over (db/JobQueue.ts). */
const attemptMs = 30_000
const atOnce = 5

/** Does what a queued job is about. It may be called again for what has been done, which must be harmless. */
export type Handler = (deps: AppDeps, job: QueuedJob, signal: AbortSignal) => Promise<void>

/** The loop of a queue. */
export function queueJob(name: QueueName, handle: Handler): Job {
  return {
    name,
    everyMs: lookMs,
    // Each attempt has its own limit.
    limitMs: 10 * 60_000,
    everywhere: true,
    due: waitingSql(name),
    run: (deps, signal) => workOff(deps, name, handle, signal),
  }
}

/** Works off all jobs of a queue that are due. Throws afterwards when one has failed. */
export async function workOff(
  deps: AppDeps,
  name: QueueName,
  handle: Handler,
  signal: AbortSignal,
): Promise<void> {
  const errors: unknown[] = []
  for (;;) {
    const jobs = signal.aborted ? [] : await deps.queue.take(name, atOnce)
    if (jobs.length === 0) break
    const results = await Promise.allSettled(jobs.map((job) => attempt(deps, name, job, handle, signal)))
    errors.push(
      ...results.filter((result) => result.status === 'rejected').map(({ reason }) => reason as unknown),
    )
  }
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} jobs of ${name} failed`)
}

async function attempt(
  deps: AppDeps,
  name: QueueName,
  job: QueuedJob,
  handle: Handler,
  stopping: AbortSignal,
): Promise<void> {
  try {
    await withinLimit(attemptMs, stopping, (signal) => handle(deps, job, signal))
  } catch (error) {
    // The name only: a message may quote an address. The log has the rest.
    await deps.queue.fail(name, job, error instanceof Error ? error.name : 'unknown')
    // Tried again like any other, but nobody needs to be told.
    if (error instanceof UnderWayError) return
    throw error
  }
  await deps.queue.complete(name, job)
}
