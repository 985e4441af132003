-- Sums of a player's settled bets by day (Brasília) and game, in cents: rebate, cashback, commissions and level bonuses
-- read these few rows instead of all postings. Every posting that settles a bet changes them (ledger/ledger.sql).
create table bet_days (
  user_id text not null,
  day date not null,
  -- 'sports' for tickets; '' for a round of an unknown game.
  game text not null,
  stakes bigint not null,
  -- Cash stakes less their payouts; negative when the player has won.
  cash_loss bigint not null,
  primary key (user_id, day, game)
) with (fillfactor = 50);

insert into bet_days (user_id, day, game, stakes, cash_loss)
select t.user_id, (t.at at time zone 'America/Sao_Paulo')::date,
  case t.ref_type when 'ticket' then 'sports' else coalesce(r.game, '') end,
  sum((t.args ->> 'stake')::bigint),
  coalesce(sum((t.args ->> 'stake')::bigint - (t.args ->> 'payout')::bigint)
    filter (where t.args ->> 'wallet' = 'cash'), 0)
from transfers t left join game_rounds r on t.ref_type = 'round' and r.id = t.ref_id
where t.kind in ('settle', 'play')
group by 1, 2, 3;

-- Nothing else searched settled bets by time, and every bet had to maintain it.
drop index transfers_settled_bets;
