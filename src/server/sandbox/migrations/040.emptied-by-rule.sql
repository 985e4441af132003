-- What the reset of QA empties and what it puts back is found by rule, so that a new table or schema needs no new function:
-- tables of players and of the sandbox are emptied, other schemas are left alone (the back office's, whose staff could not log in
-- afterwards, among them), and a table of the game whose primary key is a boolean has one row, which whoever reads it counts on.
create or replace function sandbox.empty_database() returns void language plpgsql
security definer set search_path = public, pg_temp
-- Other transactions lock their tables in another order. This one gives up long before PostgreSQL would detect a
-- deadlock and abort one of them.
set lock_timeout = '200ms'
as $$
declare
  names constant text[] := array(
    select format('%I.%I', schemaname, tablename) from pg_tables
      where tableowner = current_user and tablename <> 'migrations'
        and schemaname in ('public', 'sandbox', 'sandbox_provider') order by 1);
  single_rows constant text[] := array(
    select format('%I.%I', s.nspname, t.relname)
      from pg_index i
      join pg_class t on t.oid = i.indrelid
      join pg_namespace s on s.oid = t.relnamespace
      join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
     where i.indisprimary and i.indnkeyatts = 1 and a.atttypid = 'boolean'::regtype and s.nspname = 'public'
     order by 1);
  name text;
begin
  execute format('lock table %s in access exclusive mode', array_to_string(names, ', '));
  foreach name in array names loop execute format('alter table %s disable trigger user', name); end loop;
  execute format('truncate %s restart identity', array_to_string(names, ', '));
  foreach name in array single_rows loop execute format('insert into %s default values', name); end loop;
  foreach name in array names loop execute format('alter table %s enable trigger user', name); end loop;
  delete from pgboss.job;
end $$;
