/** What becomes of each table of players when an account is erased: a new one must be on one of the lists. */
import { expect, it } from 'vitest'
import type { Tx } from '#server/db/client.ts'
import { eraseAccount } from '#server/domain/accounts/personalData.ts'
import { createTestServer } from './helpers/testServer.ts'

/** Their rows are deleted. */
const erased = [
  'chat_conversations',
  'chat_messages',
  'email_confirmations',
  'exports',
  'favourites',
  'idempotency_keys',
  'identity_checks',
  'login_links',
  'messages',
  'passkey_challenges',
  'password_resets',
  'payout_destinations',
  'payout_keys',
  'player_notes',
  'player_passkeys',
  'push_messages',
  'push_subscriptions',
  'recently_played',
  'sports_favourites',
]

/** Their rows stay, about an id that leads to no person any more. */
const kept: Record<string, string> = {
  account_marks: 'keyed marks, for the time that abuse is found by them',
  adjustments: 'the ledger',
  bet_days: 'sums of rounds and tickets',
  check_ins: 'why bonus was given',
  commission_claims: 'why commission was given',
  content: 'notices that the house wrote, which staff delete',
  deposit_reversals: 'money that a bank took back',
  desk_player_limits: "the desk's decision, against the same person's next account",
  game_rounds: 'bets, and what their fairness is proved with',
  house_limits: "the house's decision, against the same person's next account",
  ladder_claims: 'why a reward was given',
  multiplier_offers: 'why bonus was given',
  next_seeds: 'what the fairness of rounds is proved with',
  orders: 'payments',
  payment_differences: 'payments',
  period_loss_baselines: 'what a limit was counted from',
  play_days: 'how long was played, for the duty to watch over players',
  play_history_days: 'sums of rounds and tickets by day, which stay themselves',
  play_history_money: 'sums of the ledger by day, which stays itself',
  play_history_positions: 'up to where the two above are counted',
  provider_bets: 'which round of the player a bet of a game provider is, which stays itself',
  player_limits: 'the limits that bets were accepted under',
  player_status_changes: 'pauses and closures, for the duty to prove them',
  prize_years: 'sums of bets by year, for the tax on prizes',
  prize_suspensions: 'why the house kept a prize aside, and when it came back',
  promotion_claims: 'why bonus was given',
  rebate_claims: 'why a rebate was given',
  register_answers: 'proof that the register was asked, for five years',
  register_blocks: 'what was done about a person whom the register names',
  report_last_bets: 'which days are counted in reports',
  risk_hits: 'what was reported to authorities, or why not',
  seed_pairs: 'what the fairness of rounds is proved with',
  sessions: 'emptied of device and browser: when the account was used',
  slot_replays: 'a round to be shown again, without a person',
  ticket_debts: 'the ledger',
  ticket_legs: 'bets',
  ticket_settlements: 'bets',
  tickets: 'bets',
  transfers: 'the ledger',
  wallet_differences: 'the ledger',
  wallets: 'the ledger',
  withdrawals: 'payments, emptied of key, holder and number',
}

const { deps, player } = await createTestServer()

it('every table with players is erased or kept with a reason', async () => {
  const rows = await deps.db.read<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'office') and c.relkind in ('r', 'p') and not c.relispartition
        and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'user_id')
      order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual([...erased, ...Object.keys(kept)].toSorted())
})

it('erasing deletes the rows of exactly those tables', async () => {
  const { userId, username } = await player()
  const deleted: string[] = []
  await deps.db.tx((tx) => {
    const watched: Tx = {
      ...tx,
      write: (sql, params) => {
        const [, table] = /^delete from (\w+) where user_id = \$1$/.exec(sql) ?? []
        if (table !== undefined) deleted.push(table)
        return tx.write(sql, params)
      },
    }
    return eraseAccount(deps, watched, userId, username)
  })
  expect(deleted.toSorted()).toEqual(erased)
  const [user] = await deps.db.read('select from users where id = $1 and erased_at is not null', [userId])
  expect(user).toBeDefined()
})
