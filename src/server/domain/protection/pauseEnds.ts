import type { AppDeps } from '../../deps.ts'
import { mailPlayer } from '../accounts/outbox.ts'
import { endParams } from './protectionTexts.ts'

/** An end that was long ago is no news: from before there was this mail, or from an outage. */
const newsMs = 7 * 86_400_000
const atOnce = 100

/**
 * Tells players by e-mail that their time-out or self-exclusion has ended, once for each. One that fails does not keep the
 * others.
 */
export async function mailEndedPauses(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config' | 'queue' | 'failedRows'>,
  signal: AbortSignal,
): Promise<void> {
  const now = deps.clock.now()
  const failed = deps.failedRows.of('mailEndedPauses')
  const due = `excluded_until <= $1 and excluded_until > $2 and pause_end_mailed is distinct from excluded_until
    and erased_at is null`
  const since = new Date(now.getTime() - newsMs)
  const rows = await deps.db.read<{ id: string }>(
    `select id from users where ${due} and id <> all($3) limit ${atOnce}`,
    [now, since, failed.idsAt(now)],
  )
  await failed.workOff(rows, { now, signal }, ({ id }) =>
    deps.db.tx(async (tx) => {
      const [ended] = await tx.query<{ excluded_until: Date }>(
        `update users set pause_end_mailed = excluded_until where id = $3 and ${due} returning excluded_until`,
        [now, since, id],
      )
      if (ended)
        await mailPlayer(deps, tx, id, { key: 'pauseEnded', params: endParams(ended.excluded_until) })
    }),
  )
}
