import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '#server/db/client.ts'

/** Runs `work` while no server can take the lease of a job, after those that run have ended. */
export async function withoutJobs<T>(admin: Db, work: () => Promise<T>): Promise<T> {
  await admin.write(
    `create function refuse_lease() returns trigger language plpgsql as $$ begin return null; end $$`,
  )
  await admin.write(
    'create trigger refused before insert on job_leases for each row execute function refuse_lease()',
  )
  try {
    for (;;) {
      const [row] = await admin.read<{ held: boolean }>(
        'select exists (select from job_leases where until > now()) as held',
      )
      if (!row?.held) return await work()
      await delay(100)
    }
  } finally {
    await admin.write('drop function refuse_lease cascade')
  }
}
