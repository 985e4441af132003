create index concurrently if not exists prize_years_net on prize_years (year, net, user_id);
