select spread_tables();
select spread_functions();
select run_command_on_workers('select public.keep_shard_functions()');
