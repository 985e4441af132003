import { turnoverOfDeposit } from '#contract/rules/turnover.ts'
import { levelBonus, vipLevelOf } from '#contract/rules/vip.ts'
import { add, cents, subtract, ZERO, type Cents } from '#contract/money.ts'
import type { AppDeps } from '../../deps.ts'
import type { Tx } from '../../db/client.ts'
import type { Wallet } from '../../ledger/ledger.ts'
import { sendMessage } from '../accounts/messages.ts'
import { countedBets, gameOfTransferSql, type GameBets } from './countedBets.ts'

/** The grant's kind in the ledger; award type 14 on the wire. */
export const vipGrantKind = 'vip'

/** The bet that was just settled. */ interface SettledBet {
  stake: Cents
  game: string
}

/**
 * Raises the player to the VIP level that deposits and settled bets have reached, and pays the bonus of every
 * level passed into the bonus wallet, each only once, in proportion to the counted bets
 * (contract/rules/gameEdge.ts). A level never falls, so a stake that is still held, and may be refunded, does not
 * count. `wallet` is the wallet after the posting; pass the `bet` after settling one, which saves the query for the
 * many bets that reach no new level. Returns whether the level rose.
 */
export async function updateVipLevel(
  deps: Pick<AppDeps, 'ledger' | 'bus' | 'clock'>,
  tx: Tx,
  userId: string,
  wallet: Pick<Wallet, 'depositSum' | 'betSum' | 'heldRounds'>,
  bet?: SettledBet,
): Promise<boolean> {
  const { depositSum } = wallet
  const settledBets = subtract(wallet.betSum, wallet.heldRounds)
  const newLevel = vipLevelOf(depositSum, settledBets)
  const previous = bet === undefined ? 0 : vipLevelOf(depositSum, subtract(settledBets, bet.stake))
  if (newLevel === previous) return false
  // The update is the lock: of two transactions that saw the old level, the second one finds it already raised.
  const [raised] = await tx.query<{ before: number; level_bets: number }>(
    `update users u set level = $2
       from (select id, level from users where id = $1 for no key update) o
      where u.id = o.id and o.level < $2 returning o.level as before, u.level_bets`,
    [userId, newLevel],
  )
  if (!raised) return false
  await payLevels(deps, tx, userId, {
    from: raised.before + 1,
    to: newLevel,
    paidFor: cents(raised.level_bets),
    bet,
  })
  await sendMessage(deps, tx, userId, { kind: 'levelUp', params: { level: newLevel } })
  await deps.bus.publish(tx, { type: 'event', userId, event: { name: 'updateUserInfo', payload: {} } })
  return true
}

/** `paidFor`: the counted bets that were already used up by the bonuses of earlier levels. */
async function payLevels(
  deps: Pick<AppDeps, 'ledger'>,
  tx: Tx,
  userId: string,
  levels: { from: number; to: number; paidFor: Cents; bet: SettledBet | undefined },
): Promise<void> {
  const counted = await readCounted(tx, userId, levels.bet?.game)
  let { paidFor } = levels
  for (let level = levels.from; level <= levels.to; level++) {
    const { amount, used } = levelBonus(level, subtract(counted, paidFor))
    paidFor = add(paidFor, used)
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
  await tx.query('update users set level_bets = $2 where id = $1', [userId, paidFor])
}

/** A player's counted bets. `game` is the game of the bet whose row is not inserted before the commit. */
async function readCounted(tx: Tx, userId: string, game: string | undefined): Promise<Cents> {
  const rows = await tx.query<GameBets>(
    `select c.code as game, g.rtp, sum((t.args ->> 'stake')::bigint)::bigint as bets from transfers t
      ${gameOfTransferSql('$2')}
      where t.user_id = $1 and t.kind in ('settle', 'play') group by 1, 2`,
    [userId, game ?? ''],
  )
  return countedBets(rows)
}
