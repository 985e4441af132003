-- Every start looks for the phones that were not read: soon none.
create index concurrently if not exists users_phone_unread on users (id)
  where not phone_read and phone <> '' and erased_at is null;
