-- The same where players are spread over nodes: what the spread needs stays, tables of players have no triggers there, and a
-- table that the engine makes of a part of another one is emptied with that.
create or replace function sandbox.empty_database() returns void language plpgsql
security definer set search_path = public, pg_temp
-- Other transactions lock their tables in another order. This one gives up long before PostgreSQL would detect a
-- deadlock and abort one of them.
set lock_timeout = '200ms'
as $$
declare
  is_spread constant boolean := to_regclass('pg_dist_partition') is not null;
  names text[] := array(
    select format('%I.%I', schemaname, tablename) from pg_tables
      where tableowner = current_user and tablename <> all(array['migrations', 'distributed_migrations', 'commit_on_both'])
        and schemaname in ('public', 'sandbox', 'sandbox_provider') order by 1);
  single_rows constant text[] := array(
    select format('%I.%I', s.nspname, t.relname)
      from pg_index i
      join pg_class t on t.oid = i.indrelid
      join pg_namespace s on s.oid = t.relnamespace
      join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
     where i.indisprimary and i.indnkeyatts = 1 and a.atttypid = 'boolean'::regtype and s.nspname = 'public'
     order by 1);
  with_triggers text[];
  name text;
begin
  if is_spread then
    perform set_config('citus.multi_shard_modify_mode', 'sequential', true);
    names := array(select each from unnest(names) each where not relation_is_a_known_shard(each::regclass));
    with_triggers := array(select each from unnest(names) each
      where not exists (select from pg_dist_partition d where d.logicalrelid = each::regclass));
  else
    with_triggers := names;
  end if;
  execute format('lock table %s in access exclusive mode', array_to_string(names, ', '));
  foreach name in array with_triggers loop execute format('alter table %s disable trigger user', name); end loop;
  execute format('truncate %s restart identity', array_to_string(names, ', '));
  foreach name in array single_rows loop execute format('insert into %s default values', name); end loop;
  foreach name in array with_triggers loop execute format('alter table %s enable trigger user', name); end loop;
  delete from pgboss.job;
end $$;
