create index concurrently if not exists register_blocks_due on register_blocks (next_step_at) where ended_at is null;
