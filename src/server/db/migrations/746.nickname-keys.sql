create unique index concurrently if not exists users_nickname_key on users (nickname_key) where nickname_key is not null;
