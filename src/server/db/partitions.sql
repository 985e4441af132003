-- Partitions of `transfers` and `game_rounds`, the tables that get a row for every bet.
--
-- The last partition of each table has no upper bound, so every row has a partition even if the job that adds
-- partitions (jobs/partitions.ts) does not run. Adding a partition gives the last one an upper bound, while it is empty
-- or nearly so, and creates the next one. The table is locked meanwhile.
--
-- The functions that change tables run with the rights of the owner (db/rights.sql).
--
-- Neither partition key depends on the product's clock, which the sandbox can move.
--   game_rounds  by month. A round's id begins with the system time (games/roundIds.ts). Rounds with older, random ids
--                sort before all others and are in the first partition.
--   transfers    by id. Partition n starts at the id n * 1,000,000,000. When a partition is large enough, the id
--                sequence jumps to the start of the next one.

drop view if exists round_partitions, transfer_partitions;
drop function if exists round_id_at, keep_round_partitions, keep_transfer_partitions, archive_rounds, archived_before;

-- The lowest id of a round opened at or after p_at.
create function round_id_at(p_at timestamptz) returns text language sql immutable as $$
  select 'r' || lpad(to_hex(floor(extract(epoch from p_at) * 1000)::bigint), 12, '0')
$$;

-- `from_month` is null for the first partition, `to_month` for the last one.
create view round_partitions as
select name, from_month, lead(from_month) over (order by from_month nulls first) as to_month
from (
  select c.relname::text as name,
    case when c.relname ~ '_\d{4}_\d{2}$' then to_date(right(c.relname, 7), 'YYYY_MM')::timestamp at time zone 'UTC'
    end as from_month
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'game_rounds'::regclass
) named;

create view transfer_partitions as
select name, from_id, lead(from_id) over (order by from_id) as to_id
from (
  select c.relname::text as name, substring(c.relname from '\d+$')::bigint * 1000000000 as from_id
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'transfers'::regclass
) named;

-- Makes sure that the last partition starts at the month after p_now, or later. Returns the name of the partition that
-- it added, or null.
create function keep_round_partitions(p_now timestamptz) returns text language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  next_month timestamptz := (date_trunc('month', p_now at time zone 'UTC') + interval '1 month') at time zone 'UTC';
  added text := 'game_rounds_' || to_char(next_month at time zone 'UTC', 'YYYY_MM');
  last_one round_partitions;
begin
  select * into last_one from round_partitions where to_month is null;
  if last_one.from_month >= next_month then return null; end if;
  lock table game_rounds in access exclusive mode;
  select * into last_one from round_partitions where to_month is null;
  if last_one.from_month >= next_month then return null; end if;
  execute format('create table %I (like %I including all) with (autovacuum_analyze_scale_factor = 0.02,
    autovacuum_vacuum_insert_scale_factor = 0.05)', added, last_one.name);
  execute format('alter table game_rounds detach partition %I', last_one.name);
  execute format('alter table game_rounds attach partition %I for values from (%s) to (%L)', last_one.name,
    coalesce(quote_literal(round_id_at(last_one.from_month)), 'minvalue'), round_id_at(next_month));
  execute format('alter table game_rounds attach partition %I for values from (%L) to (maxvalue)', added,
    round_id_at(next_month));
  return added;
end $$;

-- Makes sure that the last partition is empty, and that the one in use has at most about p_size postings. Returns the
-- name of the partition that it added, or null.
create function keep_transfer_partitions(p_size bigint) returns text language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  partition_ids constant bigint := 1000000000;
  last_id bigint;
  last_one transfer_partitions;
  last_end bigint;
  added text;
begin
  for attempt in 1 .. 2 loop
    select last_value into last_id from transfers_id_seq;
    select * into last_one from transfer_partitions where to_id is null;
    if last_id < last_one.from_id and last_id - p_size < (
      select max(from_id) from transfer_partitions where from_id <= last_id
    ) then
      return null;
    end if;
    -- The first check ran without the lock, so it is repeated under the lock.
    if attempt = 1 then lock table transfers in access exclusive mode; end if;
  end loop;
  if last_id < last_one.from_id then perform setval('transfers_id_seq', last_one.from_id, false); end if;
  last_end := (greatest(last_id, last_one.from_id) / partition_ids + 1) * partition_ids;
  added := 'transfers_' || last_end / partition_ids;
  execute format('create table %I (like %I including all) with (autovacuum_analyze_scale_factor = 0.02,
    autovacuum_vacuum_insert_scale_factor = 0.05)', added, last_one.name);
  execute format('create trigger transfers_append_only before update or delete or truncate on %I
    for each statement execute function ledger_refuse_change()', added);
  execute format('alter table transfers detach partition %I', last_one.name);
  execute format('alter table transfers attach partition %I for values from (%s) to (%s)', last_one.name,
    case last_one.from_id when 0 then 'minvalue' else last_one.from_id::text end, last_end);
  execute format('alter table transfers attach partition %I for values from (%s) to (maxvalue)', added, last_end);
  return added;
end $$;

-- Rounds with ids below the result are archived. Without an archive it is the empty string, which is below every id.
create function archived_before() returns text language sql stable as $$
  select coalesce(max(before_id), '') from archived_rounds
$$;

-- Moves the oldest partition of rounds to the schema `archive` if it ends at or before p_before and none of its rounds
-- is open. Returns no row if no partition ends by then; otherwise its name, the number of its rounds, and the number of
-- open rounds, which prevent the move.
create function archive_rounds(p_before timestamptz, out partition text, out rounds bigint, out open_rounds bigint)
returns setof record language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  oldest round_partitions;
begin
  select * into oldest from round_partitions order by from_month nulls first limit 1;
  if oldest.to_month is null or oldest.to_month > p_before then return; end if;
  partition := oldest.name;
  -- Nothing is inserted into it any more. The lock waits for transactions that are closing its rounds.
  execute format('lock table %I in share mode', partition);
  execute format($sql$select count(*), count(*) filter (where status = 'open') from %I$sql$, partition)
    into rounds, open_rounds;
  if open_rounds = 0 then
    insert into archived_rounds (partition, before_id, rounds)
      values (archive_rounds.partition, round_id_at(oldest.to_month), archive_rounds.rounds);
    create schema if not exists archive;
    execute format('alter table game_rounds detach partition %I', partition);
    execute format('alter table %I set schema archive', partition);
  end if;
  return next;
end $$;

select keep_round_partitions(now());
select keep_transfer_partitions(20000000);
