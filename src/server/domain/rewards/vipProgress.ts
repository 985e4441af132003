import { turnoverOfDeposit } from '#contract/rules/turnover.ts'
import { GIFT_FROM_LEVEL, levelBonus, USDT_FROM_LEVEL, vipLevelOf } from '#contract/rules/vip.ts'
import { add, cents, subtract, ZERO, type Cents } from '#contract/money.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import type { Actor, Wallet } from '../../ledger/ledger.ts'
import { sendMessage } from '../accounts/messages.ts'
import { profileOf } from '../../config/jurisdictions.ts'
import { countedSince } from './countedBets.ts'

/** The grant's kind in the ledger; award type 14 on the wire. */
export const vipGrantKind = 'vip'

/**
 * Raises the player to the VIP level that deposits and settled bets have reached, and pays the bonus of every
 * level passed into the bonus wallet, each only once, in proportion to the counted bets
 * (contract/rules/gameEdge.ts). Higher levels bring a gift and withdrawals to USDT. A level never falls, so a stake that is still held, and may be refunded, does not
 * count. `wallet` is the wallet after the posting; pass the `stake` after settling a bet, which saves the query for the
 * many bets that reach no new level. `actor` is who made that posting. An erased account rises no more: nobody could take its bonus. Returns
 * whether the level rose.
 */
export async function updateVipLevel(
  deps: Pick<AppDeps, 'ledger' | 'bus' | 'clock' | 'config'>,
  tx: Tx,
  { userId, actor }: { userId: string; actor: Actor },
  wallet: Pick<Wallet, 'depositSum' | 'betSum' | 'heldRounds'>,
  stake?: Cents,
): Promise<boolean> {
  const { depositSum } = wallet
  const settledBets = subtract(wallet.betSum, wallet.heldRounds)
  const newLevel = vipLevelOf(depositSum, settledBets)
  const previous = stake === undefined ? 0 : vipLevelOf(depositSum, subtract(settledBets, stake))
  if (newLevel === previous) return false
  const { bonuses } = profileOf(deps)
  // The update is the lock: of two transactions that saw the old level, the second one finds it already raised.
  const [raised] = await tx.query<{ before: number; level_bets: number }>(
    `update users u set level = $2, gift = u.gift or $3, lx = case when $4 then '20' else u.lx end
       from (select id, level from users where id = $1 and erased_at is null for no key update) o
      where u.id = $1 and u.id = o.id and o.level < $2 returning o.level as before, u.level_bets`,
    [userId, newLevel, newLevel >= GIFT_FROM_LEVEL && bonuses.gift, newLevel >= USDT_FROM_LEVEL],
  )
  if (!raised) return false
  if (bonuses.levels)
    await payLevels(deps, tx, {
      userId,
      actor,
      from: raised.before + 1,
      to: newLevel,
      paidFor: cents(raised.level_bets),
    })
  await sendMessage(deps, tx, userId, { kind: 'levelUp', params: { level: newLevel } })
  await deps.bus.publish(tx, {
    type: 'event',
    userId,
    event: {
      name: 'updateUserInfo',
      payload: { level: newLevel, ...(newLevel >= USDT_FROM_LEVEL && { lx: '20' }) },
    },
  })
  return true
}

/** `paidFor`: the counted bets that were already used up by the bonuses of earlier levels. */
async function payLevels(
  deps: Pick<AppDeps, 'ledger'>,
  tx: Tx,
  levels: { userId: string; actor: Actor; from: number; to: number; paidFor: Cents },
): Promise<void> {
  const { userId, actor } = levels
  const counted = await countedSince(tx, userId, {})
  let { paidFor } = levels
  for (let level = levels.from; level <= levels.to; level++) {
    const { amount, used } = levelBonus(level, subtract(counted, paidFor))
    paidFor = add(paidFor, used)
    if (amount === ZERO) continue
    const turnover = turnoverOfDeposit(ZERO, amount, 'bonusMultiplier')
    await deps.ledger.grantBonus(tx, {
      userId,
      actor,
      kind: vipGrantKind,
      refId: String(level),
      amount,
      wallet: 'bonus',
      turnover,
    })
  }
  await tx.query('update users set level_bets = $2 where id = $1', [userId, paidFor])
}
