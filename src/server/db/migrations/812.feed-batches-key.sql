create unique index concurrently if not exists feed_batches_provider_version on feed_batches (provider, version);
