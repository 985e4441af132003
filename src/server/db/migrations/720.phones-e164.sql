-- Whether country and phone are the number in E.164. Accounts from before phones were read keep theirs as it was typed until the
-- program has read it (domain/accounts/phones.ts); one that nobody can read stays as it is, and is not read again.
alter table users add column phone_read boolean not null default false;
