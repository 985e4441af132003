-- Money is bigint cents. Ids are text made by the program (randomUUID) unless said otherwise.
-- Balances, turnover and the sums of deposits, withdrawals and bets are in `wallets` (002).

create table users (
  id text primary key,
  email text not null,
  phone text not null default '',
  country text not null default '+55',
  name text not null default '',
  password_hash text not null,
  invite_code text not null,
  invited_by text references users (id),
  level smallint not null default 0 check (level between 0 and 12),
  avatar smallint not null default 0 check (avatar between 0 and 35),
  lx text not null default '',
  test_flag boolean not null default false,
  -- Test accounts show their own credentials; null for everybody else.
  test_password text,
  kyc smallint not null default 0 check (kyc in (0, 1)),
  kyc_name text not null default '',
  cpf_encrypted bytea,
  -- HMAC of the number: finds a CPF and keeps it unique without telling it.
  cpf_index bytea,
  messenger text not null default '',
  pay_discount numeric check (pay_discount > 0 and pay_discount < 1),
  pay_discount_expires_at timestamptz,
  lock boolean not null default false,
  gift boolean not null default false,
  language text not null default 'pt_BR',
  marketing_email boolean not null default false,
  marketing_push boolean not null default false,
  is_app boolean not null default false,
  excluded_until timestamptz,
  created_at timestamptz not null,
  last_login_at timestamptz
);
create unique index users_email on users (lower(email));
create unique index users_invite_code on users (invite_code);
create unique index users_cpf_index on users (cpf_index) where cpf_index is not null;
create index users_invited_by on users (invited_by) where invited_by is not null;

create table sessions (
  id text primary key,
  token_hash bytea not null,
  user_id text not null references users (id),
  device_id text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_seen_at timestamptz
);
create unique index sessions_token_hash on sessions (token_hash);
create index sessions_user on sessions (user_id) where revoked_at is null;

create table captchas (
  code_id text primary key,
  answer text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index captchas_expires_at on captchas (expires_at);

create table outbox (
  id bigint generated always as identity primary key,
  "to" text not null,
  subject text not null,
  text text not null,
  code text,
  lang text not null,
  sent_at timestamptz not null
);
create index outbox_to on outbox (lower("to"), id desc);

create table password_resets (
  id text primary key,
  user_id text not null references users (id),
  code_hash bytea not null,
  attempts smallint not null default 0,
  check_hash bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  checked_at timestamptz,
  used_at timestamptz
);
create index password_resets_user on password_resets (user_id, created_at desc);
create unique index password_resets_check on password_resets (check_hash) where check_hash is not null;

create table rate_limits (
  key text primary key,
  window_start timestamptz not null,
  count integer not null
);

create table deposit_packages (
  id text primary key,
  price bigint not null check (price >= 0),
  gift bigint not null default 0 check (gift >= 0),
  sort integer not null,
  -- The wire's currency kind: BRL, EXTPAY, '', BTBRL, FCBRL, INSBRL, EXPPAY.
  kind text not null,
  enabled boolean not null default true
);

create table orders (
  id text primary key,
  user_id text not null references users (id),
  package_id text not null references deposit_packages (id),
  pay_no text not null default '',
  provider text not null,
  url text not null default '',
  -- Cash to credit, bonus to credit, and what the payer is spared: the payment is principal - discount.
  principal bigint not null check (principal > 0),
  bonus bigint not null default 0 check (bonus >= 0),
  discount bigint not null default 0 check (discount >= 0 and discount < principal),
  currency text not null default 'BRL',
  status text not null default 'pending' check (status in ('pending', 'paid', 'cancelled', 'failed', 'expired')),
  waive_promotions boolean not null default false,
  -- Which offer it was bought from; decides the turnover (contract/rules/turnover.ts).
  offer text not null default 'deposit',
  is_app boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  closed_at timestamptz
);
create unique index orders_one_pending on orders (user_id) where status = 'pending';
create unique index orders_pay_no on orders (provider, pay_no) where pay_no <> '';
create index orders_user on orders (user_id, created_at desc, id);
create index orders_expires_at on orders (expires_at) where status = 'pending';

create table payout_destinations (
  user_id text not null references users (id),
  type text not null check (type in ('CPF', 'CNPJ', 'USDT')),
  key_encrypted bytea not null,
  key_masked text not null,
  ifsc text not null default '',
  holder text not null default '',
  whatsapp text not null default '',
  updated_at timestamptz not null,
  primary key (user_id, type)
);

create table withdrawals (
  id text primary key,
  user_id text not null references users (id),
  type text not null check (type in ('CPF', 'CNPJ', 'USDT')),
  key_encrypted bytea not null,
  key_masked text not null,
  holder text not null default '',
  whatsapp text not null default '',
  amount bigint not null check (amount > 0),
  fee bigint not null default 0 check (fee >= 0 and fee <= amount),
  status text not null default 'pending' check (status in ('pending', 'paid', 'refused')),
  created_at timestamptz not null,
  decided_at timestamptz
);
create index withdrawals_user on withdrawals (user_id, created_at desc, id);
create index withdrawals_pending on withdrawals (created_at) where status = 'pending';

create table seed_pairs (
  id text primary key,
  user_id text not null references users (id),
  server_seed text not null,
  server_seed_hash text not null,
  client_seed text not null,
  -- The nonce of the next round.
  nonce bigint not null default 0,
  active boolean not null default true,
  created_at timestamptz not null,
  revealed_at timestamptz
);
create unique index seed_pairs_active on seed_pairs (user_id) where active;

create table game_rounds (
  id text primary key,
  user_id text not null references users (id),
  game text not null,
  wallet text not null check (wallet in ('cash', 'bonus')),
  stake bigint not null check (stake >= 0),
  payout bigint not null default 0 check (payout >= 0),
  status text not null check (status in ('open', 'settled', 'refunded')),
  params jsonb not null default '{}',
  state jsonb,
  outcome jsonb,
  multiplier numeric,
  seed_pair_id text references seed_pairs (id),
  nonce bigint,
  created_at timestamptz not null,
  settled_at timestamptz
);
create unique index game_rounds_one_open on game_rounds (user_id, game) where status = 'open';
create index game_rounds_user on game_rounds (user_id, created_at desc, id);
-- The ticker of big wins.
create index game_rounds_big on game_rounds (settled_at desc) where payout >= 10000;

create table idempotency_keys (
  user_id text not null,
  key text not null,
  route text not null,
  body_hash text not null,
  -- Null only inside the transaction that works on it: nobody else ever reads such a row.
  status smallint,
  response text,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
-- In the order of time as written: a few pages, and next to nothing for each new key.
create index idempotency_keys_created_at on idempotency_keys using brin (created_at);

create table games (
  code text primary key,
  kind text not null check (kind in ('original', 'slot', 'sport')),
  -- Language -> name; a language that is missing shows pt_BR.
  name jsonb not null,
  route text not null,
  hot boolean not null default false,
  sort integer not null,
  rtp numeric,
  enabled boolean not null default true
);

create table favourites (
  user_id text not null references users (id),
  game text not null references games (code),
  created_at timestamptz not null,
  primary key (user_id, game)
);

create table recently_played (
  user_id text not null references users (id),
  game text not null references games (code),
  played_at timestamptz not null,
  primary key (user_id, game)
);
create index recently_played_user on recently_played (user_id, played_at desc);

create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

-- One row each, for the sandbox only.
create table sandbox_clock (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null default 0
);
create table sandbox_faults (
  only_row boolean primary key default true check (only_row),
  faults jsonb not null default '{}'
);
