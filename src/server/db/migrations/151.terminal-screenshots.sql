-- Screenshots that the operator asked for (Screenshot in contract/terminal.ts).
alter table terminals add screenshot_version int not null default 0;

-- The newest of each terminal, for a few minutes.
create table terminal_screenshots (
  terminal_id text primary key references terminals (id) on delete cascade,
  -- Version of the orders that asked for it.
  version int not null,
  taken_at timestamptz not null,
  image bytea not null
);
