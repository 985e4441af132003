select spread_tables();
select spread_functions();
select keep_transfer_partitions(0);
