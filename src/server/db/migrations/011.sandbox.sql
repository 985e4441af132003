-- Own codes are chosen by the sandbox, and typed by players in any case.
create unique index users_invite_code_upper on users (upper(invite_code));

-- What a sandbox user logs in with, so that making a test account of one later needs no new password.
create table sandbox_users (
  user_id text primary key references users (id),
  password text not null
);
