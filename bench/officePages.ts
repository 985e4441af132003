import { createHash } from 'node:crypto'
import type { SqlValue } from '../src/server/db/client.ts'

/** How many players the pages are measured with. */
export const officePlayers = Number(process.env['OFFICE_PLAYERS'] ?? 1_000_000)

/** A page of the back office: the calls that it makes, and the statements that read the same from the tables. */
export interface OfficePage {
  name: string
  /** Sent together, as the page does. */
  paths: string[]
  statements: Statement[]
  /** The time of the calls is at most this many times that of the statements. */
  atMost: number
}

export interface Statement {
  text: string
  values: SqlValue[]
}

const sql = (text: string, ...values: SqlValue[]): Statement => ({ text, values })

/** The id of a generated player (growthData.ts); the first one has played most. */
function playerId(rank: number): string {
  const hash = createHash('md5').update(`player ${rank}`).digest('hex')
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Days of the last whole month, which the generated rounds reach into. */
function lastMonth(): { from: string; to: string } {
  const now = new Date()
  const day = (date: number, months: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, date)).toISOString().slice(0, 10)
  return { from: day(1, -1), to: day(0, 0) }
}

const player = `u.id, u.email, u.name, u.country || ' ' || u.phone as phone, u.level, u.kyc, u.test_flag, u.suspended_until,
  u.closed_at, w.cash, w.deposit_sum, u.created_at, u.last_login_at`
/** In a subquery, so that the index of trigrams is used, and not the order of the list. */
const searched = `u.id in (select id from users where lower(email || ' ' || name || ' ' || phone) like $1 limit 500)`
const players = (where: string, ...values: SqlValue[]) =>
  sql(
    `select ${player} from users u join wallets w on w.user_id = u.id where u.erased_at is null ${where}
      order by u.created_at desc, u.id desc limit 26`,
    ...values,
  )

const withdrawals = (rest: string, ...values: SqlValue[]) =>
  sql(
    `select t.id, t.user_id, u.email, t.type, t.key_masked, t.holder, t.amount, t.fee, t.status, t.review, t.created_at,
       t.decided_at, u.test_flag, u.lock, u.suspended_until, u.closed_at, u.kyc, u.created_at as since,
       t.key_index = u.cpf_index as is_own, w.turnover_left, w.deposit_sum,
       (select sum(r.amount - r.taken) from deposit_reversals r
         where r.user_id = t.user_id and r.taken < r.amount and r.settled_at is null) as debt,
       exists (select from orders o where o.user_id = t.user_id and o.payer = 'unknown') as has_unknown_payer
     from withdrawals t join users u on u.id = t.user_id join wallets w on w.user_id = t.user_id ${rest}`,
    ...values,
  )

const deposits = (rest: string, ...values: SqlValue[]) =>
  sql(
    `select t.id, t.user_id, u.email, t.provider, t.pay_no, t.principal, t.discount, t.bonus, t.status, t.refusal,
       t.refunded_at, t.created_at, t.paid_at, t.payer,
       (select sum(r.amount) from deposit_reversals r where r.order_id = t.id) as taken_back
     from orders t join users u on u.id = t.user_id ${rest}`,
    ...values,
  )

const plays = `'play', 'stake', 'settle', 'refund', 'correct'`
const postings = (id: string, condition: string) =>
  sql(
    `select id, at, kind, ref_type, ref_id, accounts, amounts from transfers where user_id = $1 and kind ${condition}
      order by id desc limit 51`,
    id,
  )

const profile = (id: string): Statement[] => [
  sql(
    `select ${player}, u.status_reason, u.lock, w.bonus, w.hold_withdrawal, w.hold_round_cash, w.hold_round_bonus,
       w.turnover_left, w.withdraw_sum, w.bet_sum, u.invite_code, u.language, u.excluded_until,
       (select email from users i where i.id = u.invited_by) as invited_by,
       (select sum(r.amount - r.taken) from deposit_reversals r
         where r.user_id = u.id and r.taken < r.amount and r.settled_at is null) as debt,
       (select count(*) from game_rounds g where g.user_id = u.id and g.status = 'open') as open_rounds,
       (select count(*) from tickets t where t.user_id = u.id and t.result is null and t.state in (-10, 0)) as open_tickets
     from users u join wallets w on w.user_id = u.id where u.id = $1`,
    id,
  ),
  sql('select * from player_limits where user_id = $1', id),
  sql('select * from house_limits where user_id = $1', id),
  sql(
    `select id, device_type, created_at, active_at from sessions
      where user_id = $1 and revoked_at is null and expires_at > now()`,
    id,
  ),
  sql('select * from player_notes where user_id = $1 order by created_at desc limit 100', id),
  sql('select * from player_status_changes where user_id = $1 order by created_at desc limit 100', id),
]

const timeline = (id: string): Statement[] => [
  postings(id, `not in (${plays})`),
  postings(id, `in (${plays})`),
  sql(
    'select id, created_at, device_type from sessions where user_id = $1 order by created_at desc limit 51',
    id,
  ),
  sql('select id, created_at, kind from messages where user_id = $1 order by seq desc limit 51', id),
  sql(
    `select id, at, action, staff_name from office.staff_audit where subject_kind = 'player' and subject_id = $1
      order by id desc limit 51`,
    id,
  ),
]

const audit = (rest: string, ...values: SqlValue[]) =>
  sql(
    `select id, at, staff_id, staff_name, role, action, subject_kind, subject_id, reason, address, requested_by_name
      from office.staff_audit ${rest} order by id desc limit 26`,
    ...values,
  )

const mails = (rest: string, ...values: SqlValue[]) =>
  sql(
    `select id, "to", kind, lang, state, attempts, last_error, created_at, delivered_at, next_try_at
      from outbox ${rest} order by id desc limit 26`,
    ...values,
  )

const chats = (rest: string, ...values: SqlValue[]) =>
  sql(
    `select c.user_id, u.email, u.language, m.sender, m.text, c.last_at, c.waiting_since, c.closed_at, c.assigned_to,
       (select count(*) from chat_messages n where n.user_id = c.user_id and n.seq > c.support_read and n.sender = 'player')
     from chat_conversations c join users u on u.id = c.user_id
     join lateral (select sender, text from chat_messages where user_id = c.user_id and seq = c.last_seq limit 1) m on true
     ${rest}
     order by c.waiting_since asc nulls last, c.last_at desc, c.user_id limit 26`,
    ...values,
  )

const big = (condition: string, at: string) =>
  sql(
    `(select id, user_id, 'sports' as game, stake, payout, ${at} as at from tickets where ${condition}
        order by ${at} desc limit 26)
     union all (select id, user_id, game, stake, payout, ${at} from game_rounds where ${condition}
        order by ${at} desc limit 26)
     order by at desc limit 26`,
  )

const list = (name: string, path: string, statement: Statement): OfficePage => ({
  name,
  paths: [path],
  statements: [statement],
  atMost: 2,
})

/** The pages that are measured on the data of `fillDatabase` and `fillOffice`. */
export function officePages(): OfficePage[] {
  const { from, to } = lastMonth()
  const heavy = playerId(1)
  /** One of many who have few rounds. */
  const rank = Math.floor(officePlayers / 13)
  const light = playerId(rank)
  const hash = createHash('md5').update(`name ${rank}`).digest('hex').slice(0, 6)
  const name = hash.replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))
  const byCpf = createHash('sha256').update(`cpf ${rank}`).digest()
  const newest = 'order by t.created_at desc, t.id desc limit 26'
  const oldest = 'order by t.created_at, t.id limit 26'
  return [
    {
      name: 'A month of revenue by day and game',
      paths: [`/api/reports/games?from=${from}&to=${to}&by=day`],
      statements: [
        sql(
          `select ledger_day(t.at) as day, r.game, count(*), sum((t.args ->> 'stake')::bigint) as stakes,
             sum((t.args ->> 'payout')::bigint) as payouts
           from transfers t join game_rounds r on r.id = t.ref_id and r.user_id = t.user_id
           where t.kind in ('play', 'settle') and t.at >= $1::date::timestamp at time zone 'America/Sao_Paulo'
             and t.at < ($2::date + 1)::timestamp at time zone 'America/Sao_Paulo'
           group by 1, 2`,
          from,
          to,
        ),
      ],
      atMost: 1 / 50,
    },
    list('Players, first page', '/api/players', players('')),
    list(
      'Players by a part of the e-mail',
      `/api/players?q=yer${rank}`,
      players(`and ${searched}`, `%yer${rank}%`),
    ),
    list('Players by a part of the name', `/api/players?q=${name}`, players(`and ${searched}`, `%${name}%`)),
    list(
      'Players by a part of the phone',
      `/api/players?q=19000${rank}`,
      players(`and ${searched}`, `%19000${rank}%`),
    ),
    list('Players by CPF', '/api/players?q=529.982.247-25', players('and u.cpf_index = $1', byCpf)),
    list('Players by id', `/api/players?q=${light}`, players('and u.id = $1', light)),
    list(
      'Players who are suspended',
      '/api/players?status=suspended',
      players('and u.suspended_until > now()'),
    ),
    {
      name: 'A player who has 46,000 rounds: profile and timeline',
      paths: [`/api/players/${heavy}`, `/api/players/${heavy}/timeline`],
      statements: [...profile(heavy), ...timeline(heavy)],
      atMost: 2,
    },
    {
      name: 'A player who has few rounds: profile and timeline',
      paths: [`/api/players/${light}`, `/api/players/${light}/timeline`],
      statements: [...profile(light), ...timeline(light)],
      atMost: 2,
    },
    list('Bets of a player', `/api/players/${heavy}/timeline?kind=bets`, postings(heavy, `in (${plays})`)),
    list(
      'Withdrawals of a player',
      `/api/withdrawals?playerId=${light}&sort=createdAt&order=desc`,
      withdrawals(`where t.user_id = $1 ${newest}`, light),
    ),
    list(
      'Deposits of a player',
      `/api/deposits?playerId=${light}`,
      deposits(`where t.user_id = $1 ${newest}`, light),
    ),
    list('Withdrawals, first page', '/api/withdrawals?order=desc', withdrawals(newest)),
    list('Withdrawals, page 40', '/api/withdrawals?order=desc&page=40', withdrawals(`${newest} offset 975`)),
    list(
      'Withdrawals, page 400',
      '/api/withdrawals?order=desc&page=400',
      withdrawals(`${newest} offset 9975`),
    ),
    list(
      'Withdrawals that wait',
      '/api/withdrawals?state=waiting',
      withdrawals(`where t.status in ('requested', 'inReview') ${oldest}`),
    ),
    list(
      'Withdrawals that were paid',
      '/api/withdrawals?state=paid',
      withdrawals(`where t.status = 'paid' ${oldest}`),
    ),
    list(
      'Withdrawals by amount',
      '/api/withdrawals?sort=amountCents&order=desc',
      withdrawals('order by t.amount desc, t.id desc limit 26'),
    ),
    list(
      'Withdrawals by e-mail',
      `/api/withdrawals?q=player${rank}`,
      withdrawals(`where lower(u.email) like $1 ${oldest}`, `player${rank}%`),
    ),
    list('Deposits, first page', '/api/deposits', deposits(newest)),
    list(
      'Deposits that were paid',
      '/api/deposits?state=paid',
      deposits(`where t.status = 'paid' ${newest}`),
    ),
    list(
      'Deposits by e-mail',
      `/api/deposits?q=player${rank}`,
      deposits(`where lower(u.email) like $1 ${newest}`, `player${rank}%`),
    ),
    list(
      'Deposits by number',
      `/api/deposits?q=p${rank}`,
      deposits(`where t.provider = 'bank' and t.pay_no = $1`, `p${rank}`),
    ),
    list('Audit, first page', '/api/audit', audit('')),
    list(
      'Audit of a member of staff',
      '/api/audit?staffId=staff%207',
      audit('where staff_id = $1', 'staff 7'),
    ),
    list(
      'Audit of an action',
      '/api/audit?action=players.addNote',
      audit('where action = $1', 'players.addNote'),
    ),
    list(
      'Audit of a player',
      `/api/audit?subjectKind=player&subjectId=${light}`,
      audit(`where subject_kind = 'player' and subject_id = $1`, light),
    ),
    list('Mails, first page', '/api/mails', mails('')),
    list(
      'Mails to an address',
      `/api/mails?to=player${rank}@example.com`,
      mails('where lower("to") = $1', `player${rank}@example.com`),
    ),
    list('Mails that failed', '/api/mails?state=dead', mails(`where state = 'dead'`)),
    list('Conversations, first page', '/api/support', chats('')),
    list('Conversations that are done', '/api/support?state=closed', chats('where c.closed_at is not null')),
    list(
      'Conversations by e-mail',
      `/api/support?q=player${rank}`,
      chats('where lower(u.email) like $1', `player${rank}%`),
    ),
    list('Big bets', '/api/big-bets', big('stake >= 50000', 'created_at')),
    list('Big wins', '/api/big-wins', big('payout >= 10000 and payout - stake >= 100000', 'settled_at')),
    list(
      'Findings of risk',
      '/api/risk-hits?state=open',
      sql(`select id, user_id, rule, measured, ref_kind, ref_id, at from risk_hits where acknowledged_at is null
        order by at desc, id desc limit 26`),
    ),
  ]
}
