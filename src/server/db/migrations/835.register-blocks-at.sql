create index concurrently if not exists register_blocks_at on register_blocks (blocked_at, id);
