-- Cash stakes less payouts and refunds over all time, in cents; negative when the player has won. Every posting of a
-- bet changes it together with the balances (ledger/ledger.sql).
alter table wallets add column cash_net_loss bigint not null default 0;

update wallets w set cash_net_loss = bets.net_loss
  from (
    select t.user_id, -sum(e.amount) as net_loss from transfers t
    cross join lateral unnest(t.accounts, t.amounts) as e (account, amount)
    where t.kind in ('stake', 'settle', 'refund', 'play') and e.account = 'cash'
    group by t.user_id
  ) bets
  where bets.user_id = w.user_id;

-- What wallets.cash_net_loss was when a period began (domain/protection/lossMarks.ts): the loss in the period is the
-- difference. One row for each player and kind of period; the next period replaces it.
create table loss_marks (
  user_id text not null references users (id),
  period text not null check (period in ('day', 'week', 'month')),
  began_at timestamptz not null,
  cash_net_loss bigint not null,
  primary key (user_id, period)
);

-- Players who have a loss limit: their next bet finds the marks made.
insert into loss_marks (user_id, period, began_at, cash_net_loss)
select l.user_id, l.period, began.at,
  w.cash_net_loss + (
    select coalesce(sum(e.amount), 0) from transfers t
    cross join lateral unnest(t.accounts, t.amounts) as e (account, amount)
    where t.user_id = l.user_id and t.kind in ('stake', 'settle', 'refund', 'play') and e.account = 'cash'
      and t.at >= began.at)
from player_limits l
join wallets w on w.user_id = l.user_id
cross join lateral (select date_trunc(l.period, now(), 'America/Sao_Paulo')) as began (at)
where l.kind = 'loss';

-- A deposit limit adds up the paid orders of its period.
create index orders_paid on orders (user_id, paid_at) include (principal) where status = 'paid';
