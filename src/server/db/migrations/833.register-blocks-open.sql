create unique index concurrently if not exists register_blocks_open on register_blocks (user_id) where ended_at is null;
