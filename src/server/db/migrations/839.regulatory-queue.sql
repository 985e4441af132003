create index concurrently if not exists regulator_lots_queue on regulator_lots (next_try_at) where state = 'queued';
