alter table feed_batches
  drop constraint feed_batches_pkey,
  add constraint feed_batches_pkey primary key using index feed_batches_provider_version;
