-- What the program's role may do. It owns nothing, so it cannot change the schema. It reads and writes rows, but of the
-- ledger it only reads them: ledger_post writes them, with the rights of the owner. Who may execute what is in the
-- catalogue: the functions that run with the owner's rights are those with `security definer`, and only this role may
-- call them.
drop function if exists grant_rights, analyze_partitions;

create function grant_rights(p_role text) returns void language plpgsql as $$
declare
  each text;
begin
  for each in select nspname from pg_namespace where nspname in ('public', 'pgboss', 'office', 'sandbox', 'sandbox_provider') loop
    execute format('grant usage on schema %I to %I', each, p_role);
    execute format('grant select, insert, update, delete on all tables in schema %I to %I', each, p_role);
    execute format('grant usage, select on all sequences in schema %I to %I', each, p_role);
  end loop;
  for each in
    select format('%I.%I', n.nspname, c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relname = 'migrations' or n.nspname = 'public' and (
      c.relname in ('transfers', 'entries', 'wallets', 'bet_days')
      or c.oid in (select inhrelid from pg_inherits where inhparent = 'transfers'::regclass))
  loop
    execute format('revoke insert, update, delete on %s from %I', each, p_role);
  end loop;
  execute format('revoke update, delete on ticket_settlements from %I', p_role);
  -- office.write_audit adds the rows of the audit; nobody changes one.
  execute format('revoke insert, update, delete on office.staff_audit, office.audit_head from %I', p_role);
  -- To open an empty wallet, and to lock one: PostgreSQL asks for the right to update some column. The id of a wallet
  -- with postings cannot be changed, because they refer to it, and one without postings is empty.
  execute format('grant insert (user_id), update (user_id) on wallets to %I', p_role);
  for each in
    select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.prosecdef and n.nspname in ('public', 'office', 'sandbox', 'sandbox_provider')
  loop
    execute format('revoke execute on function %s from public', each);
    execute format('grant execute on function %s to %I', each, p_role);
  end loop;
end $$;

-- Updates the statistics of a partitioned table, because autovacuum analyses partitions only.
create function analyze_partitions(p_table text) returns void language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  if p_table not in ('transfers', 'game_rounds') then raise exception 'not partitioned: %', p_table; end if;
  execute format('analyze %I', p_table);
end $$;
