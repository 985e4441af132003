-- A player about whom the register gave no answer is not asked about again before this time.
alter table users add column register_ask_after timestamptz;
