create index concurrently if not exists prize_suspensions_due on prize_suspensions (until) where ended_at is null;
