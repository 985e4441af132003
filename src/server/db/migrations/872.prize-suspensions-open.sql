create unique index concurrently if not exists prize_suspensions_open on prize_suspensions (user_id, ref_type, ref_id)
  where ended_at is null;
