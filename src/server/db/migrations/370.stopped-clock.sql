-- The moment at which the sandbox's clock stands still; null while it runs.
alter table sandbox_clock add column stopped_at timestamptz;
