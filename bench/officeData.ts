import type { Db } from '../src/server/db/client.ts'
import { addCatalogueDefaults } from '../src/server/domain/installation/catalogueDefaults.ts'

const day = `interval '1 day'`

/**
 * What the lists of the back office show besides players and rounds, over a year that ended 30 days ago and with a provider
 * that is not asked, so that no job takes any of it for new: for each fifth player a deposit, a withdrawal, a ticket and a
 * mail, a tenth of that of conversations, of findings of risk and of rows in the audit, and some suspended players.
 */
export async function fillOffice(db: Db, players: number): Promise<void> {
  const count = Math.ceil(players / 5)
  const several = (rows: number) =>
    `from (select id as user_id, substr(invite_code, 2)::integer as n from users) u
      cross join lateral (select now() - 30 * ${day} - 365 * ${day} * (n / ${rows}.0) as at) t where n <= ${rows}`
  // The packages that deposits buy.
  await addCatalogueDefaults({ db })
  await db.write(`insert into orders (id, user_id, package_id, provider, pay_no, principal, status, created_at, expires_at,
      paid_at, closed_at)
    select md5('order ' || n), user_id, 'brl-100', 'bank', 'p' || n, 10000, 'paid', at, at + interval '1 hour', at, at
    ${several(count)}`)
  // Of 2,000 one waits for a person.
  await db.write(`insert into withdrawals (id, user_id, type, key_encrypted, key_index, key_masked, amount, fee, status, created_at,
      decided_at, review)
    select md5('withdrawal ' || n), user_id, 'CPF', '\\x00', sha256(convert_to(user_id, 'UTF8')), '***', 5000 + n % 50000, 0,
      case n % 2000 when 0 then 'inReview' else 'paid' end, at, case when n % 2000 <> 0 then at end,
      case n % 2000 when 0 then 'held' end ${several(count)}`)
  // Every tenth ticket is a big bet, and every fortieth a big win.
  await db.write(`insert into tickets (id, user_id, kind, wallet, stake, state, result, policy, payout, max_return, created_at,
      settled_at)
    select md5('ticket ' || n), user_id, 'single', 'cash', case n % 10 when 0 then 60000 else 500 end,
      case n % 4 when 0 then 9999 else 4 end, case n % 4 when 0 then 10 else 90 end, 'ask',
      case when n % 40 = 0 then 180000 when n % 4 = 0 then 1000 else 0 end, 100000000, at, at ${several(count)}`)
  await db.write(`insert into outbox ("to", lang, created_at, kind, state, attempts, delivered_at)
    select 'player' || n || '@example.com', 'pt_BR', at, 'resetPassword', 'sent', 1, at ${several(count)} order by at`)
  // Of 500 players one is suspended.
  await db.write(`update users set suspended_until = now() + 30 * ${day}, status_reason = 'security'
    where substr(invite_code, 2)::integer % 500 = 0`)
  const fewer = Math.ceil(count / 10)
  await db.write(`insert into chat_conversations (user_id, last_seq, last_at, waiting_since, closed_at)
    select user_id, 2, at, case n % 100 when 0 then at end, case when n % 3 = 0 and n % 100 <> 0 then at end
    ${several(fewer)}`)
  await db.write(`insert into chat_messages (user_id, seq, id, sender, text, created_at)
    select user_id, seq, md5('message ' || n || ' ' || seq), case seq when 1 then 'support' else 'player' end, 'Hello', at
    from (select * ${several(fewer)}) c cross join generate_series(1, 2) seq`)
  await db.write(`insert into risk_hits (user_id, id, rule, measured, at, acknowledged_by, acknowledged_at)
    select user_id, md5('hit ' || n), 'fastWithdrawal', 10000, at, case when n % 100 <> 0 then 'admin' end,
      case when n % 100 <> 0 then at end ${several(fewer)}`)
  await db.write(`select office.write_audit(jsonb_build_object('at', at, 'staff_id', 'staff ' || n % 20, 'staff_name', 'Staff',
      'role', 'support', 'action', (array['players.addNote', 'withdrawals.approve', 'players.documents'])[1 + n % 3],
      'subject_kind', 'player', 'subject_id', user_id)) from (select * ${several(fewer)} order by at) rows`)
}
