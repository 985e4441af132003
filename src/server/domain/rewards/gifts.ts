import { randomUUID } from 'node:crypto'
import { cents, type Cents } from '#contract/money.ts'
import { multiplyDown } from '#contract/multiplyDown.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import { playerActor } from '../../ledger/ledger.ts'
import { profileOf } from '../../config/jurisdictions.ts'
import { Refusal } from '../../texts/refusal.ts'
import { sendMessage } from '../accounts/messages.ts'
import { readSettings } from '../installation/settings.ts'

/** Whether the player can claim a gift; never during a pause. */
export async function hasGift(
  deps: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  userId: string,
): Promise<boolean> {
  if (!profileOf(deps).bonuses.gift) return false
  const [user] = await deps.db.read<{ gift: boolean }>(
    'select gift and coalesce(greatest(excluded_until, suspended_until) <= $2, true) as gift from users where id = $1',
    [userId, deps.clock.now()],
  )
  return user?.gift ?? false
}

/**
 * Pays the gift into the bonus wallet, once, and returns its amount. Throws `giftNone` when there is none.
 */
export async function claimGift(deps: AppDeps, tx: Tx, userId: string): Promise<Cents> {
  if (!profileOf(deps).bonuses.gift) throw new Refusal('giftNone')
  const [user] = await tx.query<{ gift: boolean }>('select gift from users where id = $1 for update', [
    userId,
  ])
  if (!user?.gift) throw new Refusal('giftNone')
  await tx.query('update users set gift = false where id = $1', [userId])
  const { gift } = await readSettings(tx)
  const amount = cents(gift.amount)
  await deps.ledger.grantBonus(tx, {
    userId,
    actor: playerActor(userId),
    kind: 'promotion',
    refId: randomUUID(),
    amount,
    wallet: 'bonus',
    turnover: multiplyDown(amount, gift.turnoverFactor),
  })
  await sendMessage(deps, tx, userId, { kind: 'rewardClaimed', params: { reward: 'gift', amount } })
  return amount
}
