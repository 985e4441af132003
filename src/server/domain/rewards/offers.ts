import type { AppDeps } from '../../deps.ts'
import type { Reader } from '../../db/client.ts'
import { Refusal } from '../../texts/refusal.ts'
import { barColumns, refuseBarred, type Bar } from '../protection/barred.ts'

/** Throws `kycRequired` for a player who has not proved who they are: rewards are for persons, not for accounts. */
export async function refuseUnproven(db: Reader, userId: string): Promise<void> {
  const [user] = await db.read<{ kyc: number }>('select kyc from users where id = $1', [userId])
  if (user?.kyc !== 1) throw new Refusal('kycRequired')
}

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
