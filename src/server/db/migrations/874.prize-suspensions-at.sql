create index concurrently if not exists prize_suspensions_at on prize_suspensions (created_at desc, id);
