-- What the back office keeps: who works there, their logins, and the record of what they did. A schema of its own: nothing
-- of players refers to it.
create schema office;

create table office.staff (
  id text primary key,
  -- In lower case.
  email text not null unique,
  name text not null,
  role text not null check (role in ('support', 'cashier', 'risk', 'content', 'compliance', 'administrator')),
  -- Null: the person has to use a one-time link first.
  password_hash text,
  -- Sealed with ENCRYPTION_KEY. The pending one counts when a code proves that it was stored.
  totp_secret bytea,
  totp_pending bytea,
  -- The time step of the last code that was used: it and older ones are refused.
  totp_step bigint not null default 0,
  -- One of those whom the sandbox makes, with a password that everyone knows.
  is_sandbox boolean not null default false,
  deactivated_at timestamptz,
  logged_in_at timestamptz,
  created_at timestamptz not null
);
-- "The last administrator" is counted under this lock (identity/staff.ts).
create index staff_administrators on office.staff (id) where role = 'administrator' and deactivated_at is null;

-- Errors since the last login, by e-mail whether or not somebody has it.
create table office.attempts (
  email text primary key,
  failures integer not null,
  locked_until timestamptz,
  at timestamptz not null
);

create table office.staff_recovery_codes (
  staff_id text not null references office.staff on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (staff_id, code_hash)
);

create table office.staff_passkeys (
  -- The credential's id, base64url.
  id text primary key,
  staff_id text not null references office.staff on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index staff_passkeys_staff on office.staff_passkeys (staff_id);

-- Challenges of WebAuthn; each is used once. Without a person: for a login.
create table office.challenges (
  challenge text primary key,
  staff_id text references office.staff on delete cascade,
  expires_at timestamptz not null
);
create index challenges_expires on office.challenges (expires_at);

-- One-time links; a person has one at most.
create table office.links (
  staff_id text primary key references office.staff on delete cascade,
  token_hash bytea not null unique,
  purpose text not null check (purpose in ('invitation', 'reset')),
  expires_at timestamptz not null
);

create table office.staff_sessions (
  id text primary key,
  token_hash bytea not null unique,
  staff_id text not null references office.staff on delete cascade,
  stage text not null check (stage in ('secondFactor', 'enrolment', 'full')),
  address text not null,
  browser text not null,
  created_at timestamptz not null,
  active_at timestamptz not null,
  ended_at timestamptz
);
create index staff_sessions_staff on office.staff_sessions (staff_id) where ended_at is null;
create index staff_sessions_active on office.staff_sessions (active_at);

-- Answers of actions by idempotency key, sealed with ENCRYPTION_KEY.
create table office.action_keys (
  staff_id text not null references office.staff on delete cascade,
  key text not null,
  call text not null,
  request_hash bytea not null,
  status integer,
  answer bytea,
  created_at timestamptz not null default now(),
  primary key (staff_id, key)
);
create index action_keys_created on office.action_keys (created_at);

-- Actions that wait for a second person, and what became of them.
create table office.staff_approvals (
  id text primary key,
  call text not null,
  request jsonb not null,
  subject_kind text,
  subject_id text,
  reason text,
  amount bigint,
  state text not null default 'pending' check (state in ('pending', 'confirmed', 'declined', 'failed', 'expired')),
  failure text,
  requested_by text not null references office.staff,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  decided_by text references office.staff,
  decided_at timestamptz,
  decided_reason text,
  check (decided_by is distinct from requested_by or state in ('declined', 'pending'))
);
create index staff_approvals_requested on office.staff_approvals (requested_at, id);
create index staff_approvals_pending on office.staff_approvals (requested_at) where state = 'pending';

-- What was done. Each row contains the hash of the row before it, so that a change by hand shows. Only office.write_audit
-- adds rows (db/rights.sql).
create table office.staff_audit (
  id bigint primary key,
  at timestamptz not null,
  -- Null: at the command line, or by the server itself.
  staff_id text,
  staff_name text not null,
  role text,
  action text not null,
  subject_kind text,
  subject_id text,
  before jsonb,
  after jsonb,
  reason text,
  address text,
  request_id text,
  requested_by_id text,
  requested_by_name text,
  previous_hash bytea not null,
  hash bytea not null
);
create index staff_audit_staff on office.staff_audit (staff_id, id);
create index staff_audit_action on office.staff_audit (action, id);
create index staff_audit_subject on office.staff_audit (subject_kind, subject_id, id);
create index staff_audit_at on office.staff_audit (at);

-- The last row; its lock orders the rows.
create table office.audit_head (
  is_only boolean primary key default true check (is_only),
  id bigint not null,
  hash bytea not null
);

-- The last check of the chain.
create table office.audit_check (
  is_only boolean primary key default true check (is_only),
  checked_at timestamptz not null,
  checked_to bigint not null,
  broken_at bigint
);

-- Independent of the session's settings: jsonb has one text for each value.
create function office.audit_hash(p office.staff_audit) returns bytea language sql stable as $$
  select sha256(p.previous_hash || convert_to(jsonb_build_array(
    p.id, to_char(p.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US'), p.staff_id, p.staff_name, p.role, p.action,
    p.subject_kind, p.subject_id, p.before, p.after, p.reason, p.address, p.request_id, p.requested_by_id,
    p.requested_by_name)::text, 'UTF8'))
$$;

-- Adds a row; `p` has the columns but id and hashes. Call it last in a transaction, because it waits for other writers.
create function office.write_audit(p jsonb) returns bigint language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  head office.audit_head;
  added office.staff_audit;
begin
  insert into office.audit_head (id, hash) values (0, '') on conflict do nothing;
  select * into head from office.audit_head for update;
  added := jsonb_populate_record(null::office.staff_audit, p);
  added.id := head.id + 1;
  added.previous_hash := head.hash;
  -- JSON's null is no value.
  added.before := nullif(added.before, 'null');
  added.after := nullif(added.after, 'null');
  added.hash := office.audit_hash(added);
  insert into office.staff_audit select added.*;
  update office.audit_head set id = added.id, hash = added.hash;
  return added.id;
end $$;
