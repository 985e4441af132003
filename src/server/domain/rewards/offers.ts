import type { AppDeps } from '../../deps.ts'
import type { Reader } from '../../db/client.ts'
import { barColumns, refuseBarred, type Bar } from '../protection/barred.ts'

/**
 * Throws `excluded` during a player's pause, when there are no offers ("Responsible play" in docs/product.md), and
 * `suspended`. All calls that pay a reward check it in one place (http/endpoints/rewardEndpoint.ts).
 */
export async function refuseExcluded(
  deps: Pick<AppDeps, 'clock'>,
  db: Reader,
  userId: string,
): Promise<void> {
  const [user] = await db.read<Bar>(`select ${barColumns} from users where id = $1`, [userId])
  if (user) refuseBarred(user, deps.clock.now())
}
