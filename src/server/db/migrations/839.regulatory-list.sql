create index concurrently if not exists regulator_lots_made on regulator_lots (made_at, id);
