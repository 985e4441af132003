select spread_tables();
select spread_functions();
select keep_transfer_partitions(0);
-- The names of staff are read together with rows of players.
do $$ begin
  if not exists (select from pg_dist_partition where logicalrelid = 'office.staff_names'::regclass) then
    perform create_reference_table('office.staff_names');
  end if;
end $$;
