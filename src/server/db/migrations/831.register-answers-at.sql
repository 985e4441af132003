create index concurrently if not exists register_answers_at on register_answers (at);
