create index concurrently if not exists push_subscriptions_id on push_subscriptions (id);
