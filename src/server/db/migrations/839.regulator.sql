-- Reports for the regulator that are to be made (domain/regulator).
create table regulator_requests (
  family text not null,
  period text not null,
  requested_at timestamptz not null,
  -- The member of staff, or `job`.
  requested_by text not null,
  -- Why the last attempt failed.
  error text,
  primary key (family, period)
);

-- Each lot of a report: what is in it, and what has become of it. Without a schema there is no file. `ready`: nobody is sent it.
create table regulator_lots (
  id text primary key,
  family text not null,
  period text not null,
  number integer not null,
  records integer not null,
  totals jsonb not null,
  -- The signed file, compressed with gzip and sealed.
  content bytea,
  file_bytes integer,
  sha256 bytea,
  state text not null check (state in ('noSchema', 'invalid', 'ready', 'queued', 'sent', 'refused')),
  error text,
  attempts integer not null default 0,
  next_try_at timestamptz,
  receipt text,
  made_at timestamptz not null,
  made_by text not null,
  sent_at timestamptz,
  -- Who has asked for it to be sent.
  sent_by text,
  unique (family, period, number)
);
