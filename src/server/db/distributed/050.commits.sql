-- A transaction that writes on the coordinator too, such as a withdrawal with its job or an action of staff with its row of the
-- audit, must commit on both or on neither. Citus commits in two phases when it has written on several nodes, but what is written
-- to a table that it does not know escapes it: it would commit on the player's node first, and a coordinator that ended then
-- would lose its part. A statement on a table that it does know, without any effect, is enough to tell it.
create table if not exists commit_on_both (id integer primary key);
do $$ begin
  if not exists (select from pg_dist_partition where logicalrelid = 'commit_on_both'::regclass) then
    perform citus_add_local_table_to_metadata('commit_on_both');
  end if;
end $$;

create or replace function commit_on_both() returns trigger language plpgsql as $$
begin
  delete from public.commit_on_both where id = 0;
  return null;
end $$;

-- After every migration, because it may have made tables; those of the queues are made last.
create or replace function keep_commit_triggers() returns void language plpgsql as $$
declare
  each record;
begin
  for each in
    select c.oid::regclass as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and (
        n.nspname = 'office'
        or n.nspname = 'pgboss' and c.relname like 'job%'
        -- What a feed tells concerns no player, and a table that is not logged is empty after a crash anyway.
        or n.nspname = 'public' and c.relpersistence = 'p' and c.relname !~ '^feed_|migrations$')
      and not exists (select from pg_dist_partition d where d.logicalrelid = c.oid)
      and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'commit_on_both')
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
      and not relation_is_a_known_shard(c.oid)
  loop
    execute format('create trigger commit_on_both after insert or update or delete on %s for each statement execute function commit_on_both()',
      each.name);
  end loop;
end $$;
