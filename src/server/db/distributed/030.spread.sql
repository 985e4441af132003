select spread_tables();
select spread_functions();
