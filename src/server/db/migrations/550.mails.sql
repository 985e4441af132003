-- Whether the player's e-mail address is known to be theirs: a link of ours was opened, or a code of a reset was right.
alter table users add column email_confirmed_at timestamptz;
update users u set email_confirmed_at = r.checked_at
  from (select user_id, min(checked_at) as checked_at from password_resets where checked_at is not null group by user_id) r
 where r.user_id = u.id;

-- Links that confirm an address; only their hashes.
create table email_confirmations (
  token_hash bytea primary key,
  user_id text not null references users (id),
  -- A link confirms the address that it was sent to, and no later one.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_confirmations_user on email_confirmations (user_id);

-- An account whose address was never confirmed keeps nothing under it: the address may be another person's.
alter table exclusions alter column email_index drop not null;

-- The end of a pause of which the player has been told.
alter table users add column pause_end_mailed timestamptz;
create index users_pause_end on users (excluded_until) where excluded_until is not null and erased_at is null;

-- The statement of the month, for those who want it, and the first day of the last month that was sent.
alter table users
  add column monthly_statement boolean not null default false,
  add column statement_month date;
create index users_statement on users (statement_month nulls first) where monthly_statement and erased_at is null;
