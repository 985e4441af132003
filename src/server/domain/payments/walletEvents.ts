import { cents } from '#contract/money.ts'
import { toWireBalanceEvents, toWireBetAmount } from '#contract/realtime.ts'
import type { AppDeps } from '../../deps.ts'
import type { Writer } from '../../db/client.ts'
import type { Wallet } from '../../ledger/ledger.ts'
import type { BusMessage } from '../../messaging/bus.ts'
import { mayBeConnected } from '../accounts/presence.ts'

/** What a player is sent about the wallet after a posting. */
export type PushedWallet = Pick<Wallet, 'cash' | 'bonus' | 'depositSum' | 'betSum' | 'version'>

type WalletMessage = Extract<BusMessage, { type: 'event' }>

/** The events with both balances and, after a bet, the sum of the bets. */
function messagesOf(userId: string, wallet: PushedWallet, isBet: boolean): WalletMessage[] {
  const { cash, bonus, depositSum, betSum, version } = wallet
  return [
    ...toWireBalanceEvents({ cash, bonus, hasDeposited: depositSum > 0 }),
    ...(isBet ? [toWireBetAmount(betSum)] : []),
  ].map((event) => ({ type: 'event', userId, event, version }))
}

/**
 * Sends a player's wallet as the ledger returned it. Within a transaction it is part of the commit: with PostgreSQL's bus
 * it cannot be lost, even when this process dies right after. With NATS it follows the commit, and what is lost then is
 * sent by the sweep of the process that the player is connected to (`readNewerWallets`). Events that overtake each other
 * are ordered by the wallet's version, which rises with every posting.
 *
 * Transactions with a NOTIFY commit one after the other, so players who are not connected cause none.
 */
export async function pushWallet(
  deps: Pick<AppDeps, 'bus' | 'db' | 'log'>,
  on: Writer,
  userId: string,
  wallet: PushedWallet,
  isBet = false,
): Promise<void> {
  const messages = messagesOf(userId, wallet, isBet)
  if (mayBeConnected(deps, userId)) await deps.bus.publishAll(on, messages)
  else if ('afterCommit' in on) {
    // A player who connects before the commit may have read the wallet as it was.
    on.afterCommit(() => {
      if (!mayBeConnected(deps, userId)) return
      deps.bus.publishAll(deps.db, messages).catch((error: unknown) => {
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

/** The messages about those of these players' wallets that have a higher version than the given one. */
export async function readNewerWallets(
  { db }: Pick<AppDeps, 'db'>,
  versions: ReadonlyMap<string, number>,
): Promise<WalletMessage[]> {
  const rows = await db.query<Row>(
    `select w.user_id, w.cash, w.bonus, w.deposit_sum, w.bet_sum, w.version
      from unnest($1::text[], $2::bigint[]) as sent (user_id, version) join wallets w using (user_id)
      where w.version > sent.version`,
    [[...versions.keys()], [...versions.values()]],
  )
  return rows.flatMap((row) =>
    messagesOf(
      row.user_id,
      {
        cash: cents(row.cash),
        bonus: cents(row.bonus),
        depositSum: cents(row.deposit_sum),
        betSum: cents(row.bet_sum),
        version: row.version,
      },
      true,
    ),
  )
}
