-- What a corrected result changes in a ticket that was paid or lost: a posting of its own.
alter type ledger_kind add value 'correct';

-- The audit of tickets: one row for each time that a ticket was decided, and one for each correction.
create table ticket_settlements (
  ticket_id text not null references tickets (id),
  -- 1 for the settlement, then the corrections.
  number integer not null check (number > 0),
  user_id text not null references users (id),
  at timestamptz not null,
  cause text not null check (cause in ('result', 'cashOut', 'refused', 'correction')),
  state smallint not null,
  result smallint not null,
  -- What the ticket is worth at this result.
  payout bigint not null check (payout >= 0),
  -- What the player has been paid for it in all.
  paid bigint not null check (paid >= 0),
  -- Whether the stake was given back, so that it is no bet.
  refunded boolean not null,
  -- Result and score of every leg; null for tickets that are older than this table.
  legs jsonb,
  primary key (ticket_id, number)
);

insert into ticket_settlements (ticket_id, number, user_id, at, cause, state, result, payout, paid, refunded)
select t.id, 1, t.user_id, coalesce(t.settled_at, t.created_at),
  case when t.cashed_out then 'cashOut' when t.reason is not null then 'refused' else 'result' end,
  t.state, coalesce(t.result, 90), t.payout, t.payout,
  exists (select from transfers x where x.key = 'close:ticket:' || t.id and x.kind = 'refund')
from tickets t where t.state not in (-10, 0);

create function ticket_settlements_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit of tickets is append-only: %', tg_op;
end $$;
create trigger ticket_settlements_append_only before update or delete on ticket_settlements
  for each statement execute function ticket_settlements_refuse_change();

create index ticket_legs_decided on ticket_legs (match_id) where result <> 1000;
