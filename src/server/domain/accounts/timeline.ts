import type { TimelineEntry, TimelineKind } from '#contract/office/players.ts'
import type { Reader } from '../../db/client.ts'

const pageSize = 50

/**
 * What happened to one player, as a statement for each kind: each reads an index backwards from `$2` and stops after `$3`
 * rows, so that the timeline of somebody who plays every day is as quick as that of a new player.
 */
const sources: Record<TimelineKind, string> = {
  money: `select 't' || id as id, 'money' as kind, at,
      case when kind = 'debt' and ref_type = 'adjust' then 'writtenOff' else kind::text end as what, ref_type || ' ' || ref_id as about, accounts, amounts,
      case when kind = 'bonus' or kind = 'deposit' and (args ->> 'bonus')::bigint > 0 then key end as prize
    from transfers where user_id = $1 and at < $2 and kind not in ('play', 'stake', 'settle', 'refund', 'correct')
    order by transfers.id desc limit $3`,
  bets: `select 't' || id as id, 'bets' as kind, at, kind::text as what, ref_type || ' ' || ref_id as about, accounts, amounts,
      case when kind in ('play', 'settle') then case when (args ->> 'payout')::bigint > 0 then ref_id end
        when kind = 'stake' and ref_type = 'ticket' then (
          select k.id from tickets k where k.user_id = $1 and k.id = ref_id and k.state in (-10, 0)) end as prize
    from transfers where user_id = $1 and at < $2 and kind in ('play', 'stake', 'settle', 'refund', 'correct')
    order by transfers.id desc limit $3`,
  sessions: `select 's' || id as id, 'sessions' as kind, created_at as at, 'login' as what, coalesce(device_type, '') as about,
      null::ledger_account[] as accounts, null::bigint[] as amounts, null::text as prize
    from sessions where user_id = $1 and created_at < $2 order by created_at desc limit $3`,
  messages: `select 'm' || id as id, 'messages' as kind, created_at as at, kind as what, '' as about,
      null::ledger_account[] as accounts, null::bigint[] as amounts, null::text as prize
    from messages where user_id = $1 and created_at < $2 order by seq desc limit $3`,
  // Who wrote and who took it; what was written is read in the conversation.
  chat: `select id, kind, at, what, about, accounts, amounts, prize from (
      (select 'c' || m.id as id, 'chat' as kind, m.created_at as at,
          case m.sender when 'player' then 'chatPlayer' else 'chatSupport' end as what, coalesce(s.name, '') as about,
          null::ledger_account[] as accounts, null::bigint[] as amounts, null::text as prize
        from chat_messages m left join office.staff_names s on s.id = m.staff_id
        where m.user_id = $1 and m.created_at < $2 order by m.seq desc limit $3)
      union all
      (select 'a' || id, 'chat', at, action,
          staff_name || case when action = 'support.handOver' then ' → ' || coalesce(after->>'assignedToName', '') else '' end,
          null::ledger_account[], null::bigint[], null::text
        from office.staff_audit where subject_kind = 'chat' and subject_id = $1 and at < $2
          and action in ('support.take', 'support.handOver', 'support.close', 'support.reopen')
        order by id desc limit $3)) c`,
  staff: `select 'a' || id as id, 'staff' as kind, at, action as what, staff_name as about,
      null::ledger_account[] as accounts, null::bigint[] as amounts, null::text as prize
    from office.staff_audit where subject_kind = 'player' and subject_id = $1 and at < $2
    order by staff_audit.id desc limit $3`,
}

interface Row {
  id: string
  kind: TimelineKind
  at: Date
  what: string
  about: string
  cash: number | null
  bonus: number | null
  prize: string | null
}

/** The player's latest entries before a moment, of one kind or of all; `next` is null when there are no more. */
export async function readTimeline(
  db: Reader,
  userId: string,
  { kind, before }: { kind: TimelineKind | undefined; before: Date },
): Promise<{ entries: TimelineEntry[]; next: Date | null }> {
  const kinds = kind ? [kind] : (Object.keys(sources) as TimelineKind[])
  const change = (account: string) =>
    `(select sum(e.amount)::bigint from unnest(accounts, amounts) as e (account, amount) where e.account = '${account}')`
  const rows = await db.read<Row>(
    `select id, kind, at, what, about, ${change('cash')} as cash, ${change('bonus')} as bonus, prize
       from (${kinds.map((each) => `(${sources[each]})`).join(' union all ')}) e
      order by at desc, id desc limit $3`,
    [userId, before, pageSize + 1],
  )
  const page = rows.slice(0, pageSize)
  return {
    entries: page.map(({ cash, bonus, at, ...row }) => ({
      ...row,
      at: at.toISOString(),
      cashCents: cash,
      bonusCents: bonus,
    })),
    next: rows.length > pageSize ? (page.at(-1)?.at ?? null) : null,
  }
}
