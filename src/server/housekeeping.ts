import type { AppDeps } from './app.ts'
import { refundAbandoned } from './games/providerRounds.ts'

const everyMs = 10 * 60_000
const dayMs = 86_400_000

/** What has expired and is of no use to anybody: statement with the time before which it goes. */
const expired: [sql: string, keptDays: number][] = [
  ['delete from captchas where expires_at < $1', 1],
  ['delete from rate_limits where window_start < $1', 2],
  ['delete from attempts where at < $1', 2],
  ['delete from password_resets where expires_at < $1', 30],
  ['delete from login_links where expires_at < $1', 30],
  ['delete from chat_tickets where expires_at < $1', 1],
  ['delete from chat_sessions where expires_at < $1', 1],
  ['delete from game_tickets where expires_at < $1', 1],
  ['delete from game_sessions where expires_at < $1', 1],
  ['delete from sessions where expires_at < $1', 30],
]

/** Idempotency keys are dated by the database's own clock: a retry comes within minutes, not weeks. */
const oldKeys = `delete from idempotency_keys where created_at < now() - interval '7 days'`

/** Deletes now what has expired. */
export async function keepHouse({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> {
  for (const [sql, keptDays] of expired) {
    await db.query(sql, [new Date(clock.now().getTime() - keptDays * dayMs)])
  }
  await db.query(oldKeys)
}

/** Keeps house and ends abandoned rounds every ten minutes. Answers a function that stops it and waits for a turn that is under way. */
export function startHousekeeping(deps: AppDeps): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = keepHouse(deps)
      .then(() => refundAbandoned(deps))
      .catch((error: unknown) => console.error('housekeeping failed', error))
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
