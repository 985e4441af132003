-- Every start looks for the accounts that lack a form of their address for comparing, or marks (domain/accounts): of many
-- accounts, soon none.
create index users_without_canonical_email on users (created_at, id)
  where email_canonical is null and email_alias_of is null and erased_at is null;
create index users_without_marks on users (id) where marked_at is null and erased_at is null;
