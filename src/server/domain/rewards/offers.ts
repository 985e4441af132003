import type { AppDeps } from '../../deps.ts'
import type { Reader } from '../../db/client.ts'
import { Refusal } from '../../texts/refusal.ts'

/**
 * Throws `excluded` during a player's pause, when there are no offers ("Responsible play" in docs/product.md). All calls
 * that pay a reward check it in one place (routes/rewardEndpoint.ts).
 */
export async function refuseExcluded(
  deps: Pick<AppDeps, 'clock'>,
  db: Reader,
  userId: string,
): Promise<void> {
  const [user] = await db.read<{ excluded_until: Date | null }>(
    'select excluded_until from users where id = $1',
    [userId],
  )
  if (user?.excluded_until && user.excluded_until > deps.clock.now()) throw new Refusal('excluded')
}
