-- The two tables that get a row for every bet become partitioned tables. The table of before is their first partition, so
-- no row is copied. db/partitions.sql says where the partitions begin and end, and adds the next ones.

drop view if exists ledger_violations, ledger_accounts;
drop view entries;

drop trigger transfers_append_only on transfers;
alter table transfers rename to transfers_0;
alter table transfers_0 alter column id drop identity;
create sequence transfers_id_seq;
select setval('transfers_id_seq', (select coalesce(max(id), 0) + 1 from transfers_0), false);
-- One index for both: a posting is always looked up for its player.
alter table transfers_0 drop constraint transfers_pkey;
drop index transfers_user;
alter table transfers_0 alter column id set default nextval('transfers_id_seq');
alter table transfers_0 add primary key (user_id, id);
alter table transfers_0 rename constraint transfers_key_key to transfers_0_key_key;
-- Script 140 has removed it where that script ran first.
alter index if exists transfers_settled_bets rename to transfers_0_settled_bets;

create table transfers (like transfers_0 including defaults including constraints) partition by range (id);
alter table transfers add primary key (user_id, id);
do $$ begin
  if to_regclass('transfers_0_settled_bets') is not null then
    create index transfers_settled_bets on transfers (user_id, at) where kind in ('settle', 'play');
  end if;
end $$;
alter sequence transfers_id_seq owned by transfers.id;
alter table transfers attach partition transfers_0 for values from (minvalue) to (maxvalue);

create view entries as
select t.id as transfer_id, e.seq::integer as seq, e.account,
  case when e.account < 'house_provider' then t.user_id end as user_id,
  e.amount, e.balance_after
from transfers t
cross join lateral unnest(t.accounts, t.amounts, t.balances)
  with ordinality as e (account, amount, balance_after, seq);

-- On the partitions too, for statements that name them.
create trigger transfers_append_only before update or delete or truncate on transfers
  for each statement execute function ledger_refuse_change();
create trigger transfers_append_only before update or delete or truncate on transfers_0
  for each statement execute function ledger_refuse_change();
create trigger entries_append_only instead of insert or update or delete on entries
  for each row execute function ledger_refuse_change();

alter table game_rounds rename to game_rounds_first;
alter table game_rounds_first drop constraint game_rounds_pkey;
alter table game_rounds_first add primary key (id, user_id);
alter index game_rounds_user rename to game_rounds_first_user;
alter index game_rounds_big rename to game_rounds_first_big;
alter index game_rounds_double rename to game_rounds_first_double;
-- Unique among the rounds of one partition. Across partitions whoever opens a round checks it (games/rounds.ts,
-- games/providerRounds.ts).
alter index game_rounds_one_open rename to game_rounds_first_one_open;
alter index game_rounds_provider rename to game_rounds_first_provider;
-- Open rounds are few, and were searched among all rounds of their player.
create index game_rounds_first_open on game_rounds_first (user_id, game) where status = 'open';

create table game_rounds (like game_rounds_first including defaults including constraints) partition by range (id);
alter table game_rounds add primary key (id, user_id);
create index game_rounds_user on game_rounds (user_id, created_at desc, id);
create index game_rounds_big on game_rounds (settled_at desc) where payout >= 10000;
create index game_rounds_double on game_rounds (double_round, created_at) where double_round is not null;
create index game_rounds_open on game_rounds (user_id, game) where status = 'open';
alter table game_rounds add constraint game_rounds_double_round_fkey
  foreign key (double_round) references double_rounds (sequence);
alter table game_rounds attach partition game_rounds_first for values from (minvalue) to (maxvalue);

-- The last revealed pair of a player was searched among the pairs of all players.
create index seed_pairs_revealed on seed_pairs (user_id, revealed_at desc, created_at desc) where not active;

-- Large tables are analysed and vacuumed after a change of 2 %, not of 10 and 20 %.
alter table transfers_0 set (autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);
alter table game_rounds_first
  set (autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05);

-- Partitions of rounds that have left game_rounds for the schema `archive`, where the operator may drop them.
create table archived_rounds (
  partition text primary key,
  -- The rounds with lower ids are archived.
  before_id text not null,
  rounds bigint not null,
  archived_at timestamptz not null default now()
);
