do $$
declare
  failure text;
begin
  select result into failure from run_command_on_workers('select public.keep_shard_functions()') where not success limit 1;
  if failure is not null then raise exception 'functions of the shards: %', failure; end if;
end $$;
