create index concurrently if not exists push_messages_expires on push_messages (expires_at);
