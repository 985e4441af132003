-- A link that a terminal shows its player as a QR code: whose session made it, and which session it opened.
alter table login_links
  add column id text unique,
  add column made_by text references sessions (id) on delete cascade,
  add column session_id text;
create index on login_links (made_by) where made_by is not null;

-- A terminal that asks to be logged in by a phone. Its QR code has the code, which is no secret; the session is given to
-- whoever has the secret, which never leaves the terminal.
create table terminal_logins (
  code_hash bytea primary key,
  secret_hash bytea not null unique,
  terminal_id text not null references terminals (id) on delete cascade,
  device_id text not null,
  -- Shown by the terminal and by the phone.
  number text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The phone's session.
  approved_by text references sessions (id) on delete cascade,
  collected_at timestamptz
);
create index on terminal_logins (terminal_id);
create index on terminal_logins (approved_by) where approved_by is not null;
