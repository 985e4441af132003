-- Crash reports of terminals (CrashReport in contract/terminal.ts), for two weeks.
create table terminal_crashes (
  id text primary key,
  terminal_id text not null references terminals (id) on delete cascade,
  received_at timestamptz not null,
  crashed_at timestamptz not null,
  version text not null,
  -- A minidump, gzipped.
  dump bytea not null
);
create index on terminal_crashes (terminal_id, received_at);
create index on terminal_crashes (received_at);
