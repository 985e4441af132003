import { cents } from '#contract/money.ts'
import { toWireBalanceEvents, toWireBetAmount, type ServerEvent } from '#contract/realtime.ts'
import type { AppDeps } from '../../deps.ts'
import { isTx, type Writer } from '../../db/client.ts'
import type { Wallet } from '../../ledger/ledger.ts'
import type { WalletMessage } from '../../messaging/bus.ts'

/** What a player is sent about the wallet after a posting. */
export type PushedWallet = Pick<Wallet, 'cash' | 'bonus' | 'depositSum' | 'betSum' | 'version'>

/** The events with both balances and, after a bet, the sum of the bets. */
export function walletEvents({ cash, bonus, depositSum, betSum, isBet }: WalletMessage): ServerEvent[] {
  return [
    ...toWireBalanceEvents({ cash: cents(cash), bonus: cents(bonus), hasDeposited: depositSum > 0 }),
    ...(isBet ? [toWireBetAmount(cents(betSum))] : []),
  ]
}

/**
 * Sends a player's wallet as the ledger returned it. Within a transaction it is part of the commit: with PostgreSQL's bus
 * it cannot be lost, even when this process dies right after. With NATS it follows the commit, and what is lost then is
 * sent by the sweep of the process that the player is connected to (`readNewerWallets`). Messages that overtake each other
 * are ordered by the wallet's version, which rises with every posting.
 *
 * Transactions with a NOTIFY commit one after the other, so players who are not connected cause none.
 */
export async function pushWallet(
  deps: Pick<AppDeps, 'bus' | 'db' | 'log'> & { presence: Pick<AppDeps['presence'], 'mayBeConnected'> },
  on: Writer,
  userId: string,
  { cash, bonus, depositSum, betSum, version }: PushedWallet,
  isBet = false,
): Promise<void> {
  const message = { type: 'wallet', userId, cash, bonus, depositSum, betSum, version, isBet } as const
  if (deps.presence.mayBeConnected(userId)) await deps.bus.publish(on, message)
  else if (isTx(on)) {
    // A player who connects before the commit may have read the wallet as it was.
    on.afterCommit(() => {
      if (!deps.presence.mayBeConnected(userId)) return
      deps.bus.publish(deps.db, message).catch((error: unknown) => {
        deps.log.error(error, 'a wallet could not be sent')
      })
    })
  }
}

interface Row {
  user_id: string
  cash: number
  bonus: number
  deposit_sum: number
  bet_sum: number
  version: number
}

/** The wallets of these players that have a higher version than the given one. */
export async function readNewerWallets(
  { db }: Pick<AppDeps, 'db'>,
  versions: ReadonlyMap<string, number>,
): Promise<WalletMessage[]> {
  const rows = await db.read<Row>(
    `select w.user_id, w.cash, w.bonus, w.deposit_sum, w.bet_sum, w.version
      from unnest($1::text[], $2::bigint[]) as sent (user_id, version) join wallets w using (user_id)
      where w.version > sent.version`,
    [[...versions.keys()], [...versions.values()]],
  )
  return rows.map(({ user_id: userId, deposit_sum: depositSum, bet_sum: betSum, ...wallet }) => ({
    type: 'wallet',
    userId,
    depositSum,
    betSum,
    ...wallet,
    isBet: true,
  }))
}
