import { turnoverOfDeposit } from '#contract/rules/turnover.ts'
import { vipLevelOf, vipRow } from '#contract/rules/vip.ts'
import { subtract, ZERO, type Cents } from '#contract/money.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import type { Wallet } from '../../ledger/ledger.ts'
import { sendMessage } from '../accounts/messages.ts'

/** The grant's kind in the ledger; award type 14 on the wire. */
export const vipGrantKind = 'vip'

/**
 * Raises the player to the VIP level that deposits and settled bets have reached, and pays the bonus of every
 * level on the way into the bonus wallet, each once for ever. A level never falls, so a stake that is still
 * held, and may be refunded, does not count. `wallet` is the wallet after the posting; after a settled bet
 * pass its `stake`, because most bets reach no level and then no query is needed. Returns whether the level
 * rose.
 */
export async function updateVipLevel(
  deps: Pick<AppDeps, 'ledger' | 'bus' | 'clock'>,
  tx: Tx,
  userId: string,
  wallet: Pick<Wallet, 'depositSum' | 'betSum' | 'heldRounds'>,
  stake?: Cents,
): Promise<boolean> {
  const { depositSum } = wallet
  const settledBets = subtract(wallet.betSum, wallet.heldRounds)
  const reached = vipLevelOf(depositSum, settledBets)
  const before = stake === undefined ? 0 : vipLevelOf(depositSum, subtract(settledBets, stake))
  if (reached === before) return false
  // The update is the lock: of two transactions that saw the old level, the second finds it raised already.
  const [lifted] = await tx.query<{ before: number }>(
    `update users u set level = $2 from (select id, level from users where id = $1 for no key update) o
      where u.id = o.id and o.level < $2 returning o.level as before`,
    [userId, reached],
  )
  if (!lifted) return false
  for (let level = lifted.before + 1; level <= reached; level++) {
    const amount = vipRow(level).promotionBonus
    if (amount === ZERO) continue
    const turnover = turnoverOfDeposit(ZERO, amount, 'bonusMultiplier')
    await deps.ledger.grantBonus(tx, {
      userId,
      kind: vipGrantKind,
      refId: String(level),
      amount,
      wallet: 'bonus',
      turnover,
    })
  }
  await sendMessage(deps, tx, userId, { kind: 'levelUp', params: { level: reached } })
  await deps.bus.publish(tx, { type: 'event', userId, event: { name: 'updateUserInfo', payload: {} } })
  return true
}
