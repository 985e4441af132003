-- The form of an address that all its spellings share (contract/rules/email.ts), filled in by the program. Of accounts
-- that had different spellings of one address before, the oldest has it, and the others name that one: each can
-- still be logged in to with its own spelling.
alter table users add column email_canonical text;
alter table users add column email_alias_of text references users (id);
create unique index users_email_canonical on users (email_canonical) where email_canonical is not null;
create index users_email_unfilled on users (created_at, id)
  where email_canonical is null and email_alias_of is null and erased_at is null;
