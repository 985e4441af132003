-- Whom the register is asked about as soon as it answers again.
create index concurrently if not exists users_register_silent on users (register_silent_at)
  where register_silent_at is not null;
