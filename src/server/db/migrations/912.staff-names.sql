-- The names of staff, which lists show beside rows of players. Where players are spread over nodes every node has a copy of this
-- table, while what staff log in with stays on the coordinator: no login writes here. A trigger keeps it, so that programs of the
-- release before do too; it runs as the owner, because those may not write here until all migrations have run.
create table office.staff_names (
  id text primary key,
  name text not null
);
create function office.keep_staff_name() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    delete from office.staff_names where id = old.id;
  else
    insert into office.staff_names (id, name) values (new.id, new.name)
      on conflict (id) do update set name = excluded.name;
  end if;
  return null;
end $$;
create trigger keep_staff_name after insert or update of name or delete on office.staff
  for each row execute function office.keep_staff_name();
insert into office.staff_names (id, name) select id, name from office.staff;
