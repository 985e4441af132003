-- Bot-check widget: which kind a captcha is, and the challenge whose solution is expected.
alter table captchas
  add column kind text not null default 'image' check (kind in ('image', 'widget')),
  add column challenge jsonb;

-- Failed log-ins, reset mails asked for, reset codes tried: one row each, counted over a sliding window.
create table attempts (
  id bigint generated always as identity primary key,
  key text not null,
  at timestamptz not null
);
create index attempts_key on attempts (key, at);

-- One-time links (/zgo): sent by support, exchanged for a session. Only the token's hash is kept.
create table login_links (
  token_hash bytea primary key,
  user_id text not null references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Personal data was erased: the row stays for the ledger, the person is gone from it.
alter table users add column erased_at timestamptz;
